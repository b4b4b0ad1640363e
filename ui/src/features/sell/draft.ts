// What is typed into the form of a new listing, as the host takes it.

import { CHOICES, COMPARISONS, CROSSED } from '../../platform/types/kindOptions';
import type { AttributeKind } from '../../platform/types/AttributeKind';
import type { ColumnView } from '../../platform/types/ColumnView';
import type { ColumnType } from '../../platform/types/ColumnType';
import type { Condition } from '../../platform/types/Condition';
import type { DraftColumn } from '../../platform/types/DraftColumn';
import type { DraftPreview } from '../../platform/types/DraftPreview';
import type { ListingDraft } from '../../platform/types/ListingDraft';
import type { ListingView } from '../../platform/types/ListingView';
import type { QueryOperator } from '../../platform/types/QueryOperator';
import { inFours, isGrouped, parseEps, pointed, typedDecimal } from '../../lib/format';
import { groupedRow, knotsTyped, priceOf, type Knot } from './tariff';

/** The kinds in the order in which they are offered. */
export const KINDS: readonly AttributeKind[] = [
  'count',
  'histogram',
  'cross-tabulation',
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

/** The comparisons that a column has: texts have no order. */
export const comparisons = (type: ColumnType): readonly QueryOperator[] => COMPARISONS[type];

/** Whether bins are single values or lie between edges. */
export type BinWay = 'values' | 'edges';

/** The bins of a column, as typed. */
export type TypedBins = { binWay: BinWay; bins: string[]; edges: string[] };

/** The bins of a column that are no declared value of it, as the preview says. */
export function undeclaredOf(preview: DraftPreview | undefined, column = ''): string[] {
  return preview?.undeclared_bins.find((one) => one.column === column)?.bins ?? [];
}

/** A column of a cross-tabulation, as typed; without a name until one is chosen. */
export type Crossed = TypedBins & { column: string };

/** A column of a cross-tabulation with nothing in it. */
export const uncrossed = (): Crossed => ({ column: '', binWay: 'values', bins: [], edges: [] });

/** The fields of the form, as typed. */
export type Typed = TypedBins & {
  dataset: string;
  kind: AttributeKind;
  column: string;
  filters: Picked[];
  crossed: Crossed[];
  /** The bounds. */
  low: string;
  high: string;
  step: string;
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
  /** Whether the public number of rows is already known elsewhere. */
  rowsKnownElsewhere: boolean;
  /** Of a mean whose rows are not public: with how many its preview reckons. */
  reckonedRows: string;
  /** Of a mean: whether missing cells count as the middle of the bounds. */
  missingAsMid: boolean;
  /** Population of own numbers. */
  population: string;
  /** The listing that it is a copy of. */
  copyOf: Copied | null;
  /** Whether that one is withdrawn in the same step, and the reason that buyers read. */
  replaces: boolean;
  reason: string;
};

/** A listing that a draft was copied from; only one that is for sale can be replaced. */
export type Copied = { id: string; title: string; open: boolean };

/** A form with nothing in it. */
export function blank(dataset: string, kind: AttributeKind, currency: string): Typed {
  return {
    dataset,
    kind,
    currency,
    column: '',
    filters: [],
    crossed: Array.from({ length: CROSSED.least }, uncrossed),
    low: '',
    high: '',
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
    rowsKnownElsewhere: false,
    reckonedRows: '',
    missingAsMid: false,
    population: '',
    copyOf: null,
    replaces: false,
    reason: '',
  };
}

/** Where the newest listing was to be paid, as it is typed; none where none says. */
export function lastPaidTo(listings: ListingView[]): string {
  const payTo = listings.find((one) => one.pay_to !== '')?.pay_to ?? '';
  const iban = /^payto:\/\/iban\/([A-Z]{2}[0-9]{2}[A-Z0-9]+)$/.exec(payTo)?.[1];
  return iban === undefined ? payTo : inFours(iban);
}

/** Whether anything was typed that somebody would miss. */
export function written(typed: Typed): boolean {
  const { low, high, step, value, file, protect, title, description, ceiling, terms } = typed;
  const { filters, tariff } = typed;
  return [
    ...[low, high, step, value, file, protect, title, description, ceiling, terms],
    ...[typed, ...typed.crossed].flatMap(({ bins, edges }) => [...bins, ...edges]),
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

/**
 * The entries typed in one line. They are split at commas, except inside quotes. Numbers are split
 * at semicolons, at commas before a space, and at several commas. A single comma may be a decimal
 * sign, and commas between groups of three digits may separate thousands, so these are not split.
 */
export function typedEntries(text: string, numbers: boolean): string[] {
  const typed = text.trim();
  if (text.includes('\n')) return entries(text);
  if (!numbers) {
    const parts = typed.match(/"(?:[^"]|"")*"|[^,]+/g) ?? [];
    return stated(
      parts.map((part) =>
        part
          .trim()
          .replace(/^"(.*)"$/, '$1')
          .replaceAll('""', '"'),
      ),
    );
  }
  if (isGrouped(typed)) return [typed];
  const parts = typed.split(/;|,\s+/);
  const several = parts.length > 1 || (typed.match(/,/g)?.length ?? 0) < 2;
  return stated(several ? parts : typed.split(','));
}

/** A condition as the host takes it. */
const conditionOf = ({ column, type, operator, value }: Picked): Condition => ({
  column,
  operator,
  value: type === 'number' ? pointed(value.trim()) : value.trim(),
});

/** Entries typed in one text. */
export const stated = (texts: string[]) =>
  texts.map((text) => text.trim()).filter((text) => text !== '');

/** The bins of one column as the host takes them: single values or edges, never both. */
const binsOf = ({ binWay, bins, edges }: TypedBins) => ({
  bins: binWay === 'values' ? stated(bins) : [],
  edges: binWay === 'edges' ? stated(edges).map(pointed) : [],
});

/** The draft: only what its kind takes, and nothing where nothing was typed. */
export function draftOf(typed: Typed): ListingDraft {
  const { kind } = typed;
  const given = (text: string) => (text.trim() === '' ? null : text.trim());
  const taken = (field: 'column' | 'step' | 'value' | 'file' | 'protect' | 'population') =>
    takes(kind, field) ? given(typed[field]) : null;
  const number = (text: string | null) => (text === null ? null : pointed(text));
  const ends = [typed.low, typed.high].map((end) => pointed(end.trim()));
  const bounded = takes(kind, 'bounds') && ends.some((end) => end !== '');
  const rows = takes(kind, 'public_rows') ? given(typed.publicRows) : null;
  const reckoned = takes(kind, 'reckoned_rows') && rows === null ? given(typed.reckonedRows) : null;
  const columns: DraftColumn[] = takes(kind, 'columns')
    ? typed.crossed.map((one) => ({ column: one.column, ...binsOf(one) }))
    : [];
  return {
    dataset: ofDataset(kind) ? typed.dataset : OWN,
    kind,
    column: taken('column'),
    filters: takes(kind, 'filters')
      ? typed.filters.filter((one) => one.value.trim() !== '').map(conditionOf)
      : [],
    bounds: bounded ? ends.join('..') : null,
    step: number(taken('step')),
    ...(takes(kind, 'bins') ? binsOf(typed) : { bins: [], edges: [] }),
    columns,
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
    public_rows: rows,
    reckoned_rows: reckoned,
    rows_known_elsewhere: rows !== null && typed.rowsKnownElsewhere,
    missing_as_mid: takes(kind, 'missing_as_mid') && rows !== null && typed.missingAsMid,
  };
}

/** Form fields of a draft, of a table with these columns. */
export function typedOf(draft: ListingDraft, columns: ColumnView[]): Typed {
  const kind = draft.kind as AttributeKind;
  const text = (given: string | null) => given ?? '';
  const decimal = (given: string | null) => typedDecimal(given ?? '');
  const binned = ({ bins, edges }: { bins: string[]; edges: string[] }): TypedBins => ({
    binWay: edges.length > 0 ? 'edges' : 'values',
    bins,
    edges: edges.map(typedDecimal),
  });
  const [low, high] = text(draft.bounds).split('..');
  return {
    ...blank(draft.dataset, kind, text(draft.currency)),
    ...binned(draft),
    column: text(draft.column),
    filters: draft.filters.map((filter) => ({
      ...filter,
      type: columns.find((column) => column.name === filter.column)?.column_type ?? 'text',
    })),
    ...(draft.columns.length > 0 && {
      crossed: draft.columns.map((one) => ({ column: one.column, ...binned(one) })),
    }),
    low: decimal(low ?? null),
    high: decimal(high ?? null),
    step: decimal(draft.step),
    protect: decimal(draft.protect),
    unit: takes(kind, 'bounds') ? text(draft.unit) : '',
    title: text(draft.title),
    description: text(draft.description),
    tariff: knotsTyped(draft.price),
    ceiling: decimal(draft.ceiling),
    top: decimal(draft.top),
    grain: decimal(draft.grain),
    payTo: text(draft.pay_to),
    terms: text(draft.terms),
    publicRows: text(draft.public_rows),
    rowsKnownElsewhere: draft.rows_known_elsewhere,
    missingAsMid: draft.missing_as_mid,
    population: text(draft.population),
  };
}

/** A field that cannot be read as what it is for, and what it should be. */
export type Unreadable = { field: UnreadableField; should: Should };
type Should = 'number' | 'count' | 'level' | 'value' | 'grouped';
type UnreadableField =
  | ('filters' | 'bins' | 'value' | 'low' | 'high' | 'step' | 'protect')
  | ('publicRows' | 'reckonedRows' | 'tariff' | 'ceiling' | 'grain' | 'top');

/** What a typed text should be to be read as one decimal number; null where it is one. */
export function shouldBeNumber(text: string): 'number' | 'grouped' | null {
  if (!/^-?\d+(\.\d+)?$/.test(pointed(text.trim()))) return 'number';
  return isGrouped(text) ? 'grouped' : null;
}

/**
 * Whether a bin or an edge of a column of numbers may be meant with thousands. Values that the
 * column declares are meant as they are declared.
 */
export function hasGrouped(of: TypedBins, column: ColumnView | undefined): boolean {
  if (column?.column_type !== 'number') return false;
  return of.binWay === 'edges'
    ? of.edges.some(isGrouped)
    : of.bins.some((bin) => isGrouped(bin) && !column.values.includes(pointed(bin.trim())));
}

export const isCount = (text: string) => /^\d{1,15}$/.test(text.trim());

/** The first condition that compares with nothing, or a number with none; -1 without one. */
export const wrongCondition = (filters: Picked[]): number =>
  filters.findIndex(({ type, value }) =>
    type === 'number' ? shouldBeNumber(value) !== null : value.trim() === '',
  );

/** The unreadable fields of the form, in its order, for a table with these columns. */
export function unreadables(typed: Typed, columns: ColumnView[]): Unreadable[] {
  const { kind } = typed;
  const found: Unreadable[] = [];
  const written = (field: Exclude<UnreadableField, 'filters' | 'bins' | 'tariff'>) =>
    typed[field].trim() !== '';
  const wrong = takes(kind, 'filters') ? typed.filters[wrongCondition(typed.filters)] : undefined;
  if (wrong) {
    const should = wrong.type === 'number' ? shouldBeNumber(wrong.value) : null;
    found.push({ field: 'filters', should: should ?? 'value' });
  }
  const binned = [
    ...(takes(kind, 'bins') ? [typed] : []),
    ...(takes(kind, 'columns') ? typed.crossed : []),
  ];
  const columnOf = (of: TypedBins & { column: string }) =>
    columns.find(({ name }) => name === of.column);
  if (binned.some((of) => hasGrouped(of, columnOf(of))))
    found.push({ field: 'bins', should: 'grouped' });
  const values = takes(kind, 'value') && written('value') ? (['value'] as const) : [];
  const ends = (['low', 'high'] as const).filter(
    () => takes(kind, 'bounds') && (written('low') || written('high')),
  );
  const decimals = (['step', 'protect'] as const).filter((one) => takes(kind, one) && written(one));
  for (const field of [...values, ...ends, ...decimals]) {
    const should = shouldBeNumber(typed[field]);
    if (should) found.push({ field, should });
  }
  const counts = (
    [
      ['publicRows', 'public_rows'],
      ['reckonedRows', 'reckoned_rows'],
    ] as const
  ).filter(([field, option]) => takes(kind, option) && written(field));
  for (const [field] of counts) if (!isCount(typed[field])) found.push({ field, should: 'count' });
  for (const field of ['ceiling', 'grain', 'top'] as const)
    if (written(field) && parseEps(typed[field]) === null) found.push({ field, should: 'level' });
  if (groupedRow(typed.tariff) >= 0) found.push({ field: 'tariff', should: 'grouped' });
  return found;
}

/** The first unreadable field of the form, if any, for a table with these columns. */
export const unreadable = (typed: Typed, columns: ColumnView[]): Unreadable | null =>
  unreadables(typed, columns)[0] ?? null;
