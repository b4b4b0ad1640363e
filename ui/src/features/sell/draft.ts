// What is typed into the form of a new listing, as the host takes it.

import type { ListingDraft } from '../../platform/types/ListingDraft';

export const KINDS = ['count', 'histogram', 'sum', 'mean', 'value', 'vector'] as const;
export type Kind = (typeof KINDS)[number];

/** The fields of the form, as typed. */
export type Typed = {
  dataset: string;
  kind: Kind;
  column: string;
  filters: string[];
  bounds: string;
  step: string;
  bins: string;
  edges: string;
  value: string;
  file: string;
  protect: string;
  unit: string;
  title: string;
  description: string;
  price: string;
  currency: string;
  ceiling: string;
  top: string;
  grain: string;
  payTo: string;
  terms: string;
  publicRows: string;
  /** Of a mean: whether missing cells count as the middle of the bounds. */
  missingAsMid: boolean;
  /** Whose privacy own numbers are. */
  population: string;
};

/** The fields that each kind takes: the host refuses any other. */
export const TAKES: Record<Kind, ReadonlySet<keyof Typed>> = {
  count: new Set(['filters', 'publicRows']),
  histogram: new Set(['column', 'filters', 'bins', 'edges', 'publicRows']),
  sum: new Set(['column', 'filters', 'bounds', 'step', 'unit', 'publicRows']),
  mean: new Set(['column', 'filters', 'bounds', 'step', 'unit', 'publicRows', 'missingAsMid']),
  value: new Set(['value', 'bounds', 'step', 'protect', 'unit', 'population']),
  vector: new Set(['file', 'bounds', 'step', 'protect', 'unit', 'population']),
};

/** A form with nothing in it. */
export function blank(dataset: string, kind: Kind, currency: string): Typed {
  return {
    dataset,
    kind,
    currency,
    column: '',
    filters: [''],
    bounds: '',
    step: '',
    bins: '',
    edges: '',
    value: '',
    file: '',
    protect: '',
    unit: '',
    title: '',
    description: '',
    price: '',
    ceiling: '',
    top: '',
    grain: '',
    payTo: '',
    terms: '',
    publicRows: '',
    missingAsMid: false,
    population: '',
  };
}

/** Whether anything was typed that somebody would miss. */
export function written(typed: Typed): boolean {
  const {
    bounds,
    step,
    bins,
    edges,
    value,
    file,
    protect,
    title,
    description,
    price,
    ceiling,
    terms,
    filters,
  } = typed;
  return [
    bounds,
    step,
    bins,
    edges,
    value,
    file,
    protect,
    title,
    description,
    price,
    ceiling,
    terms,
    ...filters,
  ].some((text) => text.trim() !== '');
}

/** A single decimal as the host takes it: with a point, though many write a comma. */
export function pointed(text: string): string {
  return /^-?\d*,\d+$/.test(text) ? text.replace(',', '.') : text;
}

/** The kinds that are queries on a dataset; the others are the owner's own numbers. */
export const ofDataset = (kind: Kind): boolean => kind !== 'value' && kind !== 'vector';

/** One entry a line; a single line is split at commas. */
export function entries(text: string): string[] {
  const parts = text.includes('\n') ? text.split('\n') : text.split(',');
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** The draft: only what its kind takes, and nothing where nothing was typed. */
export function draftOf(typed: Typed): ListingDraft {
  const takes = TAKES[typed.kind];
  const stated = (text: string) => (text.trim() === '' ? null : text.trim());
  const taken = (
    field: 'column' | 'bounds' | 'step' | 'value' | 'file' | 'protect' | 'unit' | 'population',
  ) => (takes.has(field) ? stated(typed[field]) : null);
  const number = (text: string | null) => (text === null ? null : pointed(text));
  const bounds = taken('bounds');
  const rows = takes.has('publicRows') ? stated(typed.publicRows) : null;
  return {
    dataset: ofDataset(typed.kind) ? typed.dataset : '-',
    kind: typed.kind,
    column: taken('column'),
    filters: takes.has('filters')
      ? typed.filters.map((one) => one.trim()).filter((one) => one !== '')
      : [],
    bounds:
      bounds === null
        ? null
        : bounds
            .split('..')
            .map((end) => pointed(end.trim()))
            .join('..'),
    step: number(taken('step')),
    bins: takes.has('bins') ? entries(typed.bins) : [],
    edges: takes.has('edges') ? entries(typed.edges) : [],
    value: number(taken('value')),
    file: taken('file'),
    protect: number(taken('protect')),
    unit: taken('unit'),
    title: stated(typed.title),
    description: stated(typed.description),
    price: typed.price.trim(),
    currency: stated(typed.currency),
    ceiling: number(stated(typed.ceiling)),
    top: number(stated(typed.top)),
    grain: number(stated(typed.grain)),
    pay_to: stated(typed.payTo),
    terms: stated(typed.terms),
    population: taken('population'),
    public_rows: rows === null ? null : Number(rows),
    missing_as_mid: takes.has('missingAsMid') && rows !== null && typed.missingAsMid,
  };
}
