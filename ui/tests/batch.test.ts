import { describe, expect, it } from 'vitest';

import {
  batchOf,
  blankBatch,
  codebookOf,
  fieldOf,
  filledIn,
  kindsOf,
  rowOf,
  type TypedRow,
} from '../src/features/sell/batch';
import type { Problem } from '../src/lib/error';
import type { CodebookColumn } from '../src/platform/types/CodebookColumn';

const nothing: CodebookColumn = {
  column: 'age',
  title: 'age',
  kind: 'mean',
  low: '',
  high: '',
  step: '',
  unit: '',
  bins: [],
  edges: [],
  value: '',
};
const age: TypedRow = {
  ...rowOf({ take: true, stated: nothing, ceiling: '', factor: '', public_rows: '' }),
  low: ' -1,5 ',
  high: '120',
  step: '0,5',
  unit: ' years ',
  bins: ['a'],
  edges: ['0', '18,5', ' '],
  value: 'yes',
};
const problem = (code: Problem['code']): Problem => ({ code, message: '', hints: [] });

describe('a table of listings', () => {
  it('says of each row what its kind takes, with a point', () => {
    const rows: TypedRow[] = [
      age,
      { ...age, kind: 'histogram', publicRows: '80' },
      { ...age, kind: 'histogram', binWay: 'edges' },
      { ...age, kind: 'count', take: false, ceiling: '1,5', factor: ' 0,5 ' },
    ];
    // Only a mean makes its number of rows public.
    rows[0] = { ...age, publicRows: ' 80 ' };
    const batch = batchOf({
      ...blankBatch('people', 'EUR'),
      rows,
      tariff: [{ level: '0,5', price: '10' }],
      ceiling: '0,5',
    });
    expect(batch).toMatchObject({
      dataset: 'people',
      price: [{ level: '0.5', price: '10' }],
      ceiling: '0.5',
      top: null,
    });
    const bounds = { low: '-1.5', high: '120', step: '0.5', unit: 'years' };
    const none = { low: '', high: '', step: '', unit: '' };
    expect(batch.rows.map((row) => row.stated)).toEqual([
      { ...nothing, ...bounds },
      { ...nothing, ...none, kind: 'histogram', bins: ['a'] },
      { ...nothing, ...none, kind: 'histogram', edges: ['0', '18.5'] },
      { ...nothing, ...none, kind: 'count', value: 'yes' },
    ]);
    expect(batch.rows[3]).toMatchObject({ take: false, ceiling: '1.5', factor: '0.5' });
    expect(batch.rows.map((row) => row.public_rows)).toEqual(['80', '', '', '']);
    // What is not ticked is not kept either.
    expect(codebookOf(rows).map((one) => one.kind)).toEqual(['mean', 'histogram', 'histogram']);
  });

  it('is filled in from a codebook where that fits, and nowhere else', () => {
    const town = { ...age, column: 'town', title: 'My own title' };
    const book = [
      { ...nothing, low: '0', high: '99' },
      { ...nothing, column: 'town' },
      { ...nothing, column: 'height' },
    ];
    const proposed = {
      dataset: 'people',
      population: 'people',
      person_column: null,
      rows: [
        {
          take: true,
          stated: { ...nothing, low: '0', high: '99' },
          ceiling: '',
          factor: '',
          public_rows: '',
        },
        {
          take: false,
          stated: { ...nothing, column: 'town' },
          ceiling: '',
          factor: '',
          public_rows: '',
        },
      ],
      misfits: [
        { column: 'town', why: 'holds-text' as const },
        { column: 'height', why: 'absent' as const },
      ],
    };
    const { rows, filled } = filledIn([age, town], proposed, book);
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
    expect(fieldOf({ ...age, publicRows: '1,5' }, problem('not-a-number'))).toBe('publicRows');
    expect(fieldOf(age, problem('public-rows'))).toBe('publicRows');
    const title: Problem = {
      ...problem('text'),
      at: { part: 'text', field: 'title', fault: { is: 'hidden', sign: 'U+200B' } },
    };
    expect(fieldOf(age, title)).toBe('title');
    expect(fieldOf(age, problem('tariff-too-short'))).toBe('ceiling');
    expect(fieldOf(age, problem('no-bins'))).toBe('bins');
    expect(fieldOf({ ...age, low: '' }, problem('no-bounds'))).toBe('low');
    expect(fieldOf({ ...age, low: 'x' }, problem('not-a-number'))).toBe('low');
    expect(fieldOf({ ...age, high: '' }, problem('not-a-number'))).toBe('high');
    expect(fieldOf({ ...age, step: 'x' }, problem('not-a-number'))).toBe('step');
    expect(fieldOf({ ...age, kind: 'histogram' }, problem('not-a-number'))).toBe('bins');
    // What is of no other field is told where the row begins.
    expect(fieldOf(age, problem('question-open'))).toBe('kind');
  });
});
