import { count, group } from '../digits';
import type { PrivacyUnit } from '../../platform/types/PrivacyUnit';
import type { Filter } from '../../platform/types/Filter';
import type { FilterOperator } from '../../platform/types/FilterOperator';
import { blockSizes, filtersOf, listed, sizesOf, type AskedQuestion } from '../question';

const OPERATORS: Record<FilterOperator, string> = {
  '==': 'is',
  '!=': 'is not',
  '<': 'is below',
  '<=': 'is at most',
  '>': 'is above',
  '>=': 'is at least',
};

const DAY_OPERATORS: Partial<typeof OPERATORS> = {
  '<': 'is before',
  '<=': 'is on or before',
  '>': 'is after',
  '>=': 'is on or after',
};

const range = ([lo, hi]: [string, string]) => `limited to ${group(lo)} to ${group(hi)}`;

const blocks = (sizes: number[]) =>
  sizes.length === 0 ? '' : `, and in blocks of ${blockSizes(sizes, 'and')} bins`;

function subject({ query_parts: of, dimension, missing_as }: AskedQuestion): string {
  switch (of.kind) {
    case 'count':
      return 'number of rows';
    case 'histogram':
      return `number of rows by ${of.column.column}${blocks(sizesOf(of))}`;
    case 'cross-tabulation':
      return `number of rows by ${listed(of.columns, 'and')}`;
    case 'sum':
      return `sum of ${of.column}, each ${range(of.bounds)}`;
    case 'mean':
      return `mean of ${of.column}, each ${range(of.bounds)}${missing_as === null ? '' : `, missing counted as ${group(missing_as)}`}`;
    case 'moments':
      return `moments of ${listed(of.variables, 'and')}${of.groups.length === 0 ? '' : ` by ${listed(of.groups, 'and')}`}`;
    case 'value':
      return `the owner's number, ${range(of.bounds)}`;
    case 'vector':
      return `the owner's ${count(dimension)} numbers, each ${range(of.bounds)}`;
  }
}

function condition({ column, column_type, operator, value }: Filter): string {
  switch (column_type) {
    case 'number':
      return `${column} ${OPERATORS[operator]} ${group(value)}`;
    case 'text':
      return `${column} ${OPERATORS[operator]} '${value}'`;
    case 'date':
      return `${column} ${DAY_OPERATORS[operator] ?? OPERATORS[operator]} ${value}`;
  }
}

/** Phrases that the host gives in parts. */
export const phrases = {
  /** Question of a listing. */
  query: (asked: AskedQuestion): string =>
    subject(asked) +
    filtersOf(asked.query_parts)
      .map((one, i) => `${i === 0 ? ' where' : ' and'} ${condition(one)}`)
      .join(''),
  /** One privacy unit: the usual words in the language spoken, any other as its owner wrote it. */
  unitName: (of: string): string => of,
  /** Privacy unit. */
  unit: (unit: PrivacyUnit): string => {
    switch (unit.kind) {
      case 'row':
        return `one ${unit.of} (every row is a different one)`;
      case 'person':
        return `one ${unit.of} (${unit.column}), ${unit.rows === 1 ? '1 row' : `at most ${count(unit.rows)} rows`}`;
      case 'distance':
        return `one ${unit.of}, who changes the numbers by at most ${group(unit.distance)}${unit.unit === '' ? '' : ` ${unit.unit}`} in all`;
    }
  },
  /** Name of a number of a response, where that is not a bin. */
  label: (label: string): string =>
    label.replace(
      /^(count × |sum of .+ (?:above|below|-) )(-?[0-9.]+)$/,
      (_, words: string, number: string) => words + group(number),
    ),
  /** In place of a mean that has no estimate. */
  tooFew: 'too few rows for an estimate',
};
