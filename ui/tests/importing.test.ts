import { describe, expect, it } from 'vitest';

import {
  columnNames,
  formOf,
  declaredMarks,
  lineNumber,
  missingAs,
  optionsOf,
  proposed,
  schemaOf,
  sheetsOf,
  showsUnread,
  statedValues,
  unanswered,
  unasked,
  wrongMarks,
  type Asked,
  type Settled,
} from '../src/features/sell/importing';
import type { ColumnType } from '../src/platform/types/ColumnType';
import type { CsvPreview } from '../src/platform/types/CsvPreview';
import type { DayOrder } from '../src/platform/types/DayOrder';

const TYPES: ColumnType[] = ['number', 'text', 'date'];

const plain = {
  ...{ first_not_numbers: [], reasons: [], with_comma: 0, with_point: 0, with_percent: 0 },
  rewritten: 0,
  ...{ day_order: null, days: [] },
};
const form = formOf({ decimal: 'comma', separator: ';' }, null);
const preview: CsvPreview = {
  file: '/t.csv',
  suggested_name: 't',
  kind: 'csv',
  sheet: null,
  sheets: [],
  delimiter: ',',
  proposed_delimiter: ',',
  quotes: 'double',
  proposed_quotes: 'double',
  encoding: 'utf-8',
  proposed_encoding: 'utf-8',
  first_not_ascii: [],
  short_rows: 0,
  first_short_row: null,
  rows_over_lines: 0,
  first_row_over_lines: null,
  repeated_ids: [],
  decimal: 'point',
  proposed_decimal: 'point',
  percent: false,
  form,
  proposed: form,
  lines_above: [],
  lines_below: [],
  nameless: [],
  rows: 10,
  columns: [
    { ...plain, name: 'age', column_type: 'number', empty: 2, not_numbers: 1 },
    { ...plain, name: 'sex', column_type: 'text', empty: 0, not_numbers: 10 },
  ],
  types: 'age:number,sex:text',
  header_like_data: [],
  sample: [],
};
const answered: Asked = { ...unasked(), name: ' people ', whose: 'new', cap: '2,5', rows: 'each' };

describe('the sheets of a workbook', () => {
  it('are those that the host names if none is chosen', () => {
    const sheets = ['Notes', 'People'];
    const fault = { is: 'sheet', stated: null, sheets } as const;
    const asked = { code: 'sheet', message: '', hints: [] } as const;
    expect(sheetsOf({ ...asked, hints: [], at: { part: 'query', fault } })).toEqual(sheets);
    expect(sheetsOf({ ...asked, hints: [] })).toEqual([]);
    expect(sheetsOf(null)).toEqual([]);
  });
});

describe('the form of a file', () => {
  it('has whole numbers of lines and marks of currencies', () => {
    expect(['3', ' 4 ', '0', '-1', '1.5', 'x', ''].map((typed) => lineNumber(typed, 1))).toEqual([
      3,
      4,
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(lineNumber('0', 0)).toBe(0);
    expect(declaredMarks(' €, EUR  Fr. ')).toEqual(['€', 'EUR', 'Fr.']);
    expect(declaredMarks('')).toEqual([]);
    // The host would reject the whole form.
    expect(declaredMarks('-3 1.5 1e400 .x xxxxxxxxx A$')).toEqual(['A$']);
    expect(wrongMarks(' €, 1.5;-3 ')).toEqual(['1.5', '-3']);
  });

  it('shows cells that are not numbers at any share, unless the column has none', () => {
    const column = { ...plain, name: 'n', column_type: 'text' as const, empty: 1, not_numbers: 8 };
    const plus = { reason: { kind: 'plus' as const }, cells: 8 };
    expect(showsUnread('number', column, 9)).toBe(true);
    expect(showsUnread('text', column, 9)).toBe(false);
    expect(showsUnread('text', column, 10)).toBe(true);
    expect(showsUnread('text', { ...column, reasons: [plus] }, 9)).toBe(true);
    expect(showsUnread('text', { ...column, column_type: 'number' }, 10)).toBe(false);
  });
});

describe('an import', () => {
  it('shows what would be missing under either type', () => {
    expect(
      preview.columns.map((column) =>
        TYPES.map((type) => missingAs(type, column, null, preview.rows)),
      ),
    ).toEqual([
      [3, 2, 10],
      [10, 0, 10],
    ]);
  });

  it('counts the cells that are no dates of an order, or of the order that fits best', () => {
    const days = (order: DayOrder, not_days: number) => ({ order, not_days, first_not_days: [] });
    const born = {
      ...{ ...plain, name: 'born', column_type: 'date' as const, empty: 1, not_numbers: 9 },
      days: [days('year-month-day', 9), days('day-month-year', 2), days('month-day-year', 5)],
    };
    expect(missingAs('date', born, 'month-day-year', 10)).toBe(6);
    expect(missingAs('date', born, null, 10)).toBe(3);
    expect(showsUnread('date', born, 10)).toBe(false);
  });

  it('declares the order of dates, unless it is that of ISO 8601', () => {
    const column = (type: ColumnType, dayOrder: DayOrder | null): Settled => ({
      ...{ name: 'born', type, dayOrder, values: 'x' },
    });
    expect(schemaOf([column('date', 'day-month-year')]).columns).toEqual([
      { name: 'born', type: 'date', values: [], day_order: 'day-month-year' },
    ]);
    expect(schemaOf([column('date', null)]).columns).toEqual([
      { name: 'born', type: 'date', values: [] },
    ]);
    expect(schemaOf([column('text', 'day-month-year')]).columns).toEqual([
      { name: 'born', type: 'text', values: ['x'] },
    ]);
  });

  it('answers nothing by itself: types, people, cap and units are all asked', () => {
    const asked = unasked();
    expect(unanswered(asked, false, false)).toEqual(['types', 'whose', 'rows']);
    expect(unanswered(asked, true, false)).toEqual(['whose', 'rows']);
    const of = (more: Partial<Asked>, repeats = false) =>
      unanswered({ ...answered, ...more }, true, repeats);
    expect(of({})).toEqual([]);
    expect(of({ whose: 'join', join: '' })).toEqual(['join']);
    expect(of({ whose: 'new', unitName: ' ', cap: '' })).toEqual(['unitName', 'cap']);
    expect(of({ rows: '' })).toEqual(['rows']);
    expect(of({ rows: 'column' })).toEqual(['personColumn', 'rowsPerPerson']);
    for (const rowsPerPerson of ['', '0', '1.5', '-1', 'two'])
      expect(of({ rows: 'column', personColumn: 'id', rowsPerPerson })).toEqual(['rowsPerPerson']);
    expect(of({ rows: 'column', personColumn: 'id', rowsPerPerson: '3' })).toEqual([]);
    expect(of({ rows: 'each' }, true)).toEqual(['eachDiffers']);
    expect(of({ rows: 'each', eachDiffers: true }, true)).toEqual([]);
    expect(unanswered(answered, false, false)).toEqual(['types']);
  });

  it('declares every type, and states values of texts only', () => {
    const columns = proposed(preview).map((column) => ({ ...column, values: 'f\n m \n\nf' }));
    expect(optionsOf(answered, columns, form)).toEqual({
      name: 'people',
      schema: {
        columns: [
          { name: 'age', type: 'number', values: [] },
          { name: 'sex', type: 'text', values: ['f', 'm'] },
        ],
      },
      form: {
        ...{ columns: null, separator: ';', decimal: 'comma', percent: false, quotes: null },
        ...{ grouping: null, signs: null, leading_zeros: false, currency: null },
        ...{ first_line: null, header_rows: null, lines_below: null },
        ...{ trailing_separators: null, ignored: [], encoding: null, sheet: null },
      },
      person_column: null,
      rows_per_person: null,
      each_row_differs: false,
      population: null,
      cap: '2.5',
      unit_name: 'person',
      adjacency: 'add-remove',
      cap_rho: null,
      carried: null,
      carried_rho: null,
      new_people: true,
    });
  });

  it('says nothing of a population that is there but its name', () => {
    const asked: Asked = {
      ...answered,
      whose: 'join',
      join: 'patients',
      population: 'p',
      unitName: 'dog',
      carried: '1',
      rows: 'column',
      personColumn: 'id',
      rowsPerPerson: '4',
    };
    expect(optionsOf(asked, [], formOf({}, ['a', 'b']))).toMatchObject({
      population: 'patients',
      cap: null,
      unit_name: null,
      adjacency: null,
      carried: null,
      new_people: false,
      person_column: 'id',
      rows_per_person: '4',
      form: { columns: ['a', 'b'], separator: null, decimal: null, percent: false },
    });
  });

  it('keeps the values that were stated when the file is read in another way', () => {
    const before: Settled[] = [{ name: 'sex', type: 'number', dayOrder: null, values: 'f' }];
    expect(proposed(preview, before)).toEqual([
      { name: 'age', type: 'number', dayOrder: null, values: '' },
      { name: 'sex', type: 'text', dayOrder: null, values: 'f' },
    ]);
  });

  it('takes names on one line, and values one a line with their commas', () => {
    expect(columnNames(' age, sex ,income')).toEqual(['age', 'sex', 'income']);
    expect(columnNames('last, first\nage')).toEqual(['last, first', 'age']);
    expect(columnNames(' ')).toEqual([]);
    expect(statedValues('yes, often\nno')).toEqual(['yes, often', 'no']);
  });
});
