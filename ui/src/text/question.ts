// A question as views state it, for the words of each language.

import { count } from './digits';
import type { BinnedColumn } from '../platform/types/BinnedColumn';
import type { Question } from '../platform/types/Question';

/** A question, with what its words need besides its fields. */
export interface AskedQuestion {
  query_parts: Question;
  /** Number of coordinates. */
  dimension: number;
  /** The number that a missing cell counts as; null where its row is left out. */
  missing_as: string | null;
}

/** The conditions of a question; own numbers have none. */
export const filtersOf = (question: Question) => ('filters' in question ? question.filters : []);

/** Whether rows are counted between edges of a column of numbers. */
export const isBetweenEdges = (question: Question) => {
  if (question.kind === 'histogram') return question.column.edges.length > 0;
  return (
    question.kind === 'cross-tabulation' && question.columns.some((one) => one.edges.length > 0)
  );
};

/** The sizes of blocks, the last one after a word for "and". */
export function blockSizes(sizes: number[], and: string): string {
  const named = sizes.map((size) => count(size));
  const last = named.pop() ?? '';
  return named.length === 0 ? last : `${named.join(', ')} ${and} ${last}`;
}

/** The number of bins in the blocks of each level; none for a plain histogram. */
export const sizesOf = (question: Question): number[] =>
  question.kind === 'histogram' ? (question.blocks ?? []).map((level) => 2 ** level) : [];

/** The names of columns, the last of several after a word for "and". */
export function listed(columns: Pick<BinnedColumn, 'column'>[], and: string): string {
  const names = columns.map((one) => one.column);
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} ${and} ${last}`;
}
