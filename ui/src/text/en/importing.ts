import type { DecimalSign } from '../../platform/types/DecimalSign';
import type { Encoding } from '../../platform/types/Encoding';
import type { Quotes } from '../../platform/types/Quotes';
import type { Grouping } from '../../platform/types/Grouping';
import type { SignForms } from '../../platform/types/SignForms';
import type { UnreadReason } from '../../platform/types/UnreadReason';
import type { Separator } from '../../platform/types/Separator';
import type { TableFileKind } from '../../platform/types/TableFileKind';
import { count, counted } from '../digits';

const named = (unit: string) => (unit === '' ? 'person' : unit);

/** Kinds of the files of tables. */
export const fileKinds: Record<TableFileKind, string> = {
  csv: 'CSV',
  parquet: 'Parquet',
  xlsx: 'Excel workbook (xlsx)',
  xlsm: 'Excel workbook (xlsm)',
  xlsb: 'Excel workbook (xlsb)',
  xls: 'Excel workbook (xls)',
  ods: 'OpenDocument workbook (ods)',
};

/** A table on its way into the home. */
export const importing = {
  title: 'Import a table',
  sub: 'In five steps. Nothing is stored before the last.',
  choose: 'choose…',
  summary: (file: string, rows: number, columns: number) =>
    `${file}: ${counted(rows, 'row', 'rows')}, ${counted(columns, 'column', 'columns')}`,
  file: 'The file',
  fileIntro:
    'CSV, Parquet, or a workbook of Excel or OpenDocument. A folder of Parquet files can be dropped onto the window.',
  path: 'File',
  fileHint: 'Browse for a file, or drop one onto the window.',
  tableFiles: 'Tables',
  allFiles: 'All files',
  noHeader: 'The file has no header: its first row is data.',
  names: 'Names of its columns',
  namesHint: 'In the order of the columns, with commas: “age, sex, income”.',
  needsNames: 'A file without a header needs names for its columns.',
  needsNamesHint: 'Write one name a column, with commas between them.',
  headerDoubt: (names: string[]) =>
    `${names.length === 1 ? 'A name in the header looks' : 'Names in the header look'} like data: ${names.map((name) => `“${name}”`).join(', ')}. If the first row is data, tick that the file has no header, and look at it again.`,
  reading: 'Reading…',
  look: 'Look at it',

  instead: (file: string) => `Import “${file}” instead?`,
  insteadIntro: (file: string) =>
    `What you filled in for “${file}” would be lost. Nothing of it is stored yet.`,
  insteadButton: (file: string) => `Import “${file}”`,
  keepThis: 'Keep what is filled in',

  kind: (kind: TableFileKind) => `Kind of the file: ${fileKinds[kind]}`,
  sheet: 'Sheet',
  sheetHint: 'The sheet that has the table.',

  asRead: 'As it was read',
  sample: (shown: number, rows: number) =>
    `The first ${count(shown)} of ${count(rows)} rows, as they are written.`,
  separator: 'Between the cells',
  separators: { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab' } satisfies Record<Separator, string>,
  separatorHint: 'It is proposed from the file. You settle it: no row changes it later.',
  quotes: 'Double quotes',
  quoteMarks: {
    double: 'Around cells',
    none: 'Characters like any other',
  } satisfies Record<Quotes, string>,
  encoding: 'Encoding of the text',
  encodings: {
    'utf-8': 'UTF-8',
    'utf-16le': 'UTF-16, low byte first',
    'utf-16be': 'UTF-16, high byte first',
    'utf-32le': 'UTF-32, low byte first',
    'utf-32be': 'UTF-32, high byte first',
    'windows-1252': 'Windows-1252, Western European',
    'windows-1250': 'Windows-1250, Central European',
    'iso-8859-1': 'ISO-8859-1, Western European',
    'iso-8859-15': 'ISO-8859-15, Western European with €',
  } satisfies Record<Encoding, string>,
  encodingHint: 'Choose another one if letters look wrong.',
  notAscii: (cells: string[]) => `Letters as they were read: ${cells.join(' · ')}`,
  shortRows: (n: number, line: number) =>
    `${counted(n, 'row has', 'rows have')} fewer cells than there are columns, the first at line ${count(line)}. The cells at the end are missing.`,
  overLines: (n: number, line: number) =>
    `${counted(n, 'row goes', 'rows go')} over several lines because a cell in quotes has a line end, the first at line ${count(line)}. If there are no such cells in the table, its quotes are wrong.`,
  decimal: 'Before the decimals of a number',
  decimals: {
    comma: 'Comma, as in 1.234,5',
    point: 'Point, as in 1234.5',
  } satisfies Record<DecimalSign, string>,
  decimalHint:
    'Of the whole file. With a comma, 1.234 is one thousand two hundred and thirty-four.',
  percent: (n: number) =>
    `Read 12 % as 12: ${count(n)} ${n === 1 ? 'cell is a number' : 'cells are numbers'} with a percent sign.`,
  missing: 'missing',
  more: 'Numbers, lines and columns',
  thousands: 'Between thousands',
  groupings: {
    none: 'Nothing: 1234567',
    comma: 'Commas: 1,234,567',
    point: 'Points: 1.234.567',
    space: 'Spaces: 1 234 567',
    apostrophe: 'Apostrophes: 1’234’567',
    indian: 'Commas, Indian: 12,34,567',
    any: 'Any of these marks',
  } satisfies Record<Grouping, string>,
  signs: 'Also read as numbers',
  signForms: {
    plus: '+5',
    dash: '−5, with a minus sign or a dash',
    trailing: '5−, with the sign after the number',
    brackets: '(5) as −5',
  } satisfies Record<keyof SignForms, string>,
  leadingZeros: '007 as 7',
  currency: 'Currencies beside numbers',
  currencyHint: 'Signs or codes that are left out, such as “€, EUR”.',
  noCurrency: (typed: string[]) =>
    `${typed.map((one) => `“${one}”`).join(', ')} ${typed.length === 1 ? 'is no currency, and was' : 'are no currencies, and were'} not taken.`,
  firstLine: 'Line at which the table begins',
  headerRows: 'Rows of the header',
  headerRowsHint: 'The first row has the names. The others are skipped.',
  linesBelow: 'Lines below the table',
  leaveOut: 'Leave out a column',
  ignored: (name: string) => `${name} is left out.`,
  takeBack: 'Take it back',
  trailing: 'Separators at the end of a line divide nothing.',
  nameless: (names: string[]) =>
    `${names.length === 1 ? 'A column has' : 'Columns have'} no name in the header: ${names.join(', ')}. Leave out what is not needed.`,
  linesAboveShown: (lines: string[]) =>
    `Above the table: ${lines.map((line) => `“${line}”`).join(', ')}`,
  linesBelowShown: (lines: string[]) =>
    `Below the table: ${lines.map((line) => `“${line}”`).join(', ')}`,

  types: {
    title: 'What each column holds',
    intro:
      'The types are proposed by what most cells look like. You settle them: no cell changes them later.',
    column: 'Column',
    type: 'Type',
    proposed: ' (proposed)',
    missingAsNumber: 'Missing cells, as numbers',
    missingAsText: 'Missing cells, as text',
    missingAsDate: 'Missing cells, as dates',
    dateLike: (example: string) => `date, such as ${example}`,
    notDate: (kind: TableFileKind, line: number, column: string, text: string) =>
      `${kind === 'csv' ? 'The row at line' : 'Row'} ${count(line)}, column ${column}: “${text}” is not a date in this order.`,
    withComma: (n: number) =>
      `${count(n)} ${n === 1 ? 'is a number' : 'are numbers'} with a comma, and not read as such. If it is before the decimals, choose the comma above; if it is between thousands, choose commas between thousands.`,
    withPoint: (n: number) =>
      `${counted(n, 'number has', 'numbers have')} points between thousands: 1.234 is read as 1234.`,
    rewritten: (n: number) =>
      `${counted(n, 'cell is', 'cells are')} compared without characters that show nothing, or in another form of Unicode`,
    notNumbers: (n: number) => `${count(n)} of them ${n === 1 ? 'is' : 'are'} no number`,
    notNumber: (kind: TableFileKind, line: number, column: string, text: string) =>
      `${kind === 'csv' ? 'The row at line' : 'Row'} ${count(line)}, column ${column}: “${text}” is not a number.`,
    reasons: {
      'decimal-sign': 'It is one with the other decimal sign.',
      grouping: 'Its marks between thousands are not chosen.',
      plus: 'It has a plus.',
      dash: 'It has a minus sign or a dash that is not chosen.',
      'trailing-sign': 'Its sign is after the number.',
      brackets: 'It is in parentheses.',
      percent: 'It has a percent sign.',
      'leading-zeros': 'It has leading zeros, as identifiers have.',
      currency: 'It has a currency that is not stated.',
      'too-many-digits': 'It has more than 37 digits.',
      'no-number': 'It is in no form of numbers.',
    } satisfies Record<UnreadReason['kind'], string>,
    missingMeans: (comma: boolean): string =>
      comma
        ? 'A cell that does not fit the type of its column is missing. As numbers, 7 and 7,0 and 7,00 are the same; as text they are three values.'
        : 'A cell that does not fit the type of its column is missing. As numbers, 7, 7.0 and 7.00 are the same; as text they are three values.',
    settle: (n: number) =>
      n === 1
        ? 'I have looked at the column: its type is right.'
        : `I have looked at all ${count(n)} columns: these types are right.`,
  },
  values: {
    title: (stated: number) =>
      stated === 0
        ? 'State the values of text columns'
        : `State the values of text columns (${count(stated)} stated)`,
    about:
      'A histogram of a text column takes its stated values as its bins, and counts every other text as “other”. They may also be left out, and stated in each listing.',
    column: 'Text column',
    of: (column: string) => `Values of ${column}`,
    hint: 'One per line: every value that is possible, not those that this table happens to have.',
    propose: 'Propose from the data',
    warning:
      'Stated values are public. Stating a value that only one person has reveals that this person is in the data: remove every value that you would not state without this table.',
    stated: (column: string, n: number) => `${column}: ${counted(n, 'value', 'values')}`,
  },
  whose: {
    title: 'Whose data it is',
    intro:
      'Loss and cap belong to a population: the people whose privacy it is, over all tables and numbers about them.',
    question: 'Are these people already here?',
    yes: 'Yes: some of them are in a population of this home',
    no: 'No: none of them is in a population of this home',
    noneYet: 'There is no population in this home yet.',
    population: 'Population',
    nameHint: 'Empty: the name of the dataset.',
  },
  units: {
    title: 'How rows belong to them',
    intro:
      'The noise hides everything that one privacy unit has in the table. A wrong answer here hides too little.',
    question: (unit: string) => `How rows belong to one ${named(unit)}`,
    each: (unit: string) => `Every row is a different ${named(unit)}`,
    eachWarning: (unit: string) =>
      `If one ${named(unit)} has 12 rows, its real loss is 12 times the stated one.`,
    repeated: (unit: string, column: string, most: number) =>
      `The column “${column}” looks like ids, and one of them is in ${counted(most, 'row', 'rows')}. If it names the ${named(unit)}, choose it below.`,
    eachDiffers: (unit: string) => `Nevertheless every row is a different ${named(unit)}.`,
    column: (unit: string) => `A column names the ${named(unit)}, which may have several rows`,
    personColumn: (unit: string) => `Column that names the ${named(unit)}`,
    rowsPerPerson: (unit: string) => `Highest number of rows of one ${named(unit)} that count`,
    rowsPerPersonHint:
      'Each question uses at most this many rows of one unit, chosen regardless of their order. The noise grows with this number. All rows are kept.',
    counted: (unit: string, used: number, rows: number, most: string) =>
      `A question about all rows uses ${count(used)} of ${count(rows)}: at most ${counted(Number(most), 'row', 'rows')} of each ${named(unit)}.`,
    found: (unit: string, units: number, most: number, nobody: number) =>
      `The column has ${counted(units, 'value', 'values')}, each taken for one ${named(unit)}; the most frequent is in ${counted(most, 'row', 'rows')}.${nobody === 0 ? '' : ` ${counted(nobody, 'row names', 'rows name')} nobody and ${nobody === 1 ? 'counts' : 'count'} in no question.`}`,
  },
  store: {
    title: 'Import it',
    intro:
      'The table is stored in this home, encrypted. Its types and its privacy unit cannot be changed afterwards.',
  },
  name: 'Name of the dataset',
  importing: 'Importing…',
  importRows: (n: number, used: number | null) =>
    used === null || used === n
      ? `Import ${counted(n, 'row', 'rows')}`
      : `Import ${counted(n, 'row', 'rows')}, of which a question uses ${count(used)}`,
  unanswered: {
    types: 'Look at the types, and say that they are right.',
    whose: 'Say whether these people are already here.',
    join: 'Choose the population that these people are of.',
    unitName: 'Say what one of them is called.',
    cap: 'State the cap of the new population: the most that its loss may ever become.',
    rows: 'Say whether every row is a different unit, or a column names it.',
    eachDiffers:
      'Ids repeat: choose the column that names the unit, or confirm that every row differs.',
    personColumn: 'Choose the column that names the unit.',
    rowsPerPerson:
      'State the highest number of rows of one unit that count: a whole number from 1.',
  },
};
