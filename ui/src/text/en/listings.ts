import { counted } from '../digits';

/** The owner's listings, and one of them. */
export const listings = {
  title: 'Listings',
  sub: 'Your signed offers on the market.',
  create: 'New listing',
  none: 'Nothing is for sale yet.',
  noneHint:
    'A listing says what is measured, how much one person can matter, and what each ε costs.',
  listing: 'Listing',
  status: 'Status',
  sold: 'Sold, up to the ceiling',
  priceInAll: 'Price in all',
  signed: 'Signed',
  sealed: 'sealed',
  atLevel: (level: string) => `at ${level}`,
  free: 'free',
  soldOf: (title: string) => `Sold of ${title}`,

  noSuch: 'No such listing',
  ownNumbers: (population: string) => `your own numbers, about the population “${population}”`,
  ofDataset: (name: string, population: string) =>
    `of the dataset “${name}”, about the population “${population}”`,
  ofPopulation: 'It adds to the loss of the population',
  duplicate: 'Duplicate…',
  correct: 'Correct…',
  overCopy: 'A copy that you began is not signed yet',
  overCopyIntro: (title: string) =>
    `It is a copy of “${title}”, and is found under “New listing”. There is one at a time: the new one takes its place.`,
  overCopyButton: 'Give up that copy',
  keepCopy: 'Keep that copy',
  reprice: 'Change the price…',
  seal: 'Seal…',
  withdraw: 'Withdraw…',

  withdrawTitle: 'Withdraw it from the market',
  withdrawIntro:
    'Nobody can order it any more. What was sold stays sold. This cannot be taken back.',
  waiting: (n: number) =>
    `${counted(n, 'order waits', 'orders wait')} for it, and cannot be approved any more then. Approve first what is paid, and decline the others.`,
  reason: 'Reason',
  reasonHint: 'Signed and published.',
  needsReason: 'A withdrawal needs a reason.',
  needsReasonHint: 'It is signed and published: say it for buyers.',
  withdrawButton: 'Withdraw the listing',
  keepIt: 'Keep it',

  sealTitle: 'Erase your numbers, and sell on',
  sealIntro: (ceiling: string, top: string) =>
    `Its numbers and the seed of its top noise are erased from this home, for good. Every level up to ${ceiling} is sold as before, with the same numbers, from the response at ${top}, which is all that is kept.`,
  sealAfter: 'No opening can be granted to an auditor any more, and the ceiling cannot be raised.',
  sealBackups: 'Earlier backups keep what they have.',
  sealButton: 'Erase and seal',
  withdrawnSince: (when: string) => `Withdrawn ${when}. What was sold stays sold.`,
  withdrawnFor: 'The reason given:',
  sealedSince: (when: string, pending: boolean) =>
    pending
      ? `Sealed since ${when}: its numbers and the seed of its top noise are replaced, but not yet overwritten on the disk. That is tried again when the home is opened.`
      : `Sealed since ${when}: its numbers and the seed of its top noise are gone from this home.`,
  sealedKeeps: (level: string) =>
    `It sells on from its response at ${level}, the most that an attacker who copies this home could learn of them.`,

  repriceTitle: 'Change the price',
  repriceIntro:
    'A new version on the same noise. Levels already sold are not repriced; orders at the old price are refused.',
  repriceButton: 'Sign the new version',
  keepPrice: 'Keep the price',

  soldToCeiling: 'sold up to its ceiling',
  soldToCeilingMeans:
    'Its ceiling is reached. Others can still buy up to it, and that adds no loss.',
  soldSoFar: 'Sold so far, up to the ceiling',
  soldHint:
    'The highest ε that any buyer holds. Buyers who pool what they have know no more than that.',
  capLeaves: (level: string) =>
    `The other questions about its population have used up part of the cap: this one can be sold up to ${level}, marked in red.`,
  states: (level: string) => `Your home states to buyers: available up to ${level}.`,
  statesNone: 'Your home states to buyers: nothing available now.',
  statesNot: 'Your home does not state to buyers what it can deliver now.',
  toSettings: 'Settings',
  buyersSee: 'What buyers see',
};
