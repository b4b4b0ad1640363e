import { describe, expect, it } from 'vitest';

import {
  blankBatch,
  columnOf,
  fieldOf,
  filledIn,
  formOf,
  kindsOf,
  rowOf,
  type TypedRow,
} from '../src/features/sell/batch';
import type { Problem } from '../src/lib/error';
import type { AttributeSpec } from '../src/platform/types/AttributeSpec';
import type { CodebookColumn } from '../src/platform/types/CodebookColumn';

const age: TypedRow = rowOf({
  ...{ take: true, column: 'age', title: 'age', kind: 'mean', low: '', high: '', step: '' },
  ...{ unit: '', binWay: 'values', bins: [], edges: [], blocks: '', value: '' },
  ...{ ceiling: '', factor: '', publicRows: '' },
});
const mean = (column: string): AttributeSpec => ({
  ...{ kind: 'mean', column, filters: [], bounds: ['0', '99'], step: null, unit: '' },
  ...{ public_rows: null, missing_as_mid: false },
});
const problem = (code: Problem['code']): Problem => ({ code, message: '', hints: [] });

describe('a table of listings', () => {
  it('is read by the host as it is typed', () => {
    const rows: TypedRow[] = [{ ...age, low: ' -1,5 ', factor: ' 0,5 ' }];
    const typed = { ...blankBatch('people', 'EUR'), rows, ceiling: '0,5' };
    const { codebook, knownElsewhere, ...form } = typed;
    expect([codebook, knownElsewhere]).toEqual(['', null]);
    expect(formOf(typed)).toEqual({ ...form, rowsKnownElsewhere: false });
  });

  it('finds the column that a question is about', () => {
    const filters = [{ column: 'smokes', operator: '==' as const, value: 'yes' }];
    expect(columnOf(mean('age'))).toBe('age');
    expect(columnOf({ kind: 'count', filters, unit: '' })).toBe('smokes');
  });

  it('is filled in from a codebook where that fits, and nowhere else', () => {
    const town = { ...age, column: 'town', title: 'My own title', bins: ['Ulm'] };
    const book: CodebookColumn[] = ['age', 'town', 'height'].map((column) => ({
      title: '',
      question: mean(column),
    }));
    const proposed = {
      rows: [
        { ...age, low: '0', high: '99' },
        { ...age, take: false, column: 'town' },
      ],
      misfits: [
        { column: 'town', why: 'no-numbers' as const },
        { column: 'height', why: 'absent' as const },
      ],
    };
    const { rows, filled } = filledIn([{ ...age, bins: ['a'] }, town], proposed, book);
    expect(filled).toBe(1);
    expect(rows[0]).toMatchObject({ low: '0', high: '99', bins: [] });
    expect(rows[1]).toEqual(town);
  });

  it('offers a kind only where the column has what it takes', () => {
    expect(kindsOf('text')).toEqual(['histogram', 'count']);
    expect(kindsOf('number')).toContain('mean');
  });

  it('tells each error at its field', () => {
    expect(fieldOf(age, problem('no-title'))).toBe('title');
    expect(fieldOf(age, problem('factor'))).toBe('factor');
    expect(fieldOf(age, problem('public-rows'))).toBe('publicRows');
    const title: Problem = {
      ...problem('text'),
      at: { part: 'text', field: 'title', fault: { is: 'hidden', sign: 'U+200B' } },
    };
    expect(fieldOf(age, title)).toBe('title');
    expect(fieldOf(age, problem('tariff-too-short'))).toBe('ceiling');
    expect(fieldOf(age, problem('no-bins'))).toBe('bins');
    expect(fieldOf({ ...age, low: '' }, problem('no-bounds'))).toBe('low');
    expect(fieldOf({ ...age, low: '0' }, problem('no-bounds'))).toBe('high');
    // The host says which field cannot be read.
    expect(fieldOf(age, { ...problem('not-a-number'), field: 'step' })).toBe('step');
    // What is of no other field is told where the row begins.
    expect(fieldOf(age, problem('question-open'))).toBe('kind');
  });
});
