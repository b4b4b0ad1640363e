import { count, counted } from '../digits';
import type { BookedOrderState } from '../../platform/types/BookedOrderState';
import type { BookingState } from '../../platform/types/BookingState';
import type { DayOrder } from '../../platform/types/DayOrder';
import type { DecimalSign } from '../../platform/types/DecimalSign';
import type { RowFault } from '../../platform/types/RowFault';

const list = (numbers: number[]) => numbers.map(count).join(', ');

/** Bank statements and the payments in them. */
export const payments = {
  title: 'Bank statements',
  sub: 'What your bank says was paid, and which orders it pays.',

  importTitle: 'Import a bank statement',
  importIntro:
    'CAMT.052, CAMT.053 or CAMT.054, or CSV, or a ZIP archive of these. An order is paid by a booked credit with its reference, to its account, of its exact amount. An import approves nothing, and movements that name no order of yours are not stored.',
  file: 'Bank statement',
  import: 'Import',
  reading: 'Reading…',
  isCsv: (file: string) => `${file} is CSV: every bank has its own columns.`,
  noBankFits: 'Choose the columns once; they are kept for this bank.',
  whichBank: 'Bank',
  bankOption: (name: string, iban: string) => `${name}, ${iban}`,
  anotherBank: 'Another bank or account…',
  keepAndImport: 'Keep the bank, and import',
  cancel: 'Cancel',
  told: (file: string, booked: number, named: number) =>
    `${file}: ${counted(booked, 'booked movement', 'booked movements')}, of which ${count(named)} ${named === 1 ? 'names' : 'name'} orders of yours.`,
  leftOut: (
    unnamed: number,
    known: number,
    waiting: number,
    returned: number,
    unreadable: number,
  ): string[] => [
    ...(unnamed === 0
      ? []
      : [
          `${counted(unnamed, 'movement names', 'movements name')} no order of yours and ${unnamed === 1 ? 'is' : 'are'} not stored.`,
        ]),
    ...(known === 0
      ? []
      : [
          `${counted(known, 'movement was', 'movements were')} imported before and ${known === 1 ? 'counts' : 'count'} once.`,
        ]),
    ...(waiting === 0
      ? []
      : [`${counted(waiting, 'entry is', 'entries are')} announced, and not booked yet.`]),
    ...(returned === 0
      ? []
      : [`${counted(returned, 'payment of yours', 'payments of yours')} came back.`]),
    ...(unreadable === 0
      ? []
      : [
          `${counted(unreadable, 'entry', 'entries')} could not be read: no amount above zero, currency, direction, day or account, or not the fields of its columns.`,
        ]),
  ],

  /** The fault of an unreadable row of a CSV. */
  rowFault: (line: number, fault: RowFault): string => {
    switch (fault.is) {
      case 'day':
        return `Line ${count(line)}: the day “${fault.day}” cannot be read.`;
      case 'fields':
        return `Line ${count(line)}: ${count(fault.fields)} fields, but ${counted(fault.columns, 'column', 'columns')}.`;
      case 'quotes':
        return `Line ${count(line)}: a quote joins several fields: “${fault.cell}”.`;
      case 'direction':
        return `Line ${count(line)}: “${fault.word}” does not tell whether money came or went.`;
    }
  },

  asideAgain: (n: number) =>
    `${counted(n, 'of them is', 'of them are')} set aside as no payment for an order, as you said.`,

  headerLine: 'Line with the names of the columns',
  headerLineHint: (line: number) =>
    line === 0
      ? 'No line is chosen: each column has its number, such as #1.'
      : `Line ${count(line)} is chosen. The lines above it are not read; in later files of this bank the line is found by its columns.`,
  noHeaderLine: 'The file has no such line; columns have numbers',
  encodingTold: (found: string) => `What the bytes of each file tell: ${found} here`,
  encodingHint: 'Choose one if letters look wrong.',
  noHeader: (line: number) => `Line ${count(line)} does not name two columns: choose another line.`,
  line: (number: number, text: string) => `${count(number)}: ${text}`,
  bankName: 'Your name for the bank',
  bankNameHint: 'Such as “Harbour Bank, main account”.',
  account: 'Account of the file (IBAN)',
  accountHint: 'Payments count for listings that are paid to this account.',
  choose: 'choose…',
  column: (name: string, example: string) => `${name} (${example})`,
  noColumn: 'none',
  dayColumn: 'Day of booking',
  dayOrder: 'How days are written',
  dayOrders: {
    'year-month-day': '2026-11-30',
    'day-month-year': '30.11.2026',
    'month-day-year': '11/30/2026',
  } satisfies Record<DayOrder, string>,
  amountColumn: 'Amount',
  decimal: 'How amounts are written',
  decimals: { comma: '1.234,56', point: '1,234.56' } satisfies Record<DecimalSign, string>,
  currencyColumn: 'Column of the currency',
  oneCurrency: 'one for all rows',
  currency: 'Currency',
  partyColumn: 'Name of the payer',
  textColumns: 'Text of the payer',
  textColumnsHint: 'All columns in which the payment reference may stand.',
  more: 'Columns that few banks have',
  debitColumn: 'Outgoing amounts',
  debitHint: 'If they are in another column. Otherwise they have a minus sign.',
  directionColumn: 'Incoming or outgoing',
  directionHint:
    'The column that tells it, if amounts have no sign. Rows with another word are not read.',
  came: 'Its word for incoming money',
  wentWord: 'Its word for outgoing money',
  statusColumn: 'Whether a row is booked',
  statusHint: 'If rows are there before they are booked.',
  booked: 'Its word for a booked row',
  unchosen: {
    iban: 'Write the IBAN of the account that the file is of.',
    day: 'Choose the column of the day of booking.',
    amount: 'Choose the column of the amount.',
    currency: 'Write the currency, such as EUR, or choose its column.',
    direction: 'Write the two words that tell whether money came or went.',
    text: 'Tick the columns in which the payment reference may stand.',
    booked: 'Write the word that the column has for a booked row.',
  },
  previewTitle: 'The first rows, as they are read',
  previewWaits: 'They are shown once the account, day, amount, currency and text are chosen.',
  previewSum: (booked: number, waiting: number, unreadable: number) =>
    `${counted(booked, 'booked movement', 'booked movements')}, ${count(waiting)} not booked yet, ${count(unreadable)} unreadable.`,
  went: (amount: string) => `${amount} outgoing`,
  noDay: 'no day',
  nobody: 'no name',

  day: 'Day',
  party: 'Payer',
  text: 'Text',
  amount: 'Amount',
  pays: 'Orders that it pays',
  why: 'Why',
  act: 'What to do',
  all: 'All payments',
  approveWhat: (amount: string, party: string) => `${amount} of ${party}`,
  proposed: 'Payments that match orders',
  approve: (orders: number, credits: number) =>
    [
      ...(orders > 0 || credits === 0 ? [`Approve ${counted(orders, 'order', 'orders')}`] : []),
      ...(credits > 0
        ? [
            `${orders > 0 ? 'record' : 'Record'} ${counted(credits, 'payment of a sale on credit', 'payments of sales on credit')}`,
          ]
        : []),
    ].join(', '),
  approveIntro: 'Each order is settled as paid, with its own reference in the receipt.',
  approved: (numbers: number[]) =>
    numbers.length === 1
      ? `Settled: receipt no. ${list(numbers)}.`
      : `Settled: receipts no. ${list(numbers)}.`,
  unsent: (n: number) =>
    `${counted(n, 'of them is', 'of them are')} entered and not on the way yet:`,
  refused: (n: number) => `${counted(n, 'order was', 'orders were')} not approved:`,
  /** Of orders that a booking names and does not pay. */
  unpaidStates: {
    approvable: 'waits, and is not paid by this',
    'on-credit': 'delivered on credit, and not paid by this',
    'not-delivered': 'not delivered, and not paid by this',
  } satisfies Partial<Record<BookedOrderState, string>>,
  orderStates: {
    approvable: 'waits, and is paid',
    'on-credit': 'delivered on credit, and paid now',
    'not-delivered': 'paid, not delivered',
    settled: 'paid by this',
    'settled-by-hand': 'paid; you recorded it by hand',
    'paid-already': 'paid already',
  } satisfies Record<BookedOrderState, string>,
  honouredBy: (order: string) => `honoured by order ${order}`,
  states: {
    proposed: 'It pays orders that wait.',
    'not-delivered': 'Paid, not delivered.',
    'other-currency': 'It came in another currency than was asked for.',
    'other-account': 'It came to another account than was asked for.',
    'no-account':
      'The listing names no account, so that nothing is proposed. If it is your money, approve the order as paid in the inbox: then this is its payment.',
    collective:
      'It is one entry for several transfers, and their amounts are missing or do not add up to it. Approve the orders that you know to be paid in the inbox, and set this aside.',
    ambiguous: 'It has a reference that two orders have.',
    'paid-again': 'An order that it names is paid already.',
    'unknown-order':
      'It names an order that was not taken: its key is blocked, it was one of too many, or it came too late.',
    rest: 'A cheaper order was delivered for it; the rest is to be paid back.',
    'taken-back-delivered': 'It was taken back after the delivery.',
    'taken-back': 'It was taken back.',
    settled: 'What it names is paid by it.',
    'settled-by-hand': 'It is a payment that you recorded by hand.',
    refunded: 'You paid it back.',
    'set-aside': 'It is no payment for an order.',
  } satisfies Record<Exclude<BookingState, 'other-amount'>, string>,
  /** Of a booking that is not as large as its orders cost; `by`: how far it is off, if known. */
  otherAmount: (orders: number, by: string | null) =>
    `${orders === 1 ? 'Its order costs another amount' : 'Its orders cost another amount together'}${by === null ? '' : `: ${by}`}.`,
  missing: (amount: string) => `${amount} is missing`,
  tooMuch: (amount: string) => `${amount} is too much`,
  undelivered: 'Paid, not delivered',
  undeliveredIntro:
    'The money is here, and the order can no longer be approved as it was. Deliver for it all the same, or pay it back.',
  unfit: 'To look into',
  unfitIntro:
    'They pay nothing that waits. Ask the buyer, or pay it back. Nothing is approved on a mismatch.',
  honour: 'Honour…',
  noInstead:
    'No order can be approved for it. A new order of this buyer could be, if it costs no more.',
  honourTitle: (party: string) => `Deliver for the payment of ${party}`,
  honourIntro: (amount: string) =>
    `${amount} came. The order that you choose is approved as paid, and its answer is sent. If it costs less, the rest is to be paid back.`,
  honourOrder: 'Order to approve',
  orderOption: (title: string, levels: string, price: string, day: string) =>
    `${title}, ${levels}, ${price}, ordered ${day}`,
  honourButton: 'Approve the order',
  restOf: (amount: string) => `${amount} left to pay back`,
  perhaps:
    'This may be paid back already: the home was put back from a backup. Look at the account first.',
  deal: 'Dealt with…',
  dealTitle: (amount: string, party: string) => `Is it settled that ${party} took ${amount} back?`,
  dealIntro:
    'The receipt stays as it is. This only records, for good, that nothing is left to be done.',
  dealButton: 'It is dealt with',
  dealtSaid: (amount: string, party: string) => `Recorded as dealt with: ${amount} of ${party}.`,
  refund: 'Refunded…',
  refundTitle: (amount: string, party: string) => `Did you pay ${amount} back to ${party}?`,
  refundIntro: 'Your bank does that, not this app: it is only recorded here, for good.',
  refundButton: 'I paid it back',
  refundedSaid: (amount: string, party: string) => `Recorded: ${amount} paid back to ${party}.`,
  notPayment: 'Not a payment for an order',
  notPaymentOf: (amount: string, party: string) =>
    `${amount} of ${party} is not a payment for an order`,
  notPaymentSaid: (amount: string, party: string) =>
    `Set aside: ${amount} of ${party}. Nothing counts it any more.`,
  setAsideSince: (day: string) => `Set aside on ${day}.`,
  showAside: (n: number) => `Show ${count(n)} set aside`,
  hideAside: 'Hide those set aside',
  aside: 'Not payments for orders',
  asideIntro:
    'They pay nothing, and are known again in another statement. What is counted again is proposed as it fits then.',
  restore: 'Count again',
  restoredSaid: (amount: string, party: string) => `${amount} of ${party} counts again.`,
  none: 'No payment for an order is known yet. Import a bank statement.',
  showDone: (n: number) => `Show ${count(n)} settled`,
  hideDone: 'Hide the settled',
  done: 'Settled',
  doneIntro: 'Nothing is to be done with these.',

  banks: 'Banks',
  noBanks: 'No bank’s columns are chosen. CAMT needs none; for CSV they are chosen at the import.',
  remove: 'Remove…',
  removeWhat: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove the bank “${name}”?`,
  removeIntro: 'The choice of its columns is forgotten.',
  removeStays: 'What was imported stays.',
  discard: (n: number) =>
    `Discard ${counted(n, 'payment', 'payments')} that only its files told of and that settled nothing:`,
  discarded: (day: string, amount: string, party: string) => `${day}, ${amount} of ${party}`,
  discardDebits: (n: number) =>
    `${counted(n, 'outgoing booking of its files goes', 'outgoing bookings of its files go')} with them.`,
  discardKept: (n: number) =>
    n === 1
      ? 'One booking stays: it settled something, or money went back.'
      : `${count(n)} bookings stay: they settled something, or money went back.`,
  removeButton: 'Remove the bank',
};
