import { count, counted } from '../digits';
import type { Settlement } from '../../platform/types/Settlement';

/** Orders that wait for the owner, and the answers given. */
export const inbox = {
  title: 'Inbox',
  sub: (waiting: number, answered: number) =>
    `${counted(waiting, 'order waits', 'orders wait')} for you · ${count(answered)} answered or closed`,
  answered: 'Answered and closed',
  hideAnswered: 'Hide the answered and closed',
  newer: (n: number) =>
    `${counted(n, 'order', 'orders')} left out: made by a newer version of Poundwise. Update Poundwise.`,
  left: (n: number) =>
    `${counted(n, 'more order is', 'more orders are')} on the market, not opened yet or over the limit of pending orders. Answer, discard or block some.`,
  none: 'No pending orders.',
  buyer: 'Buyer',
  listing: 'Listing',
  levels: 'ε from → to',
  price: 'Price',
  lossAfter: 'Loss after',
  decide: 'Decide',
  answer: 'Answer',
  ordered: 'Ordered',
  orderedAgo: (ago: string) => `ordered ${ago}`,
  expires: (day: string) => `until ${day}`,
  onlyDecline: 'cannot be approved',
  can: {
    later: 'waits until this home has caught up',
    unconfirmed: 'waits until this home is confirmed',
    never: 'this home no longer answers',
  },
  unconfirmed:
    'Confirm first that this is the newest copy of this home: a newer one may have answered this order already.',
  behind: 'This home is an old copy of itself: it may have answered this order already.',
  together: (n: number, after: string, cap: string) =>
    `These ${count(n)} orders do not fit together: together they reach ${after}, the cap is ${cap}.`,
  togetherHint: (population: string) =>
    `They are all about “${population}”, and each can be approved alone. Approve some and decline the others, or raise the cap of the population.`,
  fitsAlone: 'fits alone, not with the other orders',
  rivals: (n: number, from: string) =>
    n === 1
      ? `Another order of this buyer also begins at ${from} of this question. Only one of the two can be approved: ask the buyer which one is meant.`
      : `${count(n)} other orders of this buyer also begin at ${from} of this question. Only one of them can be approved: ask the buyer which one is meant.`,
  onlyOne: 'another order of this buyer begins at the same level: only one can be approved',
  review: 'Review',
  close: 'Close',
  approvedChip: 'approved',

  leaves: 'Answer to be delivered',
  readAt: (n: number, level: string, again: boolean) =>
    `${n === 1 ? 'One number' : `${count(n)} numbers`}, ${again ? 're-read' : 'read'} at ${level}:`,
  holds: (level: string, widths: string) =>
    `This buyer holds ${level} of this question. The new answer replaces the one of ${widths}.`,
  holdsNothing: 'This buyer has no answer to this question yet.',
  othersMore: (level: string) =>
    `Other buyers hold up to ${level}, at least as much as this order asks for. It adds no loss: all buyers together know no more than the best informed one.`,
  othersLess: (level: string, before: string, after: string) =>
    `Other buyers hold up to ${level}. Together with this buyer they know no more than this buyer: the loss of this question ${before === after ? 'stays' : 'becomes'} ${after}, not the sum.`,
  othersNone: (before: string, after: string) =>
    before === after
      ? `No other buyer holds more of this question than this one: its loss stays ${after}.`
      : `No other buyer holds more of this question than this one: its loss goes from ${before} to ${after}.`,
  firstSale: (after: string) => `It is the first sale of this question: its loss becomes ${after}.`,
  forOneUnit: (unit: string) => `Effect on one ${unit}`,
  now: (level: string) => `now (${level})`,
  after: (level: string) => `after (${level})`,
  allQuestions: (population: string) => `all questions about “${population}” together`,
  capIs: (level: string) => `the cap is ${level}`,
  settlement: 'How it is settled',
  settlementHint: {
    paid: 'You have the money. It counts in the totals of your receipts.',
    credit: 'It is paid later. It does not count in the totals of your receipts.',
    free: 'The answer is free.',
  } satisfies Record<Settlement, string>,
  noPrice: 'The order has no price and is settled as free.',
  arrived: (amount: string, due: string, orders: number, day: string | null) =>
    `${amount} of ${due}${orders === 1 ? '' : ` for ${count(orders)} orders`} arrived${day === null ? '' : ` on ${day}`}.`,
  payment: 'Payment reference',
  paymentHint: 'Goes into the receipt. It is the order’s reference unless you write another.',
  approve: (level: string, price: string) => `Sign the receipt for ${price} and send ${level}`,
  approveFree: (level: string) => `Sign the receipt as free and send ${level}`,
  approveIsFinal: (buyer: string) =>
    `Once it is sent it cannot be undone: ${buyer} can keep the numbers.`,
  needsSettlement: 'Choose how it is settled: paid, on credit or free.',
  notSigned: 'Nothing is signed or sent yet.',
  signNow: 'Sign now',
  undone: 'Undone: nothing was signed or sent.',
  approved: (number: number, buyer: string, price: string) =>
    `Approved: receipt no. ${number} for ${buyer}, ${price}.`,
  reason: 'Or a reason to decline',
  reasonAlone: 'Reason to decline',
  reasonHint: 'The buyer gets it, signed.',
  needsReason: 'A refusal needs a reason.',
  decline: 'Decline',
  declined: (buyer: string) => `Declined: ${buyer} gets your reason.`,
  discard: 'Discard…',
  discardTitle: (buyer: string) => `Discard the order of ${buyer}?`,
  discardIntro:
    'The buyer gets no answer. If the order is paid nevertheless, you can still approve it under “Answered and closed”.',
  discardButton: 'Discard the order',
  discarded: (buyer: string) => `Discarded the order of ${buyer}.`,
  block: 'Block this key…',
  blockTitle: (buyer: string) => `Block the key of ${buyer}?`,
  blockIntro:
    'Its pending orders are discarded, and new ones are not stored. Your earlier trades with it stay. The blocked keys are under “Contacts”.',
  blockButton: 'Block the key',
  blocked: (buyer: string, n: number) =>
    `Blocked the key of ${buyer}; ${counted(n, 'order', 'orders')} discarded.`,
  approveDiscarded: 'Approve…',
  approveDiscardedTitle: (buyer: string) => `Approve the discarded order of ${buyer}?`,
  approveDiscardedIntro: (level: string, price: string) =>
    `You sign the receipt for ${price} and send ${level}.`,
  approveDiscardedButton: 'Approve the order',
};
