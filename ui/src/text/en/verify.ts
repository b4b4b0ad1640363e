import { count, counted } from '../digits';
import type { NoiseVerdict } from '../../platform/types/NoiseVerdict';
import type { AuditState } from '../../platform/types/AuditState';
import type { AuditVerdict } from '../../platform/types/AuditVerdict';

export const verify = {
  title: 'Verify',
  sub: 'Ledgers, bundles, copies and checkpoints of any owner, or a market’s published ledgers. Needs no home and no network.',
  checked: (files: number) => `${counted(files, 'file')} checked, offline`,
  file: 'File or market to check',
  fileHint: 'Type a path or a market’s address (file:///…), browse, or drop files onto the window.',
  thisMarket: 'Add this home’s market',
  add: 'Add',
  browse: 'Browse…',
  browseFor: 'Browse for files to check',
  choose: 'Files to check',
  known: 'Ledgers, bundles, copies, checkpoints',
  allFiles: 'All files',
  leaveOut: 'leave out',
  leaveOutFile: (file: string) => `Leave out ${file}`,
  checking: 'Checking…',
  checkAgain: 'Check again',
  check: 'Check',
  startOver: 'Start over',
  everything: 'Every signature, price, level and hash is checked.',

  replay: {
    title: 'Replay with an opening',
    about:
      'An owner can grant you an opening of a listing. With it every release in the files is computed again from the seeds and the data, and compared bit for bit.',
    opening: 'Opening',
    openingHint:
      'A file that an owner made for this home. Give the owner’s ledger and the bundles above too.',
    openings: 'Openings',
    forget: 'Without it',
    needsHome: 'An opening is encrypted to one home: open the home that it was granted to.',
    recipient: 'Your age recipient, for owners who open a listing to you',
    recipientWhat: 'your age recipient',
    check: 'Check and replay',
    result: 'Replay',
    same: (n: number) => `${counted(n, 'release')} computed again: all the same, bit for bit.`,
    differ: (wrong: number, all: number) =>
      `${count(wrong)} of ${counted(all, 'release')} computed again: not the same.`,
    none: 'No release was computed again.',
    commitment: (right: boolean): string =>
      right
        ? 'The opening is what the listing committed to: signer, seeds, data.'
        : 'The opening is not what the listing committed to.',
  },

  /** The outcome in one sentence. */
  headline: {
    wrong: (n: number) => (n === 1 ? 'One thing is wrong.' : `${count(n)} things are wrong.`),
    nothing: 'Nothing could be checked.',
    copies: (n: number) =>
      n === 1
        ? 'Everything holds: one holder’s copy, signed by its maker; the owner did not sign its values.'
        : `Everything holds: ${count(n)} holders’ copies, signed by their makers; no owner signed their values.`,
    signed: 'Everything holds: what was signed is as it was signed.',
    purchases: (n: number) =>
      `Everything holds: ${counted(n, 'purchase')}, signed, in the log and at the tariff’s price.`,
    ledger: (n: number) =>
      `Everything holds: ${counted(n, 'receipt')}, one unbroken log, ε and money add up.`,
    ledgers: (n: number, owners: number) =>
      `Everything holds: ${counted(n, 'receipt')} in ${count(owners)} unbroken logs, ε and money add up.`,
  },

  detail: {
    consists: 'What it consists of',
    lookedAt: 'Looked at',
    comparedWith: 'Compared with',
    times: 'Times',
    wrongTimes: 'Wrong',
    findings: 'What is wrong',
    oneByOne: 'One by one',
    firstOf: (shown: number, all: number) => `the first ${count(shown)} of ${count(all)}`,
    agrees: 'agrees',
    differs: 'differs',
    byHand: 'By hand',
    notMade: 'There was nothing in these files to make this check on.',
    wrongOf: (failed: number, made: string) => `${count(failed)} of ${made} wrong`,
    nothingGiven: 'nothing given',
  },

  noise: {
    title: 'Increments against their law',
    verdict: {
      'too-few': 'too few values to tell',
      consistent: 'consistent with honest noise',
      'not-consistent': 'not consistent with honest noise',
    } satisfies Record<NoiseVerdict, string>,
    figure: 'Changes from release to release',
    across: (width: number) =>
      width === 1 ? 'change, in lattice steps' : `change, in lattice steps, ${count(width)} a bar`,
    /** Of which bundles a verdict holds. */
    scope: {
      ofAll: 'in all bundles of the ledger',
      ofSome: 'in the bundles given; which are missing is not known',
      ifNotChosen: 'in the bundles given, if they were not chosen by their values',
    },
    legend: 'Bars: what was released. Line: what honest noise gives.',
    samples: 'samples',
    pairs: (n: number) => counted(n, 'pair of releases', 'pairs of releases'),
    unchanged: 'unchanged',
    unchangedOf: (n: string, expected: string, low: string, high: string) =>
      `${n}; honest noise: ${expected}, ${low} to ${high} (95%)`,
    chi: 'χ²',
    chiOn: (statistic: string, degrees: number) =>
      `${statistic} on ${count(degrees)} degrees of freedom`,
    p: 'p, over all sizes',
    pUnchanged: 'p, of no change',
    alarms: 'false alarms',
    alarmsAt: (rate: string) =>
      `fewer than 1 in ${rate} audits of bundles that were not chosen by their values`,
    steps: 'From which releases',
  },

  report: {
    advice: {
      holds: 'holds',
      wrong: 'do not rely on it',
      nothing_checked: 'nothing checked',
    } satisfies Record<AuditVerdict, string>,
    state: {
      holds: 'holds',
      wrong: 'wrong',
      not_checked: 'not checked',
    } satisfies Record<AuditState, string>,
    held: (held: number, all: number, findings: number) =>
      `${counted(held, 'check')} of ${count(all)} made and held${findings > 0 ? `; ${counted(findings, 'finding')} below` : ''}.`,
    wrong: 'What is wrong',
    check: 'Check',
    finding: 'Finding',
    where: 'Where',
    line: (n: number) => `line ${count(n)}`,
    entry: (sequence: number) => `entry no. ${count(sequence)}`,
    first: (shown: number, all: number, saved: number) =>
      `The first ${shown} of ${count(all)}; the saved report has up to ${saved}.`,
    checks: 'Checks',
    against: 'Against',
    found: 'Found',
    outcome: 'Outcome',
    copies: 'Holders’ copies',
    copiesWhy:
      'Made more private and signed by a holder. The owner of the data did not sign these values. Copies of several holders together can tell up to what those holders hold.',
    copyBy: (file: string, maker: string) => `${file}, by ${maker}`,
    noRelease: 'the release it names was not given',
    releaseIn: (file: string) => `its release is in ${file}`,
    subjects: 'Whose records',
    listingBeside: (log: string) => `${log} (a listing of its owner)`,
    noName: 'no name given',
    nobody: 'Nobody’s.',
    limits: 'What no check of these files can tell',
    keep: 'Keep the report',
    file: 'File of the report',
    save: 'Save the report',
    format: 'Format',
    html: 'HTML, to read and print',
    json: 'JSON, for programs',
  },

  books: {
    title: (owner: string) => `Books of ${owner === '' ? 'the owner' : owner}`,
    partial: 'From single bundles only: other sales are not shown here.',
    receipts: 'receipts',
    buyers: 'buyers',
    received: 'money received',
    credit: 'sold on credit',
    openings: 'openings granted',
    loss: 'loss, on shared paths',
    independent: 'had releases been independent',
    populations: 'Populations, loss against cap',
    populationLoss: 'Loss of the population',
    oneUnit: (unit: string) => `one unit: ${unit}`,
    questions: (n: number) => counted(n, 'question'),
    carries: (level: string) => `brings ${level} from elsewhere`,
    opened: (n: number) => `${counted(n, 'opening')} granted`,
    listings: 'Questions, highest ε sold against ceiling',
    listingSold: (title: string) => `Sold of ${title}`,
  },

  missing: {
    title: 'Bundles given, and missing',
    why: 'A test of the noise keeps its rate of false alarms only for bundles that nobody chose by their values. Whether all were given, only the whole ledger shows.',
    none: (title: string, given: number) =>
      given === 1
        ? `“${title}”: the one bundle of the ledger was given.`
        : `“${title}”: all ${count(given)} bundles of the ledger were given.`,
    unknown: (title: string, given: number) =>
      `“${title}”: ${counted(given, 'bundle was', 'bundles were')} given; without the whole ledger it is not known which are missing.`,
    some: (title: string, given: number, missing: number, numbers: string, more: number) =>
      `“${title}”: ${counted(given, 'bundle was', 'bundles were')} given; ${count(missing)} missing, of ${missing === 1 ? 'receipt' : 'receipts'} no. ${numbers}${more > 0 ? ` and ${count(more)} more` : ''}.`,
  },
};
