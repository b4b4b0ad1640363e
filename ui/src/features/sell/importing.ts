// What is settled of a table on its way in, as the host takes it.

import type { Text } from '../../text/shape';
import type { ColumnType } from '../../platform/types/ColumnType';
import type { CsvPreview } from '../../platform/types/CsvPreview';
import type { DayOrder } from '../../platform/types/DayOrder';
import type { ImportOptions } from '../../platform/types/ImportOptions';
import type { TableForm } from '../../platform/types/TableForm';
import type { Schema } from '../../platform/types/Schema';
import type { UnreadDays } from '../../platform/types/UnreadDays';
import type { ProposedColumn } from '../../platform/types/ProposedColumn';
import type { Problem } from '../../lib/error';
import { pointed } from '../../lib/format';

/** A column with the type chosen for it, the order of its dates, and its stated values as typed. */
export type Settled = {
  name: string;
  type: ColumnType;
  dayOrder: DayOrder | null;
  values: string;
  /** The most decimals of its numbers, if they are stated. */
  decimals?: number;
};

/** Questions beside the types. Nothing is answered before a person does. */
export type Asked = {
  name: string;
  /** Whether the people are those of a population that is there. */
  whose: '' | 'join' | 'new';
  join: string;
  population: string;
  unitName: string;
  adjacency: 'add-remove' | 'replace';
  cap: string;
  carried: string;
  capRho: string;
  carriedRho: string;
  /** Relation of rows to units. */
  rows: '' | 'each' | 'column';
  personColumn: string;
  rowsPerPerson: string;
  /** Whether the owner states that every row is another unit although ids repeat. */
  eachDiffers: boolean;
};

/** A form with nothing answered. */
export function unasked(): Asked {
  return {
    name: '',
    whose: '',
    join: '',
    population: '',
    unitName: 'person',
    adjacency: 'add-remove',
    cap: '',
    carried: '',
    capRho: '',
    carriedRho: '',
    rows: '',
    personColumn: '',
    rowsPerPerson: '',
    eachDiffers: false,
  };
}

/** The proposed types, to be looked at; with the values that were stated `before`. */
export function proposed({ columns }: CsvPreview, before: Settled[] = []): Settled[] {
  return columns.map(({ name, column_type, day_order }) => ({
    name,
    type: column_type,
    dayOrder: day_order,
    values: before.find((column) => column.name === name)?.values ?? '',
  }));
}

/** How a file is written, as far as that was chosen. `names` are those of a file without a header. */
export const formOf = (chosen: Partial<TableForm>, names: string[] | null): TableForm => ({
  separator: null,
  decimal: null,
  percent: false,
  quotes: null,
  grouping: null,
  signs: null,
  leading_zeros: false,
  currency: null,
  first_line: null,
  header_rows: null,
  lines_below: null,
  trailing_separators: null,
  ignored: [],
  encoding: null,
  sheet: null,
  ...chosen,
  columns: names,
});

/** The counts of a column's cells as dates of an order, or of the order that fits best. */
export function daysOf(column: ProposedColumn, order: DayOrder | null): UnreadDays | undefined {
  const best = [...column.days].sort((one, other) => one.not_days - other.not_days)[0];
  return column.days.find((days) => days.order === order) ?? best;
}

/**
 * The cells of a column that are missing under a type: the empty ones, and those that do not
 * conform to it.
 */
export function missingAs(
  type: ColumnType,
  column: ProposedColumn,
  order: DayOrder | null,
  rows: number,
): number {
  switch (type) {
    case 'number':
      return column.empty + column.not_numbers;
    case 'text':
      return column.empty;
    case 'date': {
      const days = daysOf(column, order);
      return days ? column.empty + days.not_days : rows;
    }
  }
}

/**
 * Whether examples of cells that are not numbers are shown: a column of texts has none. A column
 * that is proposed as text may have numbers too.
 */
export function showsUnread(type: ColumnType, column: ProposedColumn, rows: number): boolean {
  if (type === 'number') return true;
  if (type === 'date') return false;
  const numbers = rows - column.empty - column.not_numbers;
  const others = column.reasons.some(({ reason }) => reason.kind !== 'no-number');
  return column.column_type === 'text' && (numbers > 0 || others);
}

/** The sheets of a workbook, if the problem is that one of them must be chosen. */
export function sheetsOf(problem: Problem | null): string[] {
  const at = problem?.at;
  return at?.part === 'query' && at.fault.is === 'sheet' ? at.fault.sheets : [];
}

/** A typed number of lines, of at least `least`. */
export function lineNumber(typed: string, least: number): number | null {
  const number = /^\d{1,9}$/.test(typed.trim()) ? Number(typed.trim()) : null;
  return number !== null && number >= least ? number : null;
}

/** A currency sign or code. The host refuses a form with any other. */
const MARK = /^[\p{L}\p{Sc}][\p{L}\p{M}\p{Sc}.]{0,7}$/u;

/** What was typed as currencies, with commas or spaces between them. */
const typedMarks = (typed: string): string[] =>
  typed.split(/[\s,;]+/).filter((mark) => mark !== '');

/** The currency signs and codes among what was typed. */
export const declaredMarks = (typed: string): string[] =>
  typedMarks(typed).filter((mark) => MARK.test(mark));

/** Typed words that are not currencies. */
export const wrongMarks = (typed: string): string[] =>
  typedMarks(typed).filter((mark) => !MARK.test(mark));

/** Stated values, one a line: a comma may be part of one. */
export function statedValues(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** The names of a file's columns, as typed: one a line, or one line with commas. */
export function columnNames(text: string): string[] {
  const line = text.trim();
  return line === '' ? [] : line.split(line.includes('\n') ? '\n' : ',').map((name) => name.trim());
}

/** A question that is still to be answered; its name is that of its field. */
export type Unanswered = keyof Text['importing']['unanswered'];

/** `repeats`: whether a column that looks like ids has repeated values. */
export function unanswered(asked: Asked, settled: boolean, repeats: boolean): Unanswered[] {
  const isNew = asked.whose === 'new';
  const named = asked.rows === 'column';
  const open: Record<Unanswered, boolean> = {
    types: !settled,
    whose: asked.whose === '',
    join: asked.whose === 'join' && asked.join === '',
    unitName: isNew && asked.unitName.trim() === '',
    cap: isNew && asked.cap.trim() === '' && asked.capRho.trim() === '',
    rows: asked.rows === '',
    eachDiffers: asked.rows === 'each' && repeats && !asked.eachDiffers,
    personColumn: named && asked.personColumn === '',
    rowsPerPerson: named && rowsPerPerson(asked) === null,
  };
  return (Object.keys(open) as Unanswered[]).filter((one) => open[one]);
}

/** Types of the columns, as declared. */
export const schemaOf = (columns: Settled[]): Schema => ({
  columns: columns.map(({ name, type, dayOrder, values, decimals }) => ({
    name,
    type,
    values: type === 'text' ? statedValues(values) : [],
    ...(type === 'date' && dayOrder ? { day_order: dayOrder } : {}),
    ...(type === 'number' && decimals !== undefined ? { decimals } : {}),
  })),
});

/** The typed maximum of rows per unit, if it is a whole number from 1. */
export function rowsPerPerson({ rowsPerPerson: typed }: Asked): string | null {
  return /^[1-9]\d{0,14}$/.test(typed.trim()) ? typed.trim() : null;
}

/** Options of the import. `form` is how the file was read when it was looked at. */
export function optionsOf(asked: Asked, columns: Settled[], form: TableForm): ImportOptions {
  const stated = (text: string) => (text.trim() === '' ? null : text.trim());
  const level = (text: string) => (stated(text) === null ? null : pointed(text.trim()));
  const isNew = asked.whose === 'new';
  const named = asked.rows === 'column';
  return {
    name: stated(asked.name),
    schema: schemaOf(columns),
    form,
    person_column: named ? asked.personColumn : null,
    rows_per_person: named ? stated(asked.rowsPerPerson) : null,
    each_row_differs: !named && asked.eachDiffers,
    population: isNew ? stated(asked.population) : stated(asked.join),
    cap: isNew ? level(asked.cap) : null,
    unit_name: isNew ? stated(asked.unitName) : null,
    adjacency: isNew ? asked.adjacency : null,
    carried: isNew ? level(asked.carried) : null,
    cap_rho: isNew ? level(asked.capRho) : null,
    carried_rho: isNew ? level(asked.carriedRho) : null,
    new_people: isNew,
  };
}
