import { count, counted } from '../../lib/format';

/** Orders that wait for the owner, and the answers given. */
export const inbox = {
  title: 'Inbox',
  sub: (waiting: number, answered: number) =>
    `${counted(waiting, 'order waits', 'orders wait')} for you · ${count(answered)} answered`,
  answered: 'Answered',
  hideAnswered: 'Hide the answered',
  none: 'No order waits for you.',
  buyer: 'Buyer',
  listing: 'Listing',
  levels: 'ε from → to',
  price: 'Price',
  lossAfter: 'Loss after',
  decide: 'Decide',
  answer: 'Answer',
  ordered: 'Ordered',
  orderedAgo: (ago: string) => `ordered ${ago}`,
  ownNumbers: 'your own numbers',
  lossOfListing: 'Loss of the listing',
  lossOf: (name: string) => `Loss of ${name}`,
  onlyDecline: 'can only be declined',
  review: 'Review',
  close: 'Close',
  approvedChip: 'approved',

  leaves: 'What leaves',
  readAt: (n: number, level: string, again: boolean) =>
    `${n === 1 ? 'One number' : `${count(n)} numbers`}, ${again ? 're-read' : 'read'} at ${level}:`,
  replaces: (widths: string) => `It replaces the answer of ${widths} that this buyer holds.`,
  holdsNothing: 'This buyer holds nothing of it yet.',
  soldAlready: (level: string) =>
    `Up to ${level} of this listing is sold already: together, all its buyers learn nothing that the best informed of them does not know. The loss stays as it is.`,
  soldLess: (before: string, after: string) =>
    `Other purchases went up to ${before}. Together with this buyer they learn what this buyer learns: the listing’s loss becomes ${after}, not the sum.`,
  firstSale: (after: string) => `It is the first sale of this listing: its loss becomes ${after}.`,
  forOneUnit: 'What it means for one unit',
  guess: 'Guessing whether a given one is in the data, the best guesser is right at most',
  now: (level: string) => `now (${level})`,
  after: (level: string) => `after (${level})`,
  thisListing: 'this listing alone',
  allListings: 'all listings of this dataset together',
  capIs: (level: string) => `the cap is ${level}`,
  payment: 'Payment reference',
  paymentHint: 'Goes into the receipt.',
  approve: (level: string, price: string) => `Sign the receipt for ${price} and send ${level}`,
  approveIsFinal: (buyer: string) => `It cannot be undone: ${buyer} can keep the numbers.`,
  approved: (sequence: number, buyer: string, price: string) =>
    `Approved: receipt no. ${sequence} for ${buyer}, ${price}.`,
  reason: 'Or a reason to decline',
  reasonHint: 'The buyer gets it, signed.',
  needsReason: 'A refusal needs a reason.',
  decline: 'Decline',
  declined: (buyer: string) => `Declined: ${buyer} gets your reason.`,
};
