import { count, counted } from '../digits';
import type { StandingState } from '../../platform/types/StandingState';

type Stands = Exclude<StandingState, 'newest'>;
const numbers = (list: number[]) => list.map(count).join(', ');

/** Standing of a home with respect to its own ledger outside of it. */
export const standing = {
  title: {
    behind: 'This home is an old copy of itself',
    lacking: 'This home cannot sell until it has caught up',
    'two-histories': 'This home can no longer sell',
    'given-up': 'This home was given up',
    unconfirmed: 'Confirm that this is the newest copy of this home',
    unknown: 'It is not known whether this is the newest copy of this home',
  } satisfies Record<Stands, string>,
  why: {
    behind:
      'You can open and read it and collect deliveries. Until it has caught up, it cannot sell, grant, seal or copy, because this would sign two histories of one ledger. If there is a newer copy of this home, use that one.',
    lacking:
      'This home lacks entries that the market lacks too. You can still read, collect and export.',
    'two-histories': 'You can still read, collect and export.',
    'given-up':
      'It can no longer sell. Its losses are in a file for the new home. You can still read, collect and export.',
    unconfirmed:
      'This machine does not know the length of this home’s ledger. The market has no newer entries, but its operator could hide them. This home cannot sell until you confirm.',
    unknown: 'It cannot sell until this is known, because an old copy must not sell.',
  } satisfies Record<Stands, string>,
  entries: (n: string) => `Entries of its ledger here: ${n}.`,
  what: 'Catching up reads the missing entries from the market, where they are stored encrypted for this home. Afterwards its rules are paused. Newer listings that are not in this home are withdrawn and count at their ceilings. Answers that it had bought before get no new copies.',
  /** The home was opened by its recovery key. */
  recovered: {
    title: 'You opened this home with its recovery key',
    what: 'If you forgot the passphrase, set a new one. The recovery key is accepted instead of the passphrase and does not change.',
    set: 'Set a new passphrase',
    keep: 'Keep the passphrase',
  },
  /** A new recovery key is not kept yet. */
  clock: {
    title: 'Is this machine’s clock right?',
    what: 'Signed documents keep this time forever. If the clock is wrong, cancel, set the clock and try again.',
    confirm: 'The clock is right',
    cancel: 'Cancel',
  },
  unkept: {
    title: 'The new recovery key is not saved yet',
    what: (home: string) =>
      `The key of the home “${home}” is shown until you confirm that you have saved it. It cannot be shown again after the home is closed or the app quits.`,
    show: 'Show the key',
    first: 'The new recovery key is not saved yet. Save it, print it or type its end first.',
    closing: 'Close the home without its recovery key?',
    lost: 'The new recovery key is not saved yet and cannot be shown again. No other key is accepted. If you forget the passphrase, you cannot open this home.',
    stay: 'Do not close it',
  },
  /** A recovery key was shown before, and nobody said that it is kept. */
  neverKept: {
    title: 'Have you saved the recovery key of this home?',
    what: 'It was shown once, but never confirmed as saved. If you do not have it, make a new one. Without it, you cannot open this home if you forget the passphrase.',
    make: 'Make a new one',
    have: 'I have it',
  },
  confirm: {
    code: 'Code of your last receipt or change',
    hint: 'It is on the receipt, such as 12-7KQX-M2PA. Do not ask the operator of the market.',
    button: 'Confirm',
    confirming: 'Comparing…',
    without: 'I do not have the code: confirm without it',
    risk: 'This is safe only if the operator of the market is honest. If newer entries are hidden, this home signs a second history and may sell more than a cap allows. An entry for each population records that you accepted this.',
    accept: 'I accept that newer entries may be missing.',
  },
  /** Label of the code of an entry. */
  logCode: 'Ledger code',
  logCodeHint:
    'Keep the newest one away from this machine. A restored home asks for it before it sells.',
  catchUp: 'Catch up',
  catchingUp: 'Catching up…',
  caught: {
    title: 'This home has caught up',
    newest: 'This home is the newest copy of itself',
    seen: 'I have seen it',
    entries: (receipts: number, grants: number, populations: number, entries: number) =>
      `Recovered: ${counted(receipts, 'receipt')}, ${counted(grants, 'opening granted', 'openings granted')}, ${counted(populations, 'entry of a population', 'entries of populations')}. Its ledger has ${counted(entries, 'entry', 'entries')}.`,
    populations: (names: string[]) => `Populations that it lacked: ${names.join(', ')}.`,
    listing: (title: string, population: string, withdrawn: boolean) =>
      `${withdrawn ? 'Withdrawn, because it cannot be sold from here' : 'Recovered'}: ${title}, of the population “${population}”.`,
    counts: (level: string) => `It counts at ${level}.`,
    rules: (rules: number[]) => `Rules paused until you have checked them: ${numbers(rules)}.`,
    copies: (n: number) =>
      `${counted(n, 'answer')} bought before ${n === 1 ? 'gets' : 'get'} no new copies.`,
    again: (receipts: number[]) => `Delivered again: receipts no. ${numbers(receipts)}.`,
    payments:
      'Records of refunds and later payments may be missing. Check the account before you pay one back.',
    undelivered: (receipts: number[]) =>
      `Not delivered, because the numbers are not here: receipts no. ${numbers(receipts)}. Settle it with the buyers.`,
    mended: (n: number) =>
      `Missing or damaged on the market, and sent again: ${counted(n, 'file', 'files')}.`,
    junk: (n: number) =>
      `Removed from this home's folder on the market: ${counted(n, 'file', 'files')} that it did not write.`,
  },
  giveUp: {
    title: 'It cannot catch up: give up this home',
    noCode: 'I do not have the code: give up this home',
    intro:
      'A file is written with the ceilings of everything that this home ever listed. The populations of a new home carry them as privacy loss from earlier releases. This home can then no longer sell. This cannot be undone.',
    file: 'File of its losses',
    sure: 'This home must never sell again.',
    button: 'Write the losses and give up',
    again: 'The file is missing: write it again',
    writeAgain: 'Write the losses again',
    next: 'Close it, and open or create another home',
    done: (file: string) =>
      `Written: ${file}. State it as privacy loss from earlier releases when you create the populations of the new home.`,
    carries: (population: string, level: string) => `${population}: ${level}`,
  },
};
