// What is typed into the form of a new listing, as the host takes it.

import { CHOICES, COMPARISONS, CROSSED, VARIABLES } from '../../platform/types/kindOptions';
import type { AttributeKind } from '../../platform/types/AttributeKind';
import type { ColumnView } from '../../platform/types/ColumnView';
import type { ColumnType } from '../../platform/types/ColumnType';
import type { Condition } from '../../platform/types/Condition';
import type { CrossedForm } from '../../platform/types/CrossedForm';
import type { DraftPreview } from '../../platform/types/DraftPreview';
import type { FormFault } from '../../platform/types/FormFault';
import type { ListingForm } from '../../platform/types/ListingForm';
import type { ListingView } from '../../platform/types/ListingView';
import type { FilterOperator } from '../../platform/types/FilterOperator';
import type { VariableForm } from '../../platform/types/VariableForm';
import type { VariableRole } from '../../platform/types/VariableRole';
import { inFours, isGrouped, typedDecimal } from '../../lib/format';
import { knotsTyped } from './tariff';

/** The kinds in the order in which they are offered. */
export const KINDS: readonly AttributeKind[] = [
  'count',
  'histogram',
  'cross-tabulation',
  'sum',
  'mean',
  'moments',
  'value',
  'vector',
];

/** A field of a question that not every kind has. */
export type ChoiceName = (typeof CHOICES)[AttributeKind][number];

/** Whether a kind has a field: the host reads no other. */
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
export const comparisons = (type: ColumnType): readonly FilterOperator[] => COMPARISONS[type];

/** The bins of a column, as typed. */
export type TypedBins = Omit<CrossedForm, 'column'>;

/** The bins of a column that are no declared value of it, as the preview says. */
export function undeclaredOf(preview: DraftPreview | undefined, column = ''): string[] {
  return preview?.undeclared_bins.find((one) => one.column === column)?.bins ?? [];
}

/** A column with bins that has none yet; without a name until one is chosen. */
export const unbinned = (column = ''): CrossedForm => ({
  column,
  binWay: 'values',
  bins: [],
  edges: [],
});

/** What buyers can learn of a column as a variable of moments, the usual role first. */
export const rolesOf = (type: ColumnType): readonly VariableRole[] =>
  ({
    number: ['squares', 'two-valued', 'mean-only'] as const,
    text: ['two-valued'] as const,
    // Dates are no numbers.
    date: [],
  })[type];

/** A variable with nothing in it. */
export const unbounded = (column = '', role: VariableRole = 'squares'): VariableForm => ({
  ...{ column, role, low: '', high: '' },
  values: ['', ''],
});

/** The fields of the form, as typed, with what only the window knows. */
export type Typed = Omit<ListingForm, 'filters' | 'rowsKnownElsewhere'> & {
  filters: Picked[];
  /** The public number of rows that is said to be known elsewhere, if any is. */
  knownElsewhere: string | null;
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
    crossed: Array.from({ length: CROSSED.least }, () => unbinned()),
    variables: Array.from({ length: VARIABLES.least }, () => unbounded()),
    groups: [],
    low: '',
    high: '',
    step: '',
    binWay: 'values',
    bins: [],
    edges: [],
    blocks: 'none',
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
    knownElsewhere: null,
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
  const { filters, tariff, variables } = typed;
  return [
    ...[low, high, step, value, file, protect, title, description, ceiling, terms],
    ...[typed, ...typed.crossed, ...typed.groups].flatMap(({ bins, edges }) => [...bins, ...edges]),
    ...variables.flatMap(({ low, high, values }) => [low, high, ...values]),
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

/** Entries typed in one text. */
export const stated = (texts: string[]) =>
  texts.map((text) => text.trim()).filter((text) => text !== '');

/** A public number of rows, with the dataset and the conditions of the rows that it is of. */
export function publicRowsOf({
  dataset,
  filters,
  publicRows,
}: Pick<ListingForm, 'dataset' | 'filters' | 'publicRows'>): string {
  const conditions = filters.map(({ column, operator, value }) => [column, operator, value]);
  return JSON.stringify([dataset, conditions, publicRows.trim()]);
}

/** Whether the public number of rows is known elsewhere: it was said of this number of these rows. */
export const isKnownElsewhere = (typed: Typed): boolean =>
  typed.knownElsewhere === publicRowsOf(typed);

/** The form as the host reads it: without what only the window knows. */
export function formOf(form: Typed): ListingForm {
  const { copyOf: _, replaces: __, reason: ___, knownElsewhere: ____, ...typed } = form;
  const filters = typed.filters.map(({ column, operator, value }) => ({ column, operator, value }));
  return {
    ...typed,
    filters,
    dataset: ofDataset(typed.kind) ? typed.dataset : OWN,
    rowsKnownElsewhere: isKnownElsewhere(form),
  };
}

/** A copied listing in the form, of a table with these columns. */
export function typedOf(copied: ListingForm, columns: ColumnView[]): Typed {
  const { rowsKnownElsewhere, ...form } = copied;
  const typeOf = (column: string): ColumnType =>
    columns.find((one) => one.name === column)?.column_type ?? 'text';
  const binned = <Bins extends TypedBins>(of: Bins): Bins => ({
    ...of,
    edges: of.edges.map(typedDecimal),
  });
  const ranged = (of: VariableForm): VariableForm => ({
    ...of,
    low: typedDecimal(of.low),
    high: typedDecimal(of.high),
    values: of.values.map((value) =>
      typeOf(of.column) === 'number' ? typedDecimal(value) : value,
    ) as [string, string],
  });
  const empty = blank(form.dataset, form.kind, form.currency);
  return {
    ...empty,
    ...binned(form),
    knownElsewhere: rowsKnownElsewhere ? publicRowsOf(form) : null,
    filters: form.filters.map((filter) => ({
      ...filter,
      type: typeOf(filter.column),
    })),
    crossed: form.crossed.length > 0 ? form.crossed.map(binned) : empty.crossed,
    variables: form.variables.length > 0 ? form.variables.map(ranged) : empty.variables,
    groups: form.groups.map(binned),
    low: typedDecimal(form.low),
    high: typedDecimal(form.high),
    step: typedDecimal(form.step),
    protect: typedDecimal(form.protect),
    // What is counted is in rows.
    unit: takes(form.kind, 'bounds') ? form.unit : '',
    tariff: knotsTyped(form.tariff),
    ceiling: typedDecimal(form.ceiling),
    top: typedDecimal(form.top),
    grain: typedDecimal(form.grain),
  };
}

/** What a text should be, by the words of `drafting.shouldBe`. */
export type Should = 'number' | 'count' | 'level' | 'value' | 'grouped';

/** What the text of a field that cannot be read should be. */
export function shouldBe({ fault }: FormFault): Should {
  if (fault.is === 'no-value') return 'value';
  return fault.fault === 'grouped' ? 'grouped' : fault.is;
}
