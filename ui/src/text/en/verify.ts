import { count, counted } from '../digits';
import type { AuditNeeded } from '../../platform/types/AuditNeeded';
import type { AuditState } from '../../platform/types/AuditState';
import type { AuditVerdict } from '../../platform/types/AuditVerdict';

export const verify = {
  title: 'Verify',
  sub: 'Ledgers, bundles, copies and checkpoints of any owner, or a market’s published ledgers. Needs no home and no network.',
  checked: (files: number) => `${counted(files, 'file')} checked, offline`,
  file: 'File or market to check',
  fileHint: 'Browse for files, or drop them onto the window.',
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
  outdated: 'The list of files has changed. The result below is for the previous files.',
  checkAgain: 'Check again',
  check: 'Check',
  startOver: 'Start over',
  everything: 'Every signature, price, level and hash in these files is checked.',

  replay: {
    title: 'Replay with an opening',
    about:
      'An owner can grant you an opening of a listing. Every release in the files is then computed again from the seeds and the data and compared bit for bit.',
    opening: 'Opening',
    openingHint:
      'A file that an owner made for this home. Also add the owner’s ledger and the bundles above.',
    openings: 'Openings',
    forget: 'Without it',
    needsHome: 'An opening is encrypted to one home: open the home that it was granted to.',
    recipient: 'Your encryption key (age1…), for owners who grant you an opening',
    recipientWhat: 'your encryption key',
    check: 'Check and replay',
    result: 'Replay',
    same: (n: number) => `${counted(n, 'release')} computed again: all the same, bit for bit.`,
    differ: (wrong: number, all: number) =>
      `${count(wrong)} of ${counted(all, 'release')} computed again: not the same.`,
    none: 'No release was computed again.',
    commitment: (right: boolean): string =>
      right
        ? 'Signer, seeds and data of the opening match the commitments of the listing.'
        : 'The opening does not match the commitments of the listing.',
  },

  /** Checks not made, and the file that is missing. */
  coverage: {
    title: 'Not checked',
    add: {
      ledger: 'Add a ledger…',
      bundles: 'Add bundles…',
      checkpoint: 'Add a checkpoint…',
      opening: 'Add an opening…',
    } satisfies Record<AuditNeeded, string>,
    leftOut: (files: string[]) => `Not part of the books: left out. ${files.join(', ')}`,
    files: {
      ledger: 'Ledgers',
      bundles: 'Bundles',
      checkpoint: 'Checkpoints',
      opening: 'Openings',
    } satisfies Record<AuditNeeded, string>,
  },

  detail: {
    consists: 'Comparisons',
    lookedAt: 'Checked',
    comparedWith: 'Compared with',
    times: 'Times',
    wrongTimes: 'Wrong',
    findings: 'Findings',
    oneByOne: 'One by one',
    firstOf: (shown: number, all: number) => `the first ${count(shown)} of ${count(all)}`,
    agrees: 'agrees',
    differs: 'differs',
    byHand: 'By hand',
    notMade: 'These files contain no document for this check.',
    /** A check that was not made, by the file that it is made on. */
    lacks: {
      ledger: 'no ledger given',
      bundles: 'no bundles given',
      checkpoint: 'no other checkpoint given',
      opening: 'no opening given',
    } satisfies Record<AuditNeeded, string>,
    /** A check that was not made of everything: some files of the kind were given. */
    lacksSome: {
      ledger: 'not the ledger of every owner given',
      bundles: 'not all bundles given',
      checkpoint: 'not another checkpoint of every owner given',
      opening: 'not an opening of every listing given',
    } satisfies Record<AuditNeeded, string>,
  },

  noise: {
    title: 'Increments and the law of the noise',
    figure: 'Changes from release to release',
    across: (width: number) =>
      width === 1 ? 'change, in lattice steps' : `change, in lattice steps, ${count(width)} a bar`,
    legend: 'Bars: released values. Line: honest noise.',
    samples: 'samples',
    pairs: (n: number) => counted(n, 'pair of releases', 'pairs of releases'),
    unchanged: 'unchanged',
    unchangedOf: (n: string, expected: string, low: string, high: string) =>
      `${n}; honest noise: ${expected}, ${low} to ${high} (95%)`,
    chi: 'χ²',
    chiOn: (statistic: string, degrees: number) =>
      `${statistic} on ${count(degrees)} degrees of freedom`,
    p: 'p, over all sizes',
    pUnchanged: 'p, for the number unchanged',
    alarms: 'false alarms',
    alarmsAt: (rate: string) =>
      `fewer than 1 in ${rate} audits of bundles that were not chosen by their values`,
    steps: 'Releases compared',
  },

  report: {
    advice: {
      holds: 'right',
      wrong: 'do not rely on it',
      newer_version: 'update Poundwise',
      nothing_checked: 'nothing checked',
    } satisfies Record<AuditVerdict, string>,
    /** Holds, with a file missing. */
    partly: 'right as far as checked',
    state: {
      holds: 'right',
      wrong: 'wrong',
      not_checked: 'not checked',
    } satisfies Record<AuditState, string>,
    held: (held: number, all: number, findings: number) =>
      `${counted(held, 'check')} of ${count(all)} made and right${findings > 0 ? `; ${counted(findings, 'finding')} below` : ''}.`,
    wrong: 'Findings',
    check: 'Check',
    finding: 'Finding',
    where: 'Where',
    first: (shown: number, all: number, saved: number) =>
      `The first ${count(shown)} of ${count(all)}; the saved report has up to ${count(saved)}.`,
    checks: 'Checks',
    against: 'Against',
    found: 'Found',
    outcome: 'Outcome',
    copies: 'Holders’ copies',
    copiesWhy:
      'Each holder added noise to the values and signed them. The owner of the data did not sign these values. Copies of several holders together can reveal as much as those holders hold.',
    copyBy: (file: string, maker: string) => `${file}, by ${maker}`,
    noRelease: 'the release it names was not given',
    releaseIn: (file: string) => `its release is in ${file}`,
    subjects: 'Whose records',
    noName: 'no name given',
    nobody: 'No owner was found.',
    limits: 'Limitations of this audit',
    keep: 'Save the report',
    file: 'File of the report',
    save: 'Save the report',
    format: 'Format',
    html: 'HTML, to read and print',
    json: 'JSON, for programs',
  },

  books: {
    title: (owner: string) => `Books of ${owner === '' ? 'the owner' : owner}`,
    partial: 'These books contain only the purchases in the bundles given, not a whole ledger.',
    receipts: 'receipts',
    buyers: 'buyers',
    received: 'money received',
    credit: 'sold on credit',
    onCredit: (sum: string) => `${sum} on credit`,
    free: 'free',
    insteadOf: (n: number, sum: string) => `${count(n)} (list price ${sum})`,
    counts:
      'Money received is the sum of the receipts settled as paid. A sale on credit stays on credit here even after it is paid, since no receipt records the payment. Free sales count no money; their list price is shown beside them.',
    openings: 'openings granted',
    loss: 'loss, with shared noise paths',
    independent: 'if the releases were independent',
    populations: 'Populations, loss against cap',
    populationLoss: 'Loss of the population',
    oneUnit: (unit: string) => `one unit: ${unit}`,
    questions: (n: number) => counted(n, 'question'),
    carries: (level: string) => `${level} from earlier releases`,
    opened: (n: number) => `${counted(n, 'opening')} granted`,
    listings: 'Questions, highest ε sold against ceiling',
    listingSold: (title: string) => `Sold of ${title}`,
  },

  missing: {
    title: 'Bundles given, and missing',
    why: 'A test of the noise keeps its false-alarm rate only for bundles that were not chosen by their values. Only the whole ledger shows whether all were given.',
  },
};
