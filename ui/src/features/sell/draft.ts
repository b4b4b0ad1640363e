// What is typed into the form of a new listing, as the host takes it.

import { CHOICES } from '../../platform/types/kindOptions';
import type { AttributeKind } from '../../platform/types/AttributeKind';
import type { ColumnType } from '../../platform/types/ColumnType';
import type { Condition } from '../../platform/types/Condition';
import type { ListingDraft } from '../../platform/types/ListingDraft';
import type { QueryOperator } from '../../platform/types/QueryOperator';
import { pointed } from '../../lib/format';
import { priceOf, type Knot } from './tariff';

/** The kinds in the order in which they are offered. */
export const KINDS: readonly AttributeKind[] = [
  'count',
  'histogram',
  'sum',
  'mean',
  'value',
  'vector',
];

/** A field of a draft that not every kind takes. */
export type ChoiceName = (typeof CHOICES)[AttributeKind][number];

/** Whether a kind takes a field: the host refuses any other. */
export function takes(kind: AttributeKind, field: ChoiceName): boolean {
  const taken: readonly ChoiceName[] = CHOICES[kind];
  return taken.includes(field);
}

/** Whether a kind is computed from a column of numbers alone. */
export const ofNumbers = (kind: AttributeKind): boolean =>
  takes(kind, 'column') && takes(kind, 'bounds');

/** One condition as picked, with the type of its column. */
export type Picked = Condition & { type: ColumnType };

const COMPARISONS: Record<ColumnType, readonly QueryOperator[]> = {
  text: ['equal', 'not-equal'],
  number: ['equal', 'not-equal', 'below', 'at-most', 'above', 'at-least'],
};

/** The comparisons that a column has: texts have no order. */
export const comparisons = (type: ColumnType): readonly QueryOperator[] => COMPARISONS[type];

/** Whether bins are single values or lie between edges. */
export type BinWay = 'values' | 'edges';

/** The fields of the form, as typed. */
export type Typed = {
  dataset: string;
  kind: AttributeKind;
  column: string;
  filters: Picked[];
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

/** A form with nothing in it. */
export function blank(dataset: string, kind: AttributeKind, currency: string): Typed {
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

/** Whether a kind is a query on a dataset; the others are the owner's own numbers. */
export const ofDataset = (kind: AttributeKind): boolean => takes(kind, 'filters');

/** One entry a line; a single line is split at commas. */
export function entries(text: string): string[] {
  const parts = text.includes('\n') ? text.split('\n') : text.split(',');
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** A condition as the host takes it. */
const conditionOf = ({ column, type, operator, value }: Picked): Condition => ({
  column,
  operator,
  value: type === 'number' ? pointed(value.trim()) : value.trim(),
});

/** What was written of several entries. */
const stated = (texts: string[]) => texts.map((text) => text.trim()).filter((text) => text !== '');

/** The draft: only what its kind takes, and nothing where nothing was typed. */
export function draftOf(typed: Typed): ListingDraft {
  const { kind } = typed;
  const given = (text: string) => (text.trim() === '' ? null : text.trim());
  const taken = (
    field: 'column' | 'bounds' | 'step' | 'value' | 'file' | 'protect' | 'population',
  ) => (takes(kind, field) ? given(typed[field]) : null);
  const number = (text: string | null) => (text === null ? null : pointed(text));
  const bounds = taken('bounds');
  const rows = takes(kind, 'public_rows') ? given(typed.publicRows) : null;
  const [byValues, byEdges] = [typed.binWay === 'values', typed.binWay === 'edges'];
  return {
    dataset: ofDataset(kind) ? typed.dataset : OWN,
    kind,
    column: taken('column'),
    filters: takes(kind, 'filters')
      ? typed.filters.filter((one) => one.value.trim() !== '').map(conditionOf)
      : [],
    bounds:
      bounds === null
        ? null
        : bounds
            .split('..')
            .map((end) => pointed(end.trim()))
            .join('..'),
    step: number(taken('step')),
    bins: takes(kind, 'bins') && byValues ? stated(typed.bins) : [],
    edges: takes(kind, 'edges') && byEdges ? stated(typed.edges).map(pointed) : [],
    value: number(taken('value')),
    file: taken('file'),
    protect: number(taken('protect')),
    // What is counted is in rows.
    unit: takes(kind, 'bounds') ? given(typed.unit) : null,
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
    missing_as_mid: takes(kind, 'missing_as_mid') && rows !== null && typed.missingAsMid,
  };
}
