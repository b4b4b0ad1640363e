import { counted } from '../digits';

/** The owner's listings, and one of them. */
export const listings = {
  title: 'Listings',
  sub: 'Your signed offers on the market.',
  create: 'New listing',
  none: 'No listings yet.',
  noneHint:
    'A listing states a question, the effect of one person on its answer, and the price of each ε.',
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
    `It is a copy of “${title}” and is under “New listing”. Only one copy is kept: the new one replaces it.`,
  overCopyButton: 'Discard that copy',
  keepCopy: 'Keep that copy',
  reprice: 'Change the price…',
  seal: 'Seal…',
  withdraw: 'Withdraw…',

  withdrawTitle: 'Withdraw it from the market',
  withdrawIntro: 'It can no longer be ordered. Earlier sales stay valid. This cannot be undone.',
  waiting: (n: number) =>
    `${counted(n, 'pending order', 'pending orders')} for it can then no longer be approved. Approve paid orders first and decline the others.`,
  reason: 'Reason',
  reasonHint: 'Signed and published.',
  needsReason: 'A withdrawal needs a reason.',
  needsReasonHint: 'It is signed and published: write it for buyers.',
  withdrawButton: 'Withdraw the listing',
  keepIt: 'Keep it',

  sealTitle: 'Erase your numbers and continue to sell',
  sealIntro: (ceiling: string, top: string) =>
    `Its numbers and the seed of its top noise are erased from this home, for good. Every level up to ${ceiling} is sold as before, with the same numbers, from the response at ${top}. Only this response is kept.`,
  sealAfter: 'Openings can no longer be granted, and the ceiling cannot be raised.',
  sealBackups: 'Earlier backups still have the numbers.',
  sealButton: 'Erase and seal',
  withdrawnSince: (when: string) => `Withdrawn ${when}. Earlier sales stay valid.`,
  withdrawnFor: 'The reason given:',
  sealedSince: (when: string, pending: boolean) =>
    pending
      ? `Sealed since ${when}: its numbers and the seed of its top noise are replaced, but not yet overwritten on the disk. The next opening of the home tries again.`
      : `Sealed since ${when}: its numbers and the seed of its top noise are gone from this home.`,
  sealedKeeps: (level: string) =>
    `It is still sold from its response at ${level}. An attacker who copies this home learns no more than this response.`,

  repriceTitle: 'Change the price',
  repriceIntro:
    'A new version with the same noise. Levels already sold keep their price. Orders at the old price are refused.',
  repriceButton: 'Sign the new version',
  keepPrice: 'Keep the price',

  soldToCeiling: 'sold up to its ceiling',
  soldToCeilingMeans: 'Its ceiling is reached. Others can still buy up to it without further loss.',
  soldSoFar: 'Sold so far, up to the ceiling',
  soldHint:
    'The highest ε that any buyer holds. Buyers who pool their answers know no more than that.',
  capLeaves: (level: string) =>
    `The other questions about its population have used up part of the cap: this one can be sold up to ${level}, marked in red.`,
  states: (level: string) => `Your home states to buyers: available up to ${level}.`,
  statesNone: 'Your home states to buyers: nothing available now.',
  statesNot: 'Your home does not publish which levels it can deliver now.',
  toSettings: 'Settings',
  buyersSee: 'What buyers see',
};
