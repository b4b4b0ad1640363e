// Several columns of a dataset to be listed together: as typed, and as the host takes them.

import { slipAt, type FieldSign, type Problem, type Signs } from '../../lib/error';
import { marked } from '../../lib/format';
import { KINDS_OF } from '../../platform/types/kindOptions';
import type { AttributeSpec } from '../../platform/types/AttributeSpec';
import type { BatchFault } from '../../platform/types/BatchFault';
import type { BatchForm } from '../../platform/types/BatchForm';
import type { BatchRowForm } from '../../platform/types/BatchRowForm';
import type { CodebookColumn } from '../../platform/types/CodebookColumn';
import type { ColumnType } from '../../platform/types/ColumnType';
import type { ErrorCode } from '../../platform/types/ErrorCode';
import type { ProposedForm } from '../../platform/types/ProposedForm';
import { t } from '../../text';
import { shouldBe, takes } from './draft';

/** The kinds that a column alone can be listed as. */
export type BatchKind = (typeof KINDS_OF)[ColumnType][number];

/**
 * The kinds that a column of that type can be listed as, in the order in which they are offered.
 */
export const kindsOf = (type: ColumnType): readonly BatchKind[] => KINDS_OF[type];

/** Whether the rows are counted that have a stated value in the column. */
export const ofValue = (kind: BatchKind): boolean => !takes(kind, 'column');

/** A row of the table, as typed. */
export type TypedRow = BatchRowForm & { kind: BatchKind };

/** The whole table, and what holds of all of its rows, as typed. */
export type TypedBatch = Omit<BatchForm, 'rows' | 'rowsKnownElsewhere'> & {
  codebook: string;
  rows: TypedRow[];
  /** The public numbers of rows that are said to be known elsewhere, if any are. */
  knownElsewhere: string | null;
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
  knownElsewhere: null,
});

/** Tables that were left, one a home, until the window is closed. */
export const left = new Map<string, TypedBatch>();

/** Proposal for a column, as it stands in its row. */
export const rowOf = (row: BatchRowForm): TypedRow => ({
  ...row,
  kind: row.kind as BatchKind,
  low: marked(row.low),
  high: marked(row.high),
  step: marked(row.step),
  edges: row.edges.map(marked),
});

/** The column that a question of a codebook is about. */
export const columnOf = (question: AttributeSpec): string =>
  ('column' in question && question.column) ||
  ('filters' in question && question.filters[0]?.column) ||
  '';

/** The rows with those that a codebook fills in, and how many those are. */
export function filledIn(
  rows: TypedRow[],
  { rows: proposed, misfits }: ProposedForm,
  book: CodebookColumn[],
): { rows: TypedRow[]; filled: number } {
  const names = new Set(book.map((one) => columnOf(one.question)));
  misfits.forEach((one) => names.delete(one.column));
  const of = new Map(proposed.map((row) => [row.column, rowOf(row)]));
  const fits = (row: TypedRow) => names.has(row.column) && of.has(row.column);
  return {
    rows: rows.map((row) => (fits(row) ? { ...row, ...of.get(row.column) } : row)),
    filled: rows.filter(fits).length,
  };
}

/** The public numbers of rows of the listings, with their dataset. */
export const publicRowsOf = ({ dataset, rows }: TypedBatch): string =>
  JSON.stringify([
    dataset,
    rows
      .filter(({ take, publicRows }) => take && publicRows.trim() !== '')
      .map(({ column, publicRows }) => [column, publicRows.trim()]),
  ]);

/** Whether the public numbers of rows are known elsewhere: it was said of these numbers. */
export const areKnownElsewhere = (typed: TypedBatch): boolean =>
  typed.knownElsewhere === publicRowsOf(typed);

/** The table as the host reads it: without what only the window knows. */
export const formOf = (typed: TypedBatch): BatchForm => {
  const { codebook: _, knownElsewhere: __, ...form } = typed;
  return { ...form, rowsKnownElsewhere: areKnownElsewhere(typed) };
};

/** Whether a field may be meant with thousands: the host would read it as another number. */
export const isAmbiguous = ({ at }: BatchFault): boolean => shouldBe(at) === 'grouped';

/** The slip of a field that cannot be read. */
export const unread = ({ at }: BatchFault): Problem => ({
  ...slipAt(at.field, t.drafting.shouldBe[shouldBe(at)]),
  ...(at.row !== null && { row: at.row }),
});

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

/** The fields of a row. Their errors name them. */
export const ROW_FIELDS: Signs<RowField> = {
  ...{ title: [], kind: [], low: [], high: [], step: [], bins: [], value: [] },
  ...{ ceiling: [], factor: [], publicRows: [], unit: [] },
};

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
  periods: 'bins',
  'bins-overlap': 'bins',
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

/** The field of a row that an error is of: its kind where it is of no other. */
export function fieldOf(row: TypedRow, problem: Problem): RowField {
  if (problem.field !== undefined) return problem.field as RowField;
  if (problem.code === 'no-bounds' || problem.code === 'bounds')
    return row.low.trim() === '' || row.high.trim() !== '' ? 'low' : 'high';
  const { code, at } = problem;
  const sign: FieldSign = at?.part === 'text' ? `text:${at.field}` : (code as ErrorCode);
  return CODES[sign] ?? 'kind';
}
