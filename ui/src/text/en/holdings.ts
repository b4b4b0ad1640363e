import { count, counted } from '../digits';

/** Parts of a citation. */
export type Cited = Record<
  'owner' | 'title' | 'query' | 'level' | 'date' | 'listing' | 'receipt' | 'key' | 'version',
  string
>;

export const holdings = {
  title: 'Holdings',
  bought: (n: number) => `${counted(n, 'answer')} bought and verified`,
  none: 'You have no holdings yet.',
  orderOn: 'Order an answer on the',
  market: 'market',
  thenCollect: '. When the seller has approved the order, collect the answer under',
  orders: 'Orders',
  thenCollectEnd: '.',
  numbers: (n: number) => counted(n, 'number'),

  noSuch: 'No such holding',
  sub: (query: string, seller: string, level: string, settled: string) =>
    `${query} · from ${seller} · ${level}: ${settled}`,
  paid: (price: string) => `${price} paid`,
  onCredit: (price: string) => `on credit, ${price} owed if not paid yet`,
  freeOfCharge: 'free of charge',
  freeInstead: (price: string) => `free of charge (list price ${price})`,
  full: 'the highest level sold',
  topUp: 'Top up',

  now: {
    title: (level: string) => `Now, at ${level}`,
    verified: 'receipt verified',
    estimate: (unit: string) => (unit === '' ? 'Estimate' : `Estimate, ${unit}`),
    firstOf: (shown: number, all: number) =>
      `The table and the choice below have the first ${count(shown)} of ${count(all)}; the export has all.`,
    cells: (rows: string, columns: string) => `Rows by ${rows} and ${columns}`,
    group: (column: string, label: string) => `${column}: ${label}`,
    each: (width: string) => `Each number ${width}`,
    part: (axes: string) =>
      `The table has the first ${axes}. All the other cells are in the export.`,
    partOf: (shown: number, all: number, column: string) =>
      `${count(shown)} of ${count(all)} bins of ${column}`,
    partAnd: ' and the first ',
    noise: 'The law of the noise is public. The noise itself is secret.',
    follow: 'Show the history of',
  },

  path: {
    title: (label: string | null) => `How ${label === null ? 'it' : `“${label}”`} got here`,
    answer: (unit: string) => (unit === '' ? 'Answer' : `Answer, ${unit}`),
  },

  quote: {
    title: 'Quote it',
    answer: 'The answer as text',
    answerWhat: 'the answer as text',
    citation: 'Citation',
    citationWhat: 'the citation',
    heading: (title: string, level: string) => `${title}, at ${level}, with 95% noise intervals:`,
    line: (label: string, estimate: string, interval: string) =>
      `${label}: ${estimate} (${interval})`,
    none: (label: string, why: string) => `${label}: ${why}`,
    more: (n: number) => `and ${count(n)} more`,
    /** Owner, title, date, documents, level and program. */
    cite: (one: Cited) =>
      `${one.owner}: “${one.title}” (${one.query}), ${one.level}, ${one.date}. Listing ${one.listing}, receipt ${one.receipt}, owner’s key ${one.key}. Poundwise ${one.version}.`,
  },

  counts:
    'Paid, on credit and free count receipts. A receipt on credit counts as on credit even after you have paid it.',

  receipts: {
    title: 'Receipts',
    bought: 'Bought',
    step: 'ε from → to',
    settled: 'Settled',
    width: '± 95%',
    changed: 'Numbers that changed',
    receipt: 'Receipt',
    first: 'the first answer',
    changedOf: (changed: number, all: number) => `${count(changed)} of ${count(all)}`,
    number: (number: number) => `no. ${number}`,
    logged: 'in the log',
  },

  exports: {
    numbers: 'Use the numbers elsewhere',
    numbersFile: 'File of the numbers',
    export: 'Export',
    format: 'Format',
    csv: 'CSV, for spreadsheets',
    json: 'JSON, for programs',
    parquet: 'Parquet, for data frames',
    rowEach:
      'One row for each estimate: label, estimate, both ends of the 95% noise interval, unit, ε, ρ, owner, listing, receipt, date.',
    lattice: 'Also the raw noise lattice',
    latticeWhy: 'The released integers from which the answer is computed, in a separate file.',
    latticeFile: 'File of the raw noise lattice',
    latticeWritten: (file: string, size: string) => `Raw noise lattice: ${file}, ${size}`,
    read: 'Read it in',
    python: 'Python',
    r: 'R',
    codeWhat: 'the code that reads the file',
    auditor: 'Show it to an auditor',
    bundleFile: 'File of the bundle',
    bundle: 'Export the bundle',
    receipt: 'Receipt',
    receiptOf: (number: number, level: string, date: string) => `no. ${number}, ${level}, ${date}`,
    copy: 'Noisier copy to share',
    copyWhy: (seller: string) =>
      `Noise is added to your answer. You sign the copy, not ${seller}. A copy is made once for each level: all your copies together reveal no more than the highest of them. Copies of several holders together can reveal as much as those holders hold.`,
    copyFile: 'File of the copy',
    makeCopy: 'Make the copy',
    level: 'Level, as ε',
    levelHint: (held: string) => `Below the ${held} you hold.`,
    made: (level: string, accuracy: string, again: boolean) =>
      `${level}: ${accuracy}${again ? ', the same as before' : ''}`,
  },
};
