import { afterEach, describe, expect, it } from 'vitest';

import { bare } from '../src/lib/bars';
import { estimateOf, queryOf, unitOf } from '../src/lib/phrases';
import type { BinnedColumn } from '../src/platform/types/BinnedColumn';
import type { Filter } from '../src/platform/types/Filter';
import type { MissingCells } from '../src/platform/types/MissingCells';
import type { PrivacyUnit } from '../src/platform/types/PrivacyUnit';
import type { Question } from '../src/platform/types/Question';
import type { Variable } from '../src/platform/types/Variable';
import { t } from '../src/text';
import type { AskedQuestion } from '../src/text/question';
import { speech } from '../src/text/speech.svelte';

afterEach(() => {
  speech.language = 'en';
});

const bounds: [string, string] = ['-1.5', '200000'];
const step = '1';
const adults: Filter[] = [
  { column: 'age', column_type: 'number', operator: '>=', value: '18.5' },
  { column: 'sex', column_type: 'text', operator: '!=', value: 'f' },
];
const binned = (column: string): BinnedColumn => ({
  column,
  column_type: 'text',
  bins: ['a'],
  edges: [],
});
const variable = (column: string): Variable => ({
  ...{ column, column_type: 'number', role: 'squares', bounds, values: [] },
});
const asked = (query_parts: Question, missing_as: string | null = null): AskedQuestion => ({
  query_parts,
  dimension: 12,
  missing_as,
});
const mean = (missing: MissingCells): Question => ({
  kind: 'mean',
  column: 'income',
  filters: [],
  ...{ bounds, step, missing, public_rows: 5 },
});

/** In English and in German. */
const QUERIES: [AskedQuestion, string, string][] = [
  [asked({ kind: 'count', filters: [] }), 'number of rows', 'Anzahl der Zeilen'],
  [
    asked({ kind: 'histogram', column: binned('educ'), filters: adults }),
    "number of rows by educ where age is at least 18.5 and sex is not 'f'",
    'Anzahl der Zeilen nach educ, nur wo age mindestens 18,5 ist und sex nicht „f“ ist',
  ],
  [
    asked({
      kind: 'histogram',
      column: { ...binned('age'), column_type: 'number', bins: [], edges: ['0', '1', '2'] },
      filters: [],
      blocks: [3, 7],
    }),
    'number of rows by age, and in blocks of 8 and 128 bins',
    'Anzahl der Zeilen nach age, auch in Blöcken aus 8 und 128 Klassen',
  ],
  [
    asked({
      kind: 'cross-tabulation',
      columns: ['sex', 'age', 'town'].map(binned),
      filters: [],
    }),
    'number of rows by sex, age and town',
    'Anzahl der Zeilen nach sex, age und town',
  ],
  [
    asked({ kind: 'moments', variables: [variable('age')], groups: [], filters: [] }),
    'moments of age',
    'Momente von age',
  ],
  [
    asked({
      ...{ kind: 'moments', variables: [variable('age'), variable('income')], filters: adults },
      groups: ['sex', 'town'].map(binned),
    }),
    "moments of age and income by sex and town where age is at least 18.5 and sex is not 'f'",
    'Momente von age und income nach sex und town, nur wo age mindestens 18,5 ist und sex nicht „f“ ist',
  ],
  [
    asked({ kind: 'sum', column: 'income', filters: [], bounds, step }),
    'sum of income, each limited to −1.5 to 200\u202f000',
    'Summe von income, jeder Wert auf −1,5 bis 200\u202f000 begrenzt',
  ],
  [
    asked(mean('excluded')),
    'mean of income, each limited to −1.5 to 200\u202f000',
    'Mittelwert von income, jeder Wert auf −1,5 bis 200\u202f000 begrenzt',
  ],
  [
    asked(mean('as-mid'), '99999.25'),
    'mean of income, each limited to −1.5 to 200\u202f000, missing counted as 99\u202f999.25',
    'Mittelwert von income, jeder Wert auf −1,5 bis 200\u202f000 begrenzt, fehlende als 99\u202f999,25 gezählt',
  ],
  [
    asked({ kind: 'value', bounds, step, distance: '1' }),
    "the owner's number, limited to −1.5 to 200\u202f000",
    'eine Zahl des Eigentümers, auf −1,5 bis 200\u202f000 begrenzt',
  ],
  [
    asked({ kind: 'vector', bounds, step, distance: '1' }),
    "the owner's 12 numbers, each limited to −1.5 to 200\u202f000",
    '12 Zahlen des Eigentümers, jede auf −1,5 bis 200\u202f000 begrenzt',
  ],
];

const UNITS: [PrivacyUnit, string, string][] = [
  [
    { kind: 'row', of: 'person' },
    'one person (every row is a different one)',
    'Person (jede Zeile eine andere Einheit)',
  ],
  [
    { kind: 'person', of: 'person', column: 'id', rows: 1 },
    'one person (id), 1 row',
    'Person (id), 1 Zeile',
  ],
  [
    { kind: 'person', of: 'firm', column: 'id', rows: 3 },
    'one firm (id), at most 3 rows',
    '„firm“ (id), höchstens 3 Zeilen',
  ],
  [
    { kind: 'distance', of: 'person', distance: '0.5', unit: 't' },
    'one person, who changes the numbers by at most 0.5 t in all',
    'Person, ändert die Zahlen um insgesamt höchstens 0,5 t',
  ],
  [
    { kind: 'distance', of: 'farm', distance: '10', unit: '' },
    'one farm, who changes the numbers by at most 10 in all',
    '„farm“, ändert die Zahlen um insgesamt höchstens 10',
  ],
];

describe('what is signed in words', () => {
  it.each(QUERIES)('is said in both languages: %#', (question, english, german) => {
    expect(queryOf(question)).toBe(english);
    speech.language = 'de';
    expect(queryOf(question)).toBe(german);
  });

  it('names a usual unit in the language spoken, and another as it was typed', () => {
    const named = () => ['person', 'household', 'company', 'Betrieb'].map(t.phrases.unitName);
    expect(named()).toEqual(['person', 'household', 'company', 'Betrieb']);
    speech.language = 'de';
    expect(named()).toEqual(['Person', 'Haushalt', 'Firma', 'Betrieb']);
  });

  it('has no range with two dots', () => {
    for (const language of ['en', 'de'] as const) {
      speech.language = language;
      for (const [question] of QUERIES) expect(queryOf(question)).not.toMatch(/\.\./);
    }
  });

  it.each(UNITS)('says what is protected: %#', (unit_parts, english, german) => {
    expect(unitOf({ unit_parts })).toBe(english);
    speech.language = 'de';
    expect(unitOf({ unit_parts })).toBe(german);
  });
});

describe('a response', () => {
  it('names its numbers', () => {
    speech.language = 'de';
    expect(
      [
        'mean',
        'sum of a above -2.5',
        'sum of a below 7',
        'sum of a - b - 2.5',
        'sum of a',
        'count × 60.5',
        'count',
        'value',
        'north',
      ].map((label) => t.phrases.label(label)),
    ).toEqual([
      'Mittelwert',
      'Summe von a über −2,5',
      'Summe von a bis 7',
      'Summe von a - b − 2,5',
      'Summe von a',
      'Anzahl × 60,5',
      'Anzahl',
      'Wert',
      'north',
    ]);
  });

  it('says where there is no estimate', () => {
    const one = { ...bare('mean', 1), text: 'too few rows for an estimate' };
    expect(estimateOf(one)).toBe('too few rows for an estimate');
    speech.language = 'de';
    expect(estimateOf(one)).toBe('zu wenige Zeilen für eine Schätzung');
    expect(estimateOf({ ...one, text: '12345.6' })).toBe('12\u202f345,6');
  });
});
