import { counted } from '../digits';

export const orders = {
  title: 'Orders',
  waiting: (n: number) => `${counted(n, 'order waits', 'orders wait')} for an answer`,
  collect: 'Collect',
  collecting: 'Collecting…',
  none: 'You have no orders yet.',
  toMarket: 'Go to the market',
  ordered: 'Ordered',
  listing: 'Listing',
  step: 'ε from → to',
  price: 'Price',
  status: 'Status',
  payTo: 'Pay to',
  payAddress: 'the address to pay to',
  approved: (day: string) => `Approved ${day}`,
  expires: (day: string) => `Until ${day}`,
  cancel: 'Cancel…',
  cancelTitle: 'Cancel this order?',
  cancelIntro:
    'The seller gets a signed cancellation. If the order is already approved, the receipt stays valid and the answer is delivered.',
  cancelButton: 'Cancel the order',
  keep: 'Keep it',

  placed: {
    title: (level: string, price: string) => `Ordered ${level} for ${price}`,
    waits: (seller: string) =>
      `It waits for ${seller}. After its approval, collect the answer under`,
    orders: 'Orders',
    waitsEnd: '.',
  },

  collected: {
    nothing: 'No new deliveries.',
    contradicts: (seller: string) => `${seller} contradicts its own ledger`,
    kept: (seller: string) =>
      `No delivery of ${seller} was stored, and your holdings are unchanged. Both signed checkpoints are kept as evidence in`,
    keptAnswers:
      'Neither answer was stored, and your holdings are unchanged. Both are kept as evidence in',
    keptAnswersEnd: '. Ask the seller, then decide under “Alarms”.',
    keptEnd: '. Show them to an auditor before you buy there again.',
    arrived: (n: number) => `${counted(n, 'release')} arrived and verified`,
    release: (title: string, level: string, number: number) =>
      `${title}, now at ${level}: receipt no. ${number}`,
    holdings: 'Holdings',
    declined: (n: number) => `${counted(n, 'order was', 'orders were')} declined`,
    noReason: 'no reason given',
    unchecked: 'Not compared with the ledger seen before:',
    newer: (n: number) =>
      `${counted(n, 'delivery was', 'deliveries were')} made by a newer version of Poundwise. Update Poundwise and collect again.`,
    rejected: (n: number) =>
      `${counted(n, 'delivery', 'deliveries')} failed verification and ${n === 1 ? 'was' : 'were'} not stored`,
  },
};
