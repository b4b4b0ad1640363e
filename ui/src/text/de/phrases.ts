import { count, group } from '../digits';
import type { Filter } from '../../platform/types/Filter';
import type { FilterOperator } from '../../platform/types/FilterOperator';
import { blockSizes, filtersOf, listed, sizesOf, type AskedQuestion } from '../question';
import type { Text } from '../shape';

const OPERATORS: Record<FilterOperator, string> = {
  '==': '',
  '!=': 'nicht ',
  '<': 'unter ',
  '<=': 'höchstens ',
  '>': 'über ',
  '>=': 'mindestens ',
};

const DAY_OPERATORS: Record<FilterOperator, string> = {
  '==': 'der ',
  '!=': 'nicht der ',
  '<': 'vor ',
  '<=': 'nicht nach ',
  '>': 'nach ',
  '>=': 'nicht vor ',
};

const range = ([lo, hi]: [string, string]) => `auf ${group(lo)} bis ${group(hi)} begrenzt`;

const blocks = (sizes: number[]) =>
  sizes.length === 0 ? '' : `, auch in Blöcken aus ${blockSizes(sizes, 'und')} Klassen`;

function subject({ query_parts: of, dimension, missing_as }: AskedQuestion): string {
  switch (of.kind) {
    case 'count':
      return 'Anzahl der Zeilen';
    case 'histogram':
      return `Anzahl der Zeilen nach ${of.column.column}${blocks(sizesOf(of))}`;
    case 'cross-tabulation':
      return `Anzahl der Zeilen nach ${listed(of.columns, 'und')}`;
    case 'sum':
      return `Summe von ${of.column}, jeder Wert ${range(of.bounds)}`;
    case 'mean':
      return `Mittelwert von ${of.column}, jeder Wert ${range(of.bounds)}${missing_as === null ? '' : `, fehlende als ${group(missing_as)} gezählt`}`;
    case 'moments':
      return `Momente von ${listed(of.variables, 'und')}${of.groups.length === 0 ? '' : ` nach ${listed(of.groups, 'und')}`}`;
    case 'value':
      return `eine Zahl des Eigentümers, ${range(of.bounds)}`;
    case 'vector':
      return `${count(dimension)} Zahlen des Eigentümers, jede ${range(of.bounds)}`;
  }
}

const UNITS: Record<string, string> = {
  '': 'Person',
  person: 'Person',
  household: 'Haushalt',
  company: 'Firma',
};

/** Name of one unit within a sentence: one that its owner wrote stands in quotation marks. */
export const unitNamed = (of: string) => UNITS[of] ?? `„${of}“`;

function condition({ column, column_type, operator, value }: Filter): string {
  switch (column_type) {
    case 'number':
      return `${column} ${OPERATORS[operator]}${group(value)} ist`;
    case 'text':
      return `${column} ${OPERATORS[operator]}„${value}“ ist`;
    case 'date':
      return `${column} ${DAY_OPERATORS[operator]}${value} ist`;
  }
}

/** The names that the host gives to numbers that are no bins. */
const LABELS: [RegExp, (of: string, less: string) => string][] = [
  [/^(.+: )?rows$/, (group) => `${group}Zeilen`],
  [/^(.+: )?mean of (.+)$/, (group, column) => `${group}Mittelwert von ${column}`],
  [/^mean$/, () => 'Mittelwert'],
  [/^count$/, () => 'Anzahl'],
  [/^value$/, () => 'Wert'],
  [/^count × (.+)$/, (width) => `Anzahl × ${group(width)}`],
  [/^sum of (.+) above (-?[0-9.]+)$/, (column, low) => `Summe von ${column} über ${group(low)}`],
  [/^sum of (.+) below (-?[0-9.]+)$/, (column, high) => `Summe von ${column} bis ${group(high)}`],
  [/^sum of (.+) - (-?[0-9.]+)$/, (column, mid) => `Summe von ${column} − ${group(mid)}`],
  [/^sum of (.+)$/, (column) => `Summe von ${column}`],
];

export const phrases: Text['phrases'] = {
  query: (asked) =>
    subject(asked) +
    filtersOf(asked.query_parts)
      .map((one, i) => `${i === 0 ? ', nur wo' : ' und'} ${condition(one)}`)
      .join(''),
  unitName: (of) => UNITS[of] ?? of,
  unit: (unit) => {
    switch (unit.kind) {
      case 'row':
        return `${unitNamed(unit.of)} (jede Zeile eine andere Einheit)`;
      case 'person':
        return `${unitNamed(unit.of)} (${unit.column}), ${unit.rows === 1 ? '1 Zeile' : `höchstens ${count(unit.rows)} Zeilen`}`;
      case 'distance':
        return `${unitNamed(unit.of)}, ändert die Zahlen um insgesamt höchstens ${group(unit.distance)}${unit.unit === '' ? '' : ` ${unit.unit}`}`;
    }
  },
  label: (label) => {
    for (const [form, words] of LABELS) {
      const match = form.exec(label);
      if (match) return words(match[1] ?? '', match[2] ?? '');
    }
    return label;
  },
  tooFew: 'zu wenige Zeilen für eine Schätzung',
};
