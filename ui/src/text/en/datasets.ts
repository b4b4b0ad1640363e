import { count, counted } from '../digits';
import type { DatasetState } from '../../platform/types/DatasetState';
import type { TableFileKind } from '../../platform/types/TableFileKind';
import type { TableForm } from '../../platform/types/TableForm';
import { fileKinds } from './importing';

/** The tables of a home. */
export const datasets = {
  title: 'Datasets',
  sub: 'Tables that never leave this home. Only noisy answers about them are sold.',
  sellOwn: 'Sell numbers of your own',
  importTable: 'Import a table',
  none: 'No dataset yet.',
  noneHint:
    'Import a file (CSV, Parquet, Excel): you check its columns and their types before it is stored.',
  dataset: 'Dataset',
  rows: 'Rows',
  privacyUnit: 'One privacy unit',
  populationAndLoss: 'Population and its loss',
  listings: 'Listings',
  imported: 'Imported',
  columnCount: (n: number) => counted(n, 'column', 'columns'),
  stateHead: 'State',
  states: { held: 'held', sealed: 'sealed', removed: 'removed' } satisfies Record<
    DatasetState,
    string
  >,

  listAttribute: 'List an attribute',
  noSuch: 'There is no dataset of that name in this home.',
  protected: 'Protected',
  unit: 'one privacy unit',
  neighbours: 'neighbours',
  replaced: 'one unit replaced',
  addedOrRemoved: 'one unit added or removed',
  personColumn: 'column that names the unit',
  mostRows: 'highest number of rows of one unit that count',
  rowsWithoutPerson: 'rows that name no unit, which count in no answer',
  rowCount: 'rows',
  shortRows: 'rows whose last cells are missing',
  readWith: 'read with',
  form: (
    kind: TableFileKind,
    separator: string,
    comma: boolean,
    unquoted: boolean,
    form: TableForm,
  ) => {
    const { first_line, header_rows, lines_below, currency, ignored, encoding, sheet } = form;
    return [
      fileKinds[kind],
      ...(kind === 'csv'
        ? [`${separator.toLowerCase()} between the cells`, `decimal ${comma ? 'comma' : 'point'}`]
        : []),
      ...(sheet ? [`sheet “${sheet}”`] : []),
      ...(unquoted ? ['no quotes'] : []),
      ...(encoding && encoding !== 'utf-8' ? [encoding.toUpperCase()] : []),
      ...(currency && currency.length > 0 ? [`without ${currency.join(' ')}`] : []),
      ...((first_line ?? 1) > 1 ? [`from line ${count(first_line ?? 1)}`] : []),
      ...((header_rows ?? 1) > 1 ? [`${count(header_rows ?? 1)} header rows`] : []),
      ...((lines_below ?? 0) > 0
        ? [`without ${counted(lines_below ?? 0, 'line', 'lines')} at the end`]
        : []),
      ...(ignored.length > 0 ? [`without ${ignored.join(', ')}`] : []),
    ].join(', ');
  },
  countsAreYours: 'These counts are for you alone. No document contains them.',
  importedAt: 'imported',
  population: 'Population',
  listingsOnIt: 'Listings of it',
  noListings: 'None yet.',
  columns: 'Columns',
  column: 'Column',
  type: 'Type',
  empty: 'Empty cells',
  notConforming: 'Cells that do not fit the type',
  rowsLost: 'Rows lost to a question about it',
  decimals: (n: number) => counted(n, 'decimal', 'decimals'),
  statedValues: (n: number) => counted(n, 'stated value', 'stated values'),
  types: { number: 'number', text: 'text', date: 'date' },
  ended: {
    held: (when: string) => when,
    sealed: (when: string) =>
      `Sealed on ${when}: its table, its counts and its secrets are erased. Its open listings are still sold. Its losses stay in its population.`,
    removed: (when: string) =>
      `Removed on ${when}: its table and its secrets are erased. Its losses stay in its population.`,
  } satisfies Record<DatasetState, (when: string) => string>,

  remove: {
    button: 'Remove…',
    title: (name: string) => `Remove the dataset “${name}”?`,
    intro:
      'Its table, its secret and the secrets of its questions are erased from this home. Its sales stay in its population’s loss, and the table is recognised when it is imported again. A dataset with an open listing cannot be removed. This cannot be undone. Earlier backups still have the data.',
    action: 'Erase and remove',
    keep: 'Keep it',
  },

  seal: {
    button: 'Seal…',
    title: (name: string) => `Seal the dataset “${name}”`,
    intro:
      'Sealing erases the data and the top seeds, so that an attacker who copies this home learns no more than the answers still for sale. This cannot be undone.',
    kept: 'Kept',
    keptNone: 'It has no open listing.',
    keptOne: (title: string, level: string) =>
      `${title}: the response at ${level}, from which every lower level is still sold`,
    erased: 'Erased',
    erasedTable: 'the table, its counts, its secret, and the digests by which it is recognised',
    erasedOne: (title: string, level: string) => `${title}, withdrawn; sold up to ${level}`,
    attacker: 'Afterwards, an attacker who copies this home has',
    attackerHas: (population: string, level: string, cap: string) =>
      `${level} of the population “${population}”, whose cap is ${cap}: the kept responses, and all other sales.`,
    others: (names: string[]) =>
      `The tables of ${names.join(', ')} are of the same population and stay in this home: an attacker who copies it would have their exact data.`,
    over: (level: string, cap: string) =>
      `**${level} is over the cap of ${cap}.** Withdraw listings before you seal: a withdrawn question is erased completely. Or accept it:`,
    accept: 'I accept that an attacker who copies this home could learn more than the cap.',
    after:
      'Openings can no longer be granted and ceilings no longer raised. The same table is not recognised when it is imported again.',
    backups: 'Earlier backups still have the data.',
    sure: (name: string) => `Erase the data of “${name}” for good.`,
    action: 'Erase and seal',
  },
};
