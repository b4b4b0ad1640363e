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
  sub: 'In five steps. The table is stored in the last one.',
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
  needsNamesHint: 'Enter one name for each column, with commas between them.',
  readAgain: 'The file or its header has changed since the preview.',
  readAgainHint: 'Click “Preview”, then check the types again.',
  headerDoubt: (names: string[]) =>
    `${names.length === 1 ? 'A name in the header looks' : 'Names in the header look'} like data: ${names.map((name) => `“${name}”`).join(', ')}. If the first row is data, tick that the file has no header, and preview it again.`,
  reading: 'Reading…',
  look: 'Preview',

  instead: (file: string) => `Import “${file}” instead?`,
  insteadIntro: (file: string) =>
    `Your entries for “${file}” would be lost. The file is not stored yet.`,
  insteadButton: (file: string) => `Import “${file}”`,
  keepThis: 'Keep my entries',

  kind: (kind: TableFileKind) => `Kind of the file: ${fileKinds[kind]}`,
  sheet: 'Sheet',
  sheetHint: 'The sheet that has the table.',

  asRead: 'Preview',
  sample: (shown: number, rows: number) =>
    `The first ${count(shown)} of ${count(rows)} rows, as written in the file.`,
  separator: 'Column separator',
  separators: { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Bar' } satisfies Record<
    Separator,
    string
  >,
  separatorHint: 'Proposed from the file. It is fixed once you import the table.',
  quotes: 'Double quotes',
  quoteMarks: {
    double: 'Around cells',
    none: 'Ordinary characters',
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
  encodingHint: 'Choose another encoding if letters look wrong.',
  notAscii: (cells: string[]) => `Letters in the file: ${cells.join(' · ')}`,
  shortRows: (n: number, line: number) =>
    `${counted(n, 'row has', 'rows have')} fewer cells than there are columns, the first at line ${count(line)}. The cells at the end are missing.`,
  overLines: (n: number, line: number) =>
    `${counted(n, 'row goes', 'rows go')} over several lines because a cell in quotes has a line end, the first at line ${count(line)}. If the table has no such cells, its quotes are wrong.`,
  decimal: 'Decimal separator',
  decimals: {
    comma: 'Comma, as in 1.234,5',
    point: 'Point, as in 1234.5',
  } satisfies Record<DecimalSign, string>,
  decimalHint:
    'For the whole file. With a comma, 1.234 is one thousand two hundred and thirty-four.',
  percent: (n: number) =>
    `Read 12 % as 12: ${count(n)} ${n === 1 ? 'cell is a number' : 'cells are numbers'} with a percent sign.`,
  missing: 'missing',
  more: 'Numbers, lines and columns',
  thousands: 'Thousands separator',
  groupings: {
    none: 'None: 1234567',
    comma: 'Commas: 1,234,567',
    point: 'Points: 1.234.567',
    space: 'Spaces: 1 234 567',
    apostrophe: 'Apostrophes: 1’234’567',
    indian: 'Commas, Indian: 12,34,567',
    any: 'Any of these separators',
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
  currencyHint: 'Signs or codes to ignore, such as “€, EUR”.',
  noCurrency: (typed: string[]) =>
    `${typed.map((one) => `“${one}”`).join(', ')} ${typed.length === 1 ? 'is not a currency and was' : 'are not currencies and were'} ignored.`,
  firstLine: 'First line of the table',
  headerRows: 'Rows of the header',
  headerRowsHint: 'The first row has the names. The others are skipped.',
  linesBelow: 'Lines below the table',
  leaveOut: 'Leave out a column',
  ignored: (name: string) => `${name} is left out.`,
  takeBack: 'Restore it',
  trailing: 'Ignore separators at the end of a line.',
  nameless: (names: string[]) =>
    `${names.length === 1 ? 'A column has' : 'Columns have'} no name in the header: ${names.join(', ')}. Leave out the columns that you do not need.`,
  linesAboveShown: (lines: string[]) =>
    `Above the table: ${lines.map((line) => `“${line}”`).join(', ')}`,
  linesBelowShown: (lines: string[]) =>
    `Below the table: ${lines.map((line) => `“${line}”`).join(', ')}`,

  types: {
    title: 'Types of the columns',
    intro:
      'The types are proposed from the form of most cells. They are fixed once you import the table.',
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
      `${count(n)} ${n === 1 ? 'is a number' : 'are numbers'} with a comma and not read as such. Choose the comma as decimal separator above, or as thousands separator.`,
    withPoint: (n: number) =>
      `${counted(n, 'number has', 'numbers have')} points between thousands: 1.234 is read as 1234.`,
    rewritten: (n: number) =>
      `${counted(n, 'cell is', 'cells are')} compared without invisible characters, or in another form of Unicode`,
    notNumbers: (n: number) => `${counted(n, 'cell is not a number', 'cells are not numbers')}`,
    notNumber: (kind: TableFileKind, line: number, column: string, text: string) =>
      `${kind === 'csv' ? 'The row at line' : 'Row'} ${count(line)}, column ${column}: “${text}” is not a number.`,
    reasons: {
      'decimal-sign': 'It has the other decimal separator.',
      grouping: 'Its thousands separator is not chosen.',
      plus: 'It has a plus.',
      dash: 'It has a minus sign or a dash that is not chosen.',
      'trailing-sign': 'Its sign is after the number.',
      brackets: 'It is in parentheses.',
      percent: 'It has a percent sign.',
      'leading-zeros': 'It has leading zeros, as identifiers have.',
      currency: 'It has a currency that is not stated.',
      'too-many-digits': 'It has more than 37 digits.',
      'no-number': 'It does not have the form of a number.',
    } satisfies Record<UnreadReason['kind'], string>,
    missingMeans: (comma: boolean): string =>
      comma
        ? 'A cell that does not fit the type of its column is missing. As numbers, 7 and 7,0 and 7,00 are the same; as text they are three values.'
        : 'A cell that does not fit the type of its column is missing. As numbers, 7, 7.0 and 7.00 are the same; as text they are three values.',
    settle: (n: number) =>
      n === 1
        ? 'I have checked the column: its type is right.'
        : `I have checked all ${count(n)} columns: their types are right.`,
  },
  values: {
    title: (stated: number) =>
      stated === 0
        ? 'State the values of text columns'
        : `State the values of text columns (${count(stated)} stated)`,
    about:
      'A histogram of a text column takes its stated values as its bins, and counts every other text as “other”. You can also leave them out here and state them in each listing.',
    column: 'Text column',
    of: (column: string) => `Values of ${column}`,
    hint: 'One per line. State every possible value, not the values that happen to be in this table.',
    propose: 'Propose from the data',
    warning:
      'Stated values are public. A stated value that only one person has reveals that this person is in the data. Remove every value that you would not state without this table.',
    stated: (column: string, n: number) => `${column}: ${counted(n, 'value', 'values')}`,
  },
  whose: {
    title: 'Population',
    intro:
      'Loss and cap belong to a population: the people whose privacy one cap protects, over all tables and numbers about them.',
    question: 'Are these people already here?',
    yes: 'Yes: some of them are in a population of this home',
    no: 'No: they are in no population of this home',
    noneYet: 'There is no population in this home yet.',
    population: 'Population',
    nameHint: 'Empty: the name of the dataset.',
  },
  units: {
    title: 'Rows of one unit',
    intro:
      'The noise hides all rows of one privacy unit. With a wrong answer here it hides too little.',
    question: (unit: string) => `How rows belong to one ${named(unit)}`,
    each: (unit: string) => `Every row is a different ${named(unit)}`,
    eachWarning: (unit: string) =>
      `If one ${named(unit)} has 12 rows, its real loss is 12 times the stated one.`,
    repeated: (unit: string, column: string, most: number) =>
      `The column “${column}” looks like ids, and one of them is in ${counted(most, 'row', 'rows')}. If it names the ${named(unit)}, choose it below.`,
    eachDiffers: (unit: string) => `Every row is a different ${named(unit)} nevertheless.`,
    column: (unit: string) => `A column names the ${named(unit)}, which may have several rows`,
    personColumn: (unit: string) => `Column that names the ${named(unit)}`,
    rowsPerPerson: (unit: string) => `Highest number of rows of one ${named(unit)} that count`,
    rowsPerPersonHint:
      'Each question uses at most this many rows of one unit, chosen regardless of their order. The noise grows with this number. All rows are kept.',
    counted: (unit: string, used: number, rows: number, most: string) =>
      `A question about all rows uses ${count(used)} of ${count(rows)}: at most ${counted(Number(most), 'row', 'rows')} of each ${named(unit)}.`,
    found: (unit: string, units: number, most: number, nobody: number) =>
      `The column has ${counted(units, 'value', 'values')}, each taken for one ${named(unit)}; the most frequent is in ${counted(most, 'row', 'rows')}.${nobody === 0 ? '' : ` ${counted(nobody, 'row names', 'rows name')} no ${named(unit)} and ${nobody === 1 ? 'is' : 'are'} not counted.`}`,
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
    types: 'Check the types and confirm that they are right.',
    whose: 'Choose whether these people are already here.',
    join: 'Choose the population of these people.',
    unitName: 'Enter a name for one unit.',
    cap: 'State the cap of the new population: the highest loss that it may ever reach.',
    rows: 'Choose whether every row is a different unit, or a column names the unit.',
    eachDiffers:
      'Ids repeat: choose the column that names the unit, or confirm that every row differs.',
    personColumn: 'Choose the column that names the unit.',
    rowsPerPerson:
      'State the highest number of rows of one unit that count: a whole number from 1.',
  },
};
