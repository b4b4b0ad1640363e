import { count, group } from '../digits';
import type { PrivacyUnit } from '../../platform/types/PrivacyUnit';
import type { QueryCondition } from '../../platform/types/QueryCondition';
import type { QueryOperator } from '../../platform/types/QueryOperator';
import type { QueryParts } from '../../platform/types/QueryParts';
import type { QuerySubject } from '../../platform/types/QuerySubject';

const OPERATORS: Record<QueryOperator, string> = {
  equal: 'is',
  'not-equal': 'is not',
  below: 'is below',
  'at-most': 'is at most',
  above: 'is above',
  'at-least': 'is at least',
};

const range = ([lo, hi]: [string, string]) => `limited to ${group(lo)} to ${group(hi)}`;

function subject(of: QuerySubject): string {
  switch (of.kind) {
    case 'rows':
      return 'number of rows';
    case 'rows-by':
      return `number of rows by ${of.column}`;
    case 'rows-by-columns':
      return `number of rows by ${of.columns.slice(0, -1).join(', ')} and ${of.columns.at(-1) ?? ''}`;
    case 'sum':
      return `sum of ${of.column}, each ${range(of.bounds)}`;
    case 'mean':
      return `mean of ${of.column}, each ${range(of.bounds)}${of.missing_as === null ? '' : `, missing counted as ${group(of.missing_as)}`}`;
    case 'own-number':
      return `the owner's number, ${range(of.bounds)}`;
    case 'own-numbers':
      return `the owner's ${count(of.count)} numbers, each ${range(of.bounds)}`;
  }
}

const condition = ({ column, operator, value, text }: QueryCondition) =>
  `${column} ${OPERATORS[operator]} ${text ? `'${value}'` : group(value)}`;

/** Phrases that the host gives in parts. */
export const phrases = {
  /** Question of a listing. */
  query: ({ of, conditions }: QueryParts): string =>
    subject(of) +
    conditions.map((one, i) => `${i === 0 ? ' where' : ' and'} ${condition(one)}`).join(''),
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
        return `one ${unit.of}, who moves the numbers by at most ${group(unit.distance)}${unit.unit === '' ? '' : ` ${unit.unit}`} in all`;
    }
  },
  /** Name of a number of a response, where that is not a bin. */
  label: (label: string): string =>
    label.replace(
      /^(count × |sum of .+ (?:above|below|-) )(-?[0-9.]+)$/,
      (_, words: string, number: string) => words + group(number),
    ),
  /** In place of a mean that cannot be told. */
  tooFew: 'too few rows for an estimate',
};
