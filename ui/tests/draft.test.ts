import { describe, expect, it } from 'vitest';

import {
  blank,
  comparisons,
  entries,
  formOf,
  rolesOf,
  shouldBe,
  typedEntries,
  typedOf,
  unbinned,
  unbounded,
  written,
  type Typed,
} from '../src/features/sell/draft';
import type { ColumnView } from '../src/platform/types/ColumnView';
import type { FormFault } from '../src/platform/types/FormFault';
import type { ListingForm } from '../src/platform/types/ListingForm';

const typed: Typed = {
  dataset: 'patients',
  kind: 'count',
  column: 'age',
  filters: [
    { column: 'age', type: 'number', operator: '>=', value: ' ' },
    { column: 'smoker', type: 'number', operator: '==', value: ' 1,5 ' },
    { column: 'the "word"', type: 'text', operator: '!=', value: '1,5' },
  ],
  crossed: [
    { column: 'sex', binWay: 'values', bins: ['f', ' m ', ''], edges: ['1', '2'] },
    { column: 'age', binWay: 'edges', bins: ['x'], edges: ['0', ' 18,5', ''] },
  ],
  variables: [
    { column: 'age', role: 'squares', low: '18', high: ' 95,5', values: ['', ''] },
    { column: 'sex', role: 'two-valued', low: '', high: '', values: ['f', ' m '] },
  ],
  groups: [{ column: 'race', binWay: 'values', bins: ['1', ' 3 '], edges: [] }],
  blocks: 'none',
  low: '0',
  high: '1',
  step: '1',
  binWay: 'values',
  bins: ['a, or so', ' ', 'b'],
  edges: ['0', '18,5', ''],
  value: '3',
  file: '/f',
  protect: '1',
  unit: 'kg',
  title: ' ',
  description: '',
  tariff: [
    { level: ' 0,5 ', price: '10,00' },
    { level: '', price: '' },
    { level: '4', price: '30' },
  ],
  currency: 'EUR',
  ceiling: '',
  top: '',
  grain: '',
  payTo: '',
  terms: '',
  publicRows: '1000',
  reckonedRows: '50',
  knownElsewhere: null,
  missingAsMid: true,
  population: 'patients',
  copyOf: null,
  replaces: false,
  reason: '',
};

describe('the form of a listing', () => {
  it('is sent as it is typed, without what only the window knows', () => {
    const { copyOf: _, replaces: __, reason: ___, knownElsewhere: ____, ...texts } = typed;
    expect(formOf(typed)).toEqual({
      ...texts,
      rowsKnownElsewhere: false,
      filters: [
        { column: 'age', operator: '>=', value: ' ' },
        { column: 'smoker', operator: '==', value: ' 1,5 ' },
        { column: 'the "word"', operator: '!=', value: '1,5' },
      ],
    });
    // Own numbers have no dataset.
    expect(formOf({ ...typed, kind: 'value' }).dataset).toBe('-');
  });

  it('has what a copied listing says, its decimals as they are typed', () => {
    const columns = [
      { name: 'smoker', column_type: 'number', values: [], empty: 0, not_conforming: 0 },
    ] satisfies ColumnView[];
    const copied: ListingForm = {
      ...formOf({ ...typed, filters: typed.filters.slice(1), crossed: [] }),
      ...{ low: '-0.5', high: '1.125', step: '0.25', ceiling: '1.5', edges: ['0', '18.5'] },
      tariff: [{ level: '0.5', price: '1.125' }],
      variables: [
        { ...unbounded('smoker'), low: '0.5', high: '1.125' },
        { ...unbounded('smoker', 'two-valued'), values: ['0.5', '1.125'] },
        // Of a text nothing is a decimal.
        { ...unbounded('sex', 'two-valued'), values: ['1.125', 'm'] },
      ],
      groups: [{ column: 'age', binWay: 'edges', bins: [], edges: ['0', '1.125'] }],
    };
    const again = typedOf(copied, columns);
    expect(again).toMatchObject({ low: '-0.5', high: '1.1250', step: '0.25', ceiling: '1.5' });
    expect(again.tariff).toEqual([{ level: '0.5', price: '1.1250' }]);
    expect(again.filters.map(({ type }) => type)).toEqual(['number', 'text']);
    expect(again.crossed).toHaveLength(2);
    expect([again.copyOf, again.replaces, again.reason]).toEqual([null, false, '']);
    expect(again.variables).toEqual([
      { column: 'smoker', role: 'squares', low: '0.5', high: '1.1250', values: ['', ''] },
      { column: 'smoker', role: 'two-valued', low: '', high: '', values: ['0.5', '1.1250'] },
      { column: 'sex', role: 'two-valued', low: '', high: '', values: ['1.125', 'm'] },
    ]);
    expect(again.groups).toEqual([
      { column: 'age', binWay: 'edges', bins: [], edges: ['0', '1.1250'] },
    ]);
    // A copy of another kind begins with one variable and no group.
    const other = typedOf({ ...copied, variables: [], groups: [] }, columns);
    expect([other.variables, other.groups]).toEqual([[unbounded()], []]);
    // What is counted is in rows.
    expect([again.unit, typedOf({ ...copied, kind: 'sum' }, columns).unit]).toEqual(['', 'kg']);
  });

  it('says what a text should be, by its fault', () => {
    const of = (fault: FormFault['fault']) => shouldBe({ field: 'low', row: null, fault });
    expect(of({ is: 'number', fault: 'no-number' })).toBe('number');
    expect(of({ is: 'number', fault: 'grouped' })).toBe('grouped');
    expect(of({ is: 'count', fault: 'not-whole' })).toBe('count');
    expect(of({ is: 'level', fault: 'not-positive' })).toBe('level');
    expect(of({ is: 'no-value' })).toBe('value');
  });

  it('knows what buyers can learn of a column', () => {
    expect(rolesOf('number')).toEqual(['squares', 'two-valued', 'mean-only']);
    expect([rolesOf('text'), rolesOf('date')]).toEqual([['two-valued'], []]);
  });

  it('is told to be written by what is typed of moments', () => {
    const none = blank('patients', 'moments', 'EUR');
    expect(written(none)).toBe(false);
    expect(written({ ...none, variables: [{ ...unbounded(), high: '9' }] })).toBe(true);
    expect(written({ ...none, variables: [{ ...unbounded(), values: ['', 'm'] }] })).toBe(true);
    expect(written({ ...none, groups: [{ ...unbinned(), bins: ['a'] }] })).toBe(true);
  });

  it('compares texts only for being the same', () => {
    expect(comparisons('text')).toEqual(['==', '!=']);
    expect(comparisons('number')).toHaveLength(6);
  });

  it('takes typed bins apart at commas, and keeps a quoted one', () => {
    const texts = (text: string) => typedEntries(text, false);
    expect(texts('f, m,x')).toEqual(['f', 'm', 'x']);
    expect(texts('"yes, often", no')).toEqual(['yes, often', 'no']);
    expect(texts('"say ""yes"""')).toEqual(['say "yes"']);
    expect(texts(' , ')).toEqual([]);
    const numbers = (text: string) => typedEntries(text, true);
    expect(numbers('0, 18, 65')).toEqual(['0', '18', '65']);
    expect(numbers('0,18,65')).toEqual(['0', '18', '65']);
    expect(numbers('0,5; 1,5')).toEqual(['0,5', '1,5']);
    expect(numbers('0,5, 1,5')).toEqual(['0,5', '1,5']);
    // A comma may be a decimal sign or separate thousands, so the form asks.
    expect(numbers('0,5')).toEqual(['0,5']);
    expect(numbers('1,000,000')).toEqual(['1,000,000']);
    expect(numbers('0\n18\n')).toEqual(['0', '18']);
  });

  it('takes bins a line each, or split at commas on one line', () => {
    expect(entries('a, b ,,c')).toEqual(['a', 'b', 'c']);
    expect(entries('yes, often\nno\n')).toEqual(['yes, often', 'no']);
    expect(entries(' ')).toEqual([]);
  });
});
