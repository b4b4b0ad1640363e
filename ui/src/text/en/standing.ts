import { count, counted } from '../digits';
import type { StandingState } from '../../platform/types/StandingState';

type Stands = Exclude<StandingState, 'newest'>;
const numbers = (list: number[]) => list.map(count).join(', ');

/** Standing of a home with respect to its own ledger outside of it. */
export const standing = {
  title: {
    behind: 'This home is an old copy of itself',
    lacking: 'This home sells no more until it has caught up',
    'two-histories': 'This home sells no more',
    'given-up': 'This home was given up',
    unconfirmed: 'Confirm that this is the newest copy of this home',
    unknown: 'It is not known whether this is the newest copy of this home',
  } satisfies Record<Stands, string>,
  why: {
    behind:
      'It can be opened and read, and it collects. Until it has caught up, it sells, grants, seals and copies nothing: otherwise two histories of one ledger would be signed. If there is a newer copy of this home, use that one.',
    lacking:
      'The market lacks entries that this home lacks too. What is in the home can be read, collected and exported.',
    'two-histories': 'What is in it can still be read, collected and exported.',
    'given-up':
      'It sells no more: its losses are in a file for the home that goes on. What is in it can still be read, collected and exported.',
    unconfirmed:
      'This machine does not know how far the ledger of this home had reached. Nothing newer is on the market, but its operator could hide it. Until you confirm, this home sells nothing.',
    unknown: 'Until that is known, it sells nothing, since an old copy must not sell.',
  } satisfies Record<Stands, string>,
  entries: (n: string) => `Entries of its ledger here: ${n}.`,
  what: 'Catching up reads the missing entries from the market, where they are stored encrypted for this home. Afterwards its rules are paused. Listings that were made since and are not here are withdrawn and count at their ceilings. No new copies are made of answers that it had bought before.',
  /** The home was opened by its recovery key. */
  recovered: {
    title: 'You opened this home with its recovery key',
    what: 'If its passphrase is forgotten, set a new one: the recovery key is accepted in place of the passphrase now, and stays as it is.',
    set: 'Set a new passphrase',
    keep: 'Keep the passphrase',
  },
  /** A new recovery key is not kept yet. */
  clock: {
    title: 'Is this machine’s clock right?',
    what: 'What you sign keeps this time for ever. If the clock is wrong, cancel, set it, and do the same again.',
    confirm: 'The clock is right',
    cancel: 'Cancel',
  },
  unkept: {
    title: 'A new recovery key is not kept yet',
    what: (home: string) =>
      `The key of the home “${home}” is shown until you confirm that you have kept it. Once the home is closed or the app quits, it cannot be shown again.`,
    show: 'Show the key',
    first: 'A new recovery key is not kept yet. Save it, print it or type its end first.',
    closing: 'Close the home without its recovery key?',
    lost: 'The new recovery key is not kept yet, and cannot be shown again. No other key is accepted: if you forget the passphrase, nothing opens this home.',
    stay: 'Do not close it',
  },
  /** A recovery key was shown before, and nobody said that it is kept. */
  neverKept: {
    title: 'Is the recovery key of this home kept?',
    what: 'It was shown once, and nobody confirmed that it is kept. If it is not, make a new one: without it, nothing opens this home once the passphrase is forgotten.',
    make: 'Make a new one',
    have: 'I have it',
  },
  confirm: {
    code: 'Code of your last receipt or change',
    hint: 'It stands on the receipt, such as 12-7KQX-M2PA. Do not ask the operator of the market.',
    button: 'Confirm',
    confirming: 'Comparing…',
    without: 'I do not have the code: confirm without it',
    risk: 'This is safe only if the operator of the market is honest. If newer entries are hidden, this home signs a second history, and may sell more than a cap allows. An entry of each population says that you accepted this.',
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
      `${withdrawn ? 'Withdrawn, since it cannot be sold from here' : 'Recovered'}: ${title}, of the population “${population}”.`,
    counts: (level: string) => `It counts at ${level}.`,
    rules: (rules: number[]) => `Rules paused until you have looked at them: ${numbers(rules)}.`,
    copies: (n: number) => `No new copies are made of ${counted(n, 'answer')} that it had bought.`,
    again: (receipts: number[]) => `Delivered again: receipts no. ${numbers(receipts)}.`,
    payments:
      'Marks that a payment was paid back, or recorded later, may be missing. Look at the account before you pay one back.',
    undelivered: (receipts: number[]) =>
      `Not delivered, since the numbers are not here: receipts no. ${numbers(receipts)}. Settle it with the buyers.`,
    mended: (n: number) =>
      `Missing or damaged on the market, and sent again: ${counted(n, 'file', 'files')}.`,
    junk: (n: number) =>
      `Removed from this home's folder on the market: ${counted(n, 'file', 'files')} that it did not write.`,
  },
  giveUp: {
    title: 'It cannot catch up: give up this home',
    noCode: 'I do not have the code: give up this home',
    intro:
      'A file is written with the ceilings of everything that this home ever listed. The populations of a new home carry them as the loss from elsewhere. This home sells no more from then on. It cannot be undone.',
    file: 'File of its losses',
    sure: 'This home shall never sell again.',
    button: 'Write the losses and give up',
    again: 'The file is not there any more: write it again',
    writeAgain: 'Write the losses again',
    next: 'Close it, and open or create another home',
    done: (file: string) =>
      `Written: ${file}. Name it as the loss from elsewhere when you create the populations of the new home.`,
    carries: (population: string, level: string) => `${population}: ${level}`,
  },
};
