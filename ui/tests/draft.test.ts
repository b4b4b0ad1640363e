import { describe, expect, it } from 'vitest';

import {
  comparisons,
  draftOf,
  entries,
  KINDS,
  typedEntries,
  typedOf,
  unreadable,
  wrongCondition,
  type Picked,
  type Typed,
} from '../src/features/sell/draft';
import type { ColumnView } from '../src/platform/types/ColumnView';

const typed: Typed = {
  dataset: 'patients',
  kind: 'count',
  column: 'age',
  filters: [
    { column: 'age', type: 'number', operator: 'at-least', value: ' ' },
    { column: 'smoker', type: 'number', operator: 'equal', value: ' 1,5 ' },
    { column: 'the "word"', type: 'text', operator: 'not-equal', value: '1,5' },
  ],
  crossed: [
    { column: 'sex', binWay: 'values', bins: ['f', ' m ', ''], edges: ['1', '2'] },
    { column: 'age', binWay: 'edges', bins: ['x'], edges: ['0', ' 18,5', ''] },
  ],
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
  rowsKnownElsewhere: false,
  missingAsMid: true,
  population: 'patients',
  copyOf: null,
  replaces: false,
  reason: '',
};

describe('a draft', () => {
  it('holds only what its kind takes: the host refuses what would be ignored', () => {
    const draft = draftOf(typed);
    expect(draft).toMatchObject({
      column: null,
      bounds: null,
      step: null,
      bins: [],
      value: null,
      file: null,
      unit: null,
    });
    expect(draft.filters).toEqual([
      { column: 'smoker', operator: 'equal', value: '1.5' },
      { column: 'the "word"', operator: 'not-equal', value: '1,5' },
    ]);
    // It lets buyers know the accuracy of a mean; of a count there is nothing to know.
    expect(draft.public_rows).toBeNull();
    expect(draft.title).toBeNull();
    expect(draft.price).toEqual([
      { level: '0.5', price: '10.00' },
      { level: '', price: '' },
      { level: '4', price: '30' },
    ]);
  });

  it('takes bins as they are, or edges, and never both', () => {
    const histogram = draftOf({ ...typed, kind: 'histogram' });
    expect(histogram).toMatchObject({ bins: ['a, or so', 'b'], edges: [] });
    const ranges = draftOf({ ...typed, kind: 'histogram', binWay: 'edges' });
    expect(ranges).toMatchObject({ bins: [], edges: ['0', '18.5'] });
  });

  it('takes columns with the bins of each, for a cross-tabulation alone', () => {
    const crossed = draftOf({ ...typed, kind: 'cross-tabulation' });
    expect(crossed).toMatchObject({ column: null, bins: [], edges: [], unit: null });
    expect(crossed.columns).toEqual([
      { column: 'sex', bins: ['f', 'm'], edges: [] },
      { column: 'age', bins: [], edges: ['0', '18.5'] },
    ]);
    expect(draftOf({ ...typed, kind: 'histogram' }).columns).toEqual([]);
  });

  it('takes bounds from two fields, with commas too', () => {
    const bounds = (low: string, high: string) =>
      draftOf({ ...typed, kind: 'sum', low, high }).bounds;
    expect(bounds(' -0,5 ', '10')).toBe('-0.5..10');
    expect(bounds(' ', '')).toBeNull();
    expect(bounds('1', '')).toBe('1..');
  });

  it('names the first field that cannot be read, and what it should be', () => {
    const of = (more: Partial<Typed>) =>
      unreadable({ ...typed, kind: 'sum', filters: [], ...more }, []);
    const field = (more: Partial<Typed>) => of(more)?.field;
    expect(of({})).toBeNull();
    expect(of({ low: '', high: '' })).toBeNull();
    expect(field({ high: '' })).toBe('high');
    expect(of({ low: '1..2' })).toEqual({ field: 'low', should: 'number' });
    expect(field({ step: '1e3' })).toBe('step');
    // What the kind has no field for is not looked at.
    expect(of({ kind: 'count', low: 'x', step: 'x', publicRows: 'x' })).toBeNull();
    expect(field({ kind: 'value', value: 'x' })).toBe('value');
    expect(of({ kind: 'mean', publicRows: '12a' })).toEqual({
      field: 'publicRows',
      should: 'count',
    });
    expect(of({ tariff: [{ level: '1', price: '1,000' }] })).toEqual({
      field: 'tariff',
      should: 'grouped',
    });
    for (const field of ['ceiling', 'grain', 'top'] as const) {
      expect(of({ [field]: '0' })).toEqual({ field, should: 'level' });
      expect(of({ [field]: '1,0000001' })).toEqual({ field, should: 'level' });
      expect(of({ [field]: '1,5' })).toBeNull();
    }
  });

  it('does not sign a condition that compares with nothing', () => {
    const age = { column: 'age', type: 'number', operator: 'equal', value: '3' } as const;
    const town = { column: 'town', type: 'text', operator: 'equal', value: ' ' } as const;
    const of = (filters: Picked[]) => unreadable({ ...typed, filters }, []);
    expect(of([age])).toBeNull();
    expect(of([age, town])).toEqual({ field: 'filters', should: 'value' });
    expect(wrongCondition([age, town])).toBe(1);
    expect(of([{ ...age, value: '' }])).toEqual({ field: 'filters', should: 'number' });
    expect(of([{ ...town, value: 'Ulm' }])).toBeNull();
    // Own numbers have none.
    expect(unreadable({ ...typed, kind: 'value', filters: [town] }, [])).toBeNull();
  });

  it('is typed again as it was drafted', () => {
    const columns = [
      { name: 'smoker', column_type: 'number', values: [], empty: 0, not_conforming: 0 },
    ] satisfies ColumnView[];
    for (const kind of KINDS) {
      for (const binWay of ['values', 'edges'] as const) {
        const draft = draftOf({ ...typed, kind, binWay, file: '', value: '', publicRows: '7' });
        expect(draftOf(typedOf(draft, columns))).toEqual(draft);
      }
    }
  });

  it('compares texts only for being the same', () => {
    expect(comparisons('text')).toEqual(['equal', 'not-equal']);
    expect(comparisons('number')).toHaveLength(6);
  });

  it('of own numbers names no dataset', () => {
    const draft = draftOf({ ...typed, kind: 'value' });
    expect(draft).toMatchObject({
      dataset: '-',
      value: '3',
      protect: '1',
      filters: [],
      public_rows: null,
      column: null,
      population: 'patients',
    });
  });

  it('says that a number of rows is known elsewhere only beside one', () => {
    const known = { ...typed, kind: 'mean', rowsKnownElsewhere: true } as const;
    expect(draftOf(known).rows_known_elsewhere).toBe(true);
    expect(draftOf({ ...known, publicRows: ' ' }).rows_known_elsewhere).toBe(false);
    expect(draftOf({ ...known, kind: 'sum' }).rows_known_elsewhere).toBe(false);
  });

  it('counts missing cells as the middle only in a mean with public rows', () => {
    const mean = draftOf({ ...typed, kind: 'mean' });
    expect(mean).toMatchObject({ missing_as_mid: true, public_rows: '1000', unit: 'kg' });
    // Rows are reckoned only where they are not public.
    expect(mean.reckoned_rows).toBeNull();
    expect(draftOf({ ...typed, kind: 'mean', publicRows: ' ' })).toMatchObject({
      missing_as_mid: false,
      public_rows: null,
      reckoned_rows: '50',
    });
    expect(draftOf({ ...typed, kind: 'sum' })).toMatchObject({
      missing_as_mid: false,
      population: null,
    });
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
