// What is typed into the form of a new listing, as the host takes it.

import type { ColumnType } from '../../platform/types/ColumnType';
import type { ListingDraft } from '../../platform/types/ListingDraft';
import type { QueryOperator } from '../../platform/types/QueryOperator';
import { pointed } from '../../lib/format';
import { priceOf, type Knot } from './tariff';

export const KINDS = ['count', 'histogram', 'sum', 'mean', 'value', 'vector'] as const;
export type Kind = (typeof KINDS)[number];

/** The kinds that are computed from numbers alone. */
const OF_NUMBERS: readonly Kind[] = ['sum', 'mean'];
export const ofNumbers = (kind: Kind): boolean => OF_NUMBERS.includes(kind);

/** One condition as picked: a column, how its cells are compared, and with what. */
export type Condition = {
  column: string;
  type: ColumnType;
  operator: QueryOperator;
  value: string;
};

/** How the host spells a comparison. */
const SPELT: Record<QueryOperator, string> = {
  equal: '==',
  'not-equal': '!=',
  below: '<',
  'at-most': '<=',
  above: '>',
  'at-least': '>=',
};

/** The comparisons that a column has: texts have no order. */
export function comparisons(type: ColumnType): QueryOperator[] {
  const all = Object.keys(SPELT) as QueryOperator[];
  return type === 'text' ? all.filter((one) => one === 'equal' || one === 'not-equal') : all;
}

/** Whether bins are single values or lie between edges. */
export type BinWay = 'values' | 'edges';

/** The fields of the form, as typed. */
export type Typed = {
  dataset: string;
  kind: Kind;
  column: string;
  filters: Condition[];
  bounds: string;
  step: string;
  binWay: BinWay;
  bins: string[];
  edges: string[];
  value: string;
  file: string;
  protect: string;
  unit: string;
  title: string;
  description: string;
  tariff: Knot[];
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
    filters: [],
    bounds: '',
    step: '',
    binWay: 'values',
    bins: [],
    edges: [],
    value: '',
    file: '',
    protect: '',
    unit: '',
    title: '',
    description: '',
    tariff: [
      { level: '', price: '' },
      { level: '', price: '' },
    ],
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
  const { bounds, step, value, file, protect, title, description, ceiling, terms } = typed;
  const { bins, edges, filters, tariff } = typed;
  return [
    ...[bounds, step, value, file, protect, title, description, ceiling, terms],
    ...[...bins, ...edges],
    ...filters.map((one) => one.value),
    ...tariff.flatMap(({ level, price }) => [level, price]),
  ].some((text) => text.trim() !== '');
}

/** In place of a dataset's name: the owner's own numbers. */
export const OWN = '-';

/** The kinds that are queries on a dataset; the others are the owner's own numbers. */
export const ofDataset = (kind: Kind): boolean => kind !== 'value' && kind !== 'vector';

/** One entry a line; a single line is split at commas. */
export function entries(text: string): string[] {
  const parts = text.includes('\n') ? text.split('\n') : text.split(',');
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** A condition as the host takes it. Quoted, a name or a text may hold whatever it does. */
function filterOf({ column, type, operator, value }: Condition): string {
  const name = column.replaceAll('"', '""');
  const compared = type === 'number' ? pointed(value.trim()) : value.trim();
  return `"${name}" ${SPELT[operator]} "${compared}"`;
}

/** What was written of several entries. */
const stated = (texts: string[]) => texts.map((text) => text.trim()).filter((text) => text !== '');

/** The draft: only what its kind takes, and nothing where nothing was typed. */
export function draftOf(typed: Typed): ListingDraft {
  const takes = TAKES[typed.kind];
  const given = (text: string) => (text.trim() === '' ? null : text.trim());
  const taken = (
    field: 'column' | 'bounds' | 'step' | 'value' | 'file' | 'protect' | 'unit' | 'population',
  ) => (takes.has(field) ? given(typed[field]) : null);
  const number = (text: string | null) => (text === null ? null : pointed(text));
  const bounds = taken('bounds');
  const rows = takes.has('publicRows') ? given(typed.publicRows) : null;
  return {
    dataset: ofDataset(typed.kind) ? typed.dataset : OWN,
    kind: typed.kind,
    column: taken('column'),
    filters: takes.has('filters')
      ? typed.filters.filter((one) => one.value.trim() !== '').map(filterOf)
      : [],
    bounds:
      bounds === null
        ? null
        : bounds
            .split('..')
            .map((end) => pointed(end.trim()))
            .join('..'),
    step: number(taken('step')),
    bins: takes.has('bins') && typed.binWay === 'values' ? stated(typed.bins) : [],
    edges: takes.has('edges') && typed.binWay === 'edges' ? stated(typed.edges).map(pointed) : [],
    value: number(taken('value')),
    file: taken('file'),
    protect: number(taken('protect')),
    unit: taken('unit'),
    title: given(typed.title),
    description: given(typed.description),
    price: priceOf(typed.tariff),
    currency: given(typed.currency),
    ceiling: number(given(typed.ceiling)),
    top: number(given(typed.top)),
    grain: number(given(typed.grain)),
    pay_to: given(typed.payTo),
    terms: given(typed.terms),
    population: taken('population'),
    public_rows: rows === null ? null : Number(rows),
    missing_as_mid: takes.has('missingAsMid') && rows !== null && typed.missingAsMid,
  };
}
