import { count, counted } from '../../lib/format';

/** A table on its way into the home. */
export const importing = {
  title: 'Import a table',
  sub: 'CSV; comma, semicolon or tab between the cells.',
  file: 'File',
  fileHint: 'Type a path, browse, or drop a file onto the window.',
  csvFiles: 'CSV',
  allFiles: 'All files',
  reading: 'Reading…',
  look: 'Look at it',
  summary: (file: string, rows: number, columns: number) =>
    `${file}: ${counted(rows, 'row', 'rows')}, ${counted(columns, 'column', 'columns')}`,
  name: 'Name of the dataset',
  cap: 'Cap on its loss, ε',
  capHint: 'The most ever sold on it, all listings together. Empty: no cap.',
  unit: 'What is protected: one privacy unit',
  unitRow: 'One row',
  unitPerson: 'One person, who may have several rows',
  personColumn: 'Column that names the person',
  rowsPerPerson: 'Most rows of one person',
  rowsPerPersonHint: 'No more of them count in a question; which do is chosen by a rule that favours none.',
  adjacency: 'What nobody can tell about it',
  addRemove: 'Whether the unit is in the data at all',
  replace: 'Which values the unit has; the number of units is public',
  importing: 'Importing…',
  importRows: (n: number) => `Import ${count(n)} rows`,
  cancel: 'Cancel',

  asRead: 'As it was read',
  separators: { tab: 'a tab', semicolon: 'a semicolon', comma: 'a comma' },
  sample: (separator: string, shown: number, rows: number) =>
    `Cells are separated by ${separator}. The first ${count(shown)} of ${count(rows)} rows.`,
  typeOf: (column: string) => `What ${column} holds`,
  settle: 'What each column holds is yours to say: a cell that does not fit its type is missing.',
  likeData: (names: string) => `The first line looks like data: ${names}. Then the file has no header.`,
  noHeader: 'The file has no header',
  columnNames: 'Names of the columns',
  columnNamesHint: 'In the file’s order, with commas between them.',
  missingCells: (n: number) => `${count(n)} missing`,
  missing: 'missing',
};
