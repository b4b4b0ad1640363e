import { counted } from '../digits';

/** A table in a database on its way into the home. */
export const linking = {
  title: 'Link a table',
  sub: 'The rows stay in your database. It computes each question by one SQL statement, and the noise is added here.',
  button: 'Link a database table',
  database: 'Database',
  databaseIntro:
    'Poundwise connects through a driver, which runs in a separate process without access to this home.',
  engine: 'Engine',
  engines: { postgresql: 'PostgreSQL', duckdb: 'DuckDB', spark: 'Spark Connect (Spark, Sail)' },
  address: 'Address',
  addressHint: {
    postgresql: 'For example postgresql://READER:PASSWORD@HOST/DATABASE.',
    duckdb: 'The file is opened to be read only.',
    spark: 'For example sc://HOST:15002.',
  },
  addressKept: 'The address is stored encrypted in this home.',
  file: 'DuckDB file',
  driver: 'Driver',
  driverFound: (file: string) => `Installed: ${file}. Leave this empty to use it.`,
  driverKept: (file: string) => `Leave this empty to keep ${file}.`,
  driverFiles: 'Libraries',
  connect: 'Connect',
  connecting: 'Connecting…',
  connected: (database: string, tables: number | null) =>
    tables === null
      ? `Connected to ${database}.`
      : `Connected to ${database}: ${counted(tables, 'table', 'tables')}.`,
  partlyConfined:
    'The driver is confined only in part. Linux 6.12 or newer confines it fully, unless it connects through a socket of this machine.',
  table: 'Table',
  tableIntro: 'A table or a view. No row of it is read now.',
  tableName: 'Schema and table',
  tableHint: 'SCHEMA.TABLE. A name with a point goes into double quotes.',
  look: 'Show columns',
  columns: 'Columns to use',
  column: 'Column',
  stored: 'Type in the database',
  type: 'Type here',
  notUsable:
    'Not usable. Cast it in a view to a decimal number with a stated scale, a text or a date.',
  use: (column: string) => `Use ${column}`,
  noColumns: 'Choose at least one column.',
  writable:
    'This database user can change the table. Poundwise only reads, but use a role that can do no more:',
  store: 'The rows',
  storeIntro: 'Choose where the rows of these columns are.',
  modes: {
    link: 'They stay in the database',
    snapshot: 'They are copied into this home',
  },
  modeHint: {
    link: 'The table can change. So each listing draws its own noise, and two listings of the same question add their losses. An auditor can check all sales, but cannot compute the numbers again from the table.',
    snapshot:
      'The rows are read once and stored encrypted, as those of a file. The copy does not change: the same question keeps its noise, and the database is not needed any more.',
  },
  confirm: { link: 'Link the table', snapshot: 'Copy the table' },
  linking: { link: 'Linking…', snapshot: 'Copying…' },
  relink: {
    button: 'Change the address',
    title: 'Address of the database',
    intro:
      'State the whole address again, for example with a new password or host. The table is looked up there. Listings and losses stay as they are.',
    confirm: 'Change the address',
    changing: 'Changing…',
  },
  facts: {
    database: 'database',
    table: 'table',
    driver: 'driver',
    linkedAt: 'linked',
    rows: 'in a database',
  },
  statement: 'Statement that the database runs',
  statementHint: 'This is all that is sent. Its answer has sums and counts, and no rows.',
  listedBefore: (titles: string[]) =>
    `The same question is already listed: ${titles.map((title) => `“${title}”`).join(', ')}. This listing draws new noise, so its loss is added to theirs.`,
  ofLinked:
    'A database computed these numbers from a linked table. Another listing of this question adds its loss, and the numbers cannot be computed again from the table.',
  showStatement: 'Show the statement',
};
