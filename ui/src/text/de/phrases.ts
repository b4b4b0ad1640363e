import { count, group } from '../digits';
import type { QueryCondition } from '../../platform/types/QueryCondition';
import type { QueryOperator } from '../../platform/types/QueryOperator';
import type { QuerySubject } from '../../platform/types/QuerySubject';
import type { Text } from '../shape';

const OPERATORS: Record<QueryOperator, string> = {
  equal: '',
  'not-equal': 'nicht ',
  below: 'unter ',
  'at-most': 'höchstens ',
  above: 'über ',
  'at-least': 'mindestens ',
};

const range = ([lo, hi]: [string, string]) => `auf ${group(lo)} bis ${group(hi)} begrenzt`;

function subject(of: QuerySubject): string {
  switch (of.kind) {
    case 'rows':
      return 'Anzahl der Zeilen';
    case 'rows-by':
      return `Anzahl der Zeilen nach ${of.column}`;
    case 'rows-by-columns':
      return `Anzahl der Zeilen nach ${of.columns.slice(0, -1).join(', ')} und ${of.columns.at(-1) ?? ''}`;
    case 'sum':
      return `Summe von ${of.column}, jeder Wert ${range(of.bounds)}`;
    case 'mean':
      return `Mittelwert von ${of.column}, jeder Wert ${range(of.bounds)}${of.missing_as === null ? '' : `, fehlende als ${group(of.missing_as)} gezählt`}`;
    case 'own-number':
      return `eine Zahl des Eigentümers, ${range(of.bounds)}`;
    case 'own-numbers':
      return `${count(of.count)} Zahlen des Eigentümers, jede ${range(of.bounds)}`;
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

const condition = ({ column, operator, value, text }: QueryCondition) =>
  `${column} ${OPERATORS[operator]}${text ? `„${value}“` : group(value)} ist`;

/** The names that the host gives to numbers that are no bins. */
const LABELS: [RegExp, (of: string, less: string) => string][] = [
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
  query: ({ of, conditions }) =>
    subject(of) +
    conditions.map((one, i) => `${i === 0 ? ', nur wo' : ' und'} ${condition(one)}`).join(''),
  unitName: (of) => UNITS[of] ?? of,
  unit: (unit) => {
    switch (unit.kind) {
      case 'row':
        return `${unitNamed(unit.of)} (jede Zeile eine andere Einheit)`;
      case 'person':
        return `${unitNamed(unit.of)} (${unit.column}), ${unit.rows === 1 ? '1 Zeile' : `höchstens ${count(unit.rows)} Zeilen`}`;
      case 'distance':
        return `${unitNamed(unit.of)}, verschiebt die Zahlen um insgesamt höchstens ${group(unit.distance)}${unit.unit === '' ? '' : ` ${unit.unit}`}`;
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
