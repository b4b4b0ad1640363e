// Several columns of a dataset to be listed together: as typed, and as the host takes them.

import type { FieldSign, Problem } from '../../lib/error';
import { isGrouped, marked, pointed } from '../../lib/format';
import { KINDS_OF } from '../../platform/types/kindOptions';
import type { BatchRow } from '../../platform/types/BatchRow';
import type { CodebookColumn } from '../../platform/types/CodebookColumn';
import type { ColumnView } from '../../platform/types/ColumnView';
import type { ColumnType } from '../../platform/types/ColumnType';
import type { ErrorCode } from '../../platform/types/ErrorCode';
import type { ListingBatch } from '../../platform/types/ListingBatch';
import type { ListingsProposed } from '../../platform/types/ListingsProposed';
import { hasGrouped, isCount, shouldBeNumber, stated, takes, type TypedBins } from './draft';
import { priceOf, type Knot } from './tariff';

/** The kinds that a column alone can be listed as. */
export type BatchKind = (typeof KINDS_OF)[ColumnType][number];

/**
 * The kinds that a column of that type can be listed as, in the order in which they are offered.
 */
export const kindsOf = (type: ColumnType): readonly BatchKind[] => KINDS_OF[type];

/** Whether the rows are counted that have a stated value in the column. */
export const ofValue = (kind: BatchKind): boolean => !takes(kind, 'column');

/** A row of the table, as typed. */
export type TypedRow = TypedBins & {
  take: boolean;
  column: string;
  title: string;
  kind: BatchKind;
  low: string;
  high: string;
  step: string;
  unit: string;
  value: string;
  ceiling: string;
  factor: string;
  publicRows: string;
};

/** The whole table, and what holds of all of its rows, as typed. */
export type TypedBatch = {
  dataset: string;
  codebook: string;
  rows: TypedRow[];
  tariff: Knot[];
  currency: string;
  ceiling: string;
  grain: string;
  top: string;
  payTo: string;
  description: string;
  terms: string;
  /** Whether the public numbers of rows are already known elsewhere. */
  rowsKnownElsewhere: boolean;
};

/** A table with no rows in it. */
export const blankBatch = (dataset: string, currency: string): TypedBatch => ({
  dataset,
  currency,
  codebook: '',
  rows: [],
  tariff: [
    { level: '', price: '' },
    { level: '', price: '' },
  ],
  ceiling: '',
  grain: '',
  top: '',
  payTo: '',
  description: '',
  terms: '',
  rowsKnownElsewhere: false,
});

/** Tables that were left, one a home, until the window is closed. */
export const left = new Map<string, TypedBatch>();

/** Proposal for a column, as it stands in its row. */
export function rowOf({ take, stated: of, ceiling, factor, public_rows }: BatchRow): TypedRow {
  return {
    take,
    column: of.column,
    title: of.title,
    kind: of.kind as BatchKind,
    low: marked(of.low),
    high: marked(of.high),
    step: marked(of.step),
    unit: of.unit,
    binWay: of.edges.length > 0 ? 'edges' : 'values',
    bins: of.bins,
    edges: of.edges.map(marked),
    value: of.value,
    ceiling: marked(ceiling),
    factor: marked(factor),
    publicRows: public_rows,
  };
}

/** The rows with those that a codebook fills in, and how many those are. */
export function filledIn(
  rows: TypedRow[],
  { rows: proposed, misfits }: ListingsProposed,
  book: CodebookColumn[],
): { rows: TypedRow[]; filled: number } {
  const names = new Set(book.map((one) => one.column));
  misfits.forEach((one) => names.delete(one.column));
  const of = new Map(proposed.map((row) => [row.stated.column, rowOf(row)]));
  const fits = (row: TypedRow) => names.has(row.column) && of.has(row.column);
  return {
    rows: rows.map((row) => (fits(row) ? { ...row, ...of.get(row.column) } : row)),
    filled: rows.filter(fits).length,
  };
}

const decimal = (text: string) => pointed(text.trim());

/** Statements of a row about its column: only those that its kind takes. */
function statedOf(row: TypedRow): CodebookColumn {
  const { kind } = row;
  const bounded = takes(kind, 'bounds');
  const edged = takes(kind, 'edges') && row.binWay === 'edges';
  return {
    column: row.column,
    title: row.title.trim(),
    kind,
    low: bounded ? decimal(row.low) : '',
    high: bounded ? decimal(row.high) : '',
    step: takes(kind, 'step') ? decimal(row.step) : '',
    unit: bounded ? row.unit.trim() : '',
    bins: takes(kind, 'bins') && !edged ? stated(row.bins) : [],
    edges: edged ? stated(row.edges).map(pointed) : [],
    value: ofValue(kind) ? row.value.trim() : '',
  };
}

/** The ticked columns as a codebook has them. */
export const codebookOf = (rows: TypedRow[]): CodebookColumn[] =>
  rows.filter((row) => row.take).map(statedOf);

/** The table as the host takes it. */
export function batchOf(typed: TypedBatch): ListingBatch {
  const given = (text: string) => (text.trim() === '' ? null : text.trim());
  const level = (text: string) => (text.trim() === '' ? null : decimal(text));
  return {
    dataset: typed.dataset,
    price: priceOf(typed.tariff),
    currency: given(typed.currency),
    ceiling: level(typed.ceiling),
    top: level(typed.top),
    grain: level(typed.grain),
    pay_to: given(typed.payTo),
    description: given(typed.description),
    terms: given(typed.terms),
    reckoned_rows: null,
    rows_known_elsewhere: typed.rowsKnownElsewhere,
    rows: typed.rows.map((row) => ({
      take: row.take,
      stated: statedOf(row),
      ceiling: decimal(row.ceiling),
      factor: decimal(row.factor),
      public_rows: takes(row.kind, 'public_rows') ? row.publicRows.trim() : '',
    })),
  };
}

/** The fields of a row at which an error can be told. */
export type RowField =
  | 'title'
  | 'kind'
  | 'low'
  | 'high'
  | 'step'
  | 'bins'
  | 'value'
  | 'ceiling'
  | 'factor'
  | 'publicRows'
  | 'unit';

const CODES: Partial<Record<FieldSign, RowField>> = {
  'text:title': 'title',
  'text:unit': 'unit',
  'text:bins': 'bins',
  'text:labels': 'bins',
  'text:filters': 'value',
  'public-rows': 'publicRows',
  'rows-not-public': 'publicRows',
  'no-title': 'title',
  bounds: 'low',
  'no-bounds': 'low',
  'value-too-large': 'low',
  step: 'step',
  'not-on-the-lattice': 'step',
  'sensitivity-too-large': 'step',
  sensitivity: 'step',
  'no-bins': 'bins',
  'bin-empty': 'bins',
  'bin-doubled': 'bins',
  'bin-not-a-number': 'bins',
  edges: 'bins',
  'too-many-values': 'bins',
  'no-value': 'value',
  filter: 'value',
  'ceiling-over-cap': 'ceiling',
  'tariff-too-short': 'ceiling',
  'top-below-ceiling': 'ceiling',
  grain: 'ceiling',
  epsilon: 'ceiling',
  'zero-epsilon': 'ceiling',
  factor: 'factor',
};

/**
 * The first field of a row in which a number may be meant with thousands: it would be read as
 * another, whatever the host makes of it.
 */
export function groupedField(row: TypedRow, column: ColumnView | undefined): RowField | null {
  if (!row.take) return null;
  const { kind } = row;
  const numbers: (RowField & keyof TypedRow)[] = [
    ...(takes(kind, 'bounds') ? (['low', 'high'] as const) : []),
    ...(takes(kind, 'step') ? (['step'] as const) : []),
    'factor',
  ];
  const field = numbers.find((one) => isGrouped(String(row[one])));
  if (field) return field;
  if (takes(kind, 'bins') && hasGrouped(row, column)) return 'bins';
  const counted: TypedBins = { binWay: 'values', bins: [row.value], edges: [] };
  return ofValue(kind) && hasGrouped(counted, column) ? 'value' : null;
}

/** The field of a row that an error is of: its kind where it is of no other. */
export function fieldOf(row: TypedRow, problem: Problem): RowField {
  if (problem.field !== undefined) return problem.field as RowField;
  if (problem.code === 'not-a-number') {
    if (takes(row.kind, 'public_rows') && row.publicRows.trim() !== '' && !isCount(row.publicRows))
      return 'publicRows';
    if (takes(row.kind, 'bounds'))
      return (['low', 'high'] as const).find((end) => shouldBeNumber(row[end]) !== null) ?? 'step';
    return ofValue(row.kind) ? 'value' : 'bins';
  }
  if (problem.code === 'no-bounds' || problem.code === 'bounds')
    return row.low.trim() === '' || row.high.trim() !== '' ? 'low' : 'high';
  const { code, at } = problem;
  const sign: FieldSign = at?.part === 'text' ? `text:${at.field}` : (code as ErrorCode);
  return CODES[sign] ?? 'kind';
}
