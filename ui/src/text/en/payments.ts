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
  sub: 'Payments that your bank reports, and the orders that they pay.',

  importTitle: 'Import a bank statement',
  importIntro:
    'CAMT.052, CAMT.053 or CAMT.054, or CSV, or a ZIP archive of these. A booked credit pays an order if it has the order’s reference, account and exact amount. An import does not approve orders. Bookings that name none of your orders are not stored.',
  file: 'Bank statement',
  import: 'Import',
  reading: 'Reading…',
  isCsv: (file: string) => `${file} is CSV: every bank has its own columns.`,
  noBankFits: 'Choose the columns once. They are saved for this bank.',
  whichBank: 'Bank',
  bankOption: (name: string, iban: string) => `${name}, ${iban}`,
  anotherBank: 'Another bank or account…',
  keepAndImport: 'Save the bank and import',
  cancel: 'Cancel',
  told: (file: string, booked: number, named: number) =>
    `${file}: ${counted(booked, 'booking', 'bookings')}, of which ${count(named)} ${named === 1 ? 'names' : 'name'} your orders.`,
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
          `${counted(unnamed, 'booking names', 'bookings name')} none of your orders and ${unnamed === 1 ? 'is' : 'are'} not stored.`,
        ]),
    ...(known === 0
      ? []
      : [
          `${counted(known, 'booking was', 'bookings were')} imported before and ${known === 1 ? 'counts' : 'count'} once.`,
        ]),
    ...(waiting === 0
      ? []
      : [`${counted(waiting, 'entry is', 'entries are')} announced but not booked yet.`]),
    ...(returned === 0
      ? []
      : [`${counted(returned, 'of your payments', 'of your payments')} came back.`]),
    ...(unreadable === 0
      ? []
      : [
          `${counted(unreadable, 'entry', 'entries')} could not be read: an amount above zero, currency, direction, day or account is missing, or the fields do not match the columns.`,
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
        return `Line ${count(line)}: “${fault.word}” does not state whether the money is incoming or outgoing.`;
    }
  },

  asideAgain: (n: number) =>
    `${counted(n, 'of them is', 'of them are')} set aside as not a payment for an order, as you chose.`,

  headerLine: 'Line with the names of the columns',
  headerLineHint: (line: number) =>
    line === 0
      ? 'No line is chosen: each column has its number, such as #1.'
      : `Line ${count(line)} is chosen. The lines above it are not read. Later files of this bank are recognised by these columns.`,
  noHeaderLine: 'The file has no such line; columns have numbers',
  encodingTold: (found: string) => `Detected in each file: ${found} here`,
  encodingHint: 'Choose an encoding if letters look wrong.',
  noHeader: (line: number) => `Line ${count(line)} does not name two columns: choose another line.`,
  line: (number: number, text: string) => `${count(number)}: ${text}`,
  bankName: 'Your name for the bank',
  bankNameHint: 'Such as “Harbour Bank, main account”.',
  account: 'Account of the file (IBAN)',
  accountHint: 'For listings that are paid to this account.',
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
  textColumnsHint: 'All columns that may contain the payment reference.',
  more: 'Columns that few banks have',
  debitColumn: 'Outgoing amounts',
  debitHint: 'If they are in another column. Otherwise they have a minus sign.',
  directionColumn: 'Incoming or outgoing',
  directionHint:
    'The column with the direction, if amounts have no sign. Rows with another word are not read.',
  came: 'Its word for incoming money',
  wentWord: 'Its word for outgoing money',
  statusColumn: 'Whether a row is booked',
  statusHint: 'If the file also has rows that are not booked yet.',
  booked: 'Its word for a booked row',
  unchosen: {
    iban: 'Enter the IBAN of the account of this file.',
    day: 'Choose the column of the day of booking.',
    amount: 'Choose the column of the amount.',
    currency: 'Enter the currency, such as EUR, or choose its column.',
    direction: 'Enter the words for incoming and outgoing money.',
    text: 'Tick the columns that may contain the payment reference.',
    booked: 'Enter the word for a booked row.',
  },
  previewTitle: 'The first rows, as they are read',
  previewWaits: 'The rows are shown when account, day, amount, currency and text are chosen.',
  previewSum: (booked: number, waiting: number, unreadable: number) =>
    `${counted(booked, 'booking', 'bookings')}, ${count(waiting)} not booked yet, ${count(unreadable)} unreadable.`,
  went: (amount: string) => `${amount} outgoing`,
  noDay: 'no day',
  nobody: 'no name',

  day: 'Day',
  party: 'Payer',
  text: 'Text',
  amount: 'Amount',
  pays: 'Orders that it pays',
  why: 'Why',
  act: 'Action',
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
  unsent: (n: number) => `${counted(n, 'of them is', 'of them are')} stored but not sent yet:`,
  refused: (n: number) => `${counted(n, 'order was', 'orders were')} not approved:`,
  /** Of orders that a booking names and does not pay. */
  unpaidStates: {
    approvable: 'pending, not paid by this',
    'on-credit': 'delivered on credit, not paid by this',
    'not-delivered': 'not delivered, not paid by this',
  } satisfies Partial<Record<BookedOrderState, string>>,
  orderStates: {
    approvable: 'pending, paid',
    'on-credit': 'delivered on credit, now paid',
    'not-delivered': 'paid, not delivered',
    settled: 'paid by this',
    'settled-by-hand': 'paid; you recorded it by hand',
    'paid-already': 'already paid',
  } satisfies Record<BookedOrderState, string>,
  deliveredThrough: (order: string) => `delivered through order ${order}`,
  states: {
    proposed: 'It pays pending orders.',
    'not-delivered': 'Paid, not delivered.',
    'other-currency': 'It is in another currency than the order.',
    'other-account': 'It came to another account than that of the listing.',
    'no-account':
      'The listing has no account, so no order is proposed. If this is your money, approve the order as paid in the inbox. It is then the payment of the order.',
    collective:
      'It is one entry for several transfers whose amounts are missing or do not add up. Approve the paid orders in the inbox and set this booking aside.',
    ambiguous: 'Two orders have its reference.',
    'paid-again': 'An order that it names is already paid.',
    'unknown-order':
      'It names an order that was not accepted: its key is blocked, there were too many orders, or it came too late.',
    rest: 'A cheaper order was delivered for it. Pay back the rest.',
    'taken-back-delivered': 'It was reversed after the delivery.',
    'taken-back': 'It was reversed.',
    settled: 'It paid its orders.',
    'settled-by-hand': 'It is a payment that you recorded by hand.',
    refunded: 'You paid it back.',
    'set-aside': 'It is not a payment for an order.',
  } satisfies Record<Exclude<BookingState, 'other-amount'>, string>,
  /** Of a booking that is not as large as its orders cost; `by`: how far it is off, if known. */
  otherAmount: (orders: number, by: string | null) =>
    `${orders === 1 ? 'Its order costs another amount' : 'Its orders cost another amount together'}${by === null ? '' : `: ${by}`}.`,
  missing: (amount: string) => `${amount} is missing`,
  tooMuch: (amount: string) => `${amount} is too much`,
  undelivered: 'Paid, not delivered',
  undeliveredIntro:
    'The order of this payment can no longer be approved as usual. Deliver anyway, or pay the money back.',
  unfit: 'To check',
  unfitIntro:
    'These match no open order. Ask the buyer, or pay the money back. A mismatch approves no order.',
  deliver: 'Deliver anyway…',
  noInstead:
    'No order can be approved for it. Only a new order of this buyer at no higher price can.',
  deliverTitle: (party: string) => `Deliver for the payment of ${party}`,
  deliverIntro: (amount: string) =>
    `${amount} came. The chosen order is approved as paid, and its answer is sent. If it costs less, pay back the rest.`,
  deliverOrder: 'Order to approve',
  orderOption: (title: string, levels: string, price: string, day: string) =>
    `${title}, ${levels}, ${price}, ordered ${day}`,
  deliverButton: 'Approve the order',
  restOf: (amount: string) => `${amount} left to pay back`,
  perhaps:
    'This may already be paid back: the home was restored from a backup. Check the account first.',
  deal: 'Settled…',
  dealTitle: (amount: string, party: string) => `Is the reversal of ${amount} by ${party} settled?`,
  dealIntro: 'The receipt is unchanged. This permanently records that the reversal is settled.',
  dealButton: 'It is settled',
  dealtSaid: (amount: string, party: string) => `Recorded as settled: ${amount} of ${party}.`,
  refund: 'Refunded…',
  refundTitle: (amount: string, party: string) => `Did you pay ${amount} back to ${party}?`,
  refundIntro:
    'Your bank makes the transfer, not this app. The refund is permanently recorded here.',
  refundButton: 'I paid it back',
  refundedSaid: (amount: string, party: string) => `Recorded: ${amount} paid back to ${party}.`,
  notPayment: 'Not a payment for an order',
  notPaymentOf: (amount: string, party: string) =>
    `${amount} of ${party} is not a payment for an order`,
  notPaymentSaid: (amount: string, party: string) =>
    `Set aside: ${amount} of ${party}. It no longer counts.`,
  setAsideSince: (day: string) => `Set aside on ${day}.`,
  showAside: (n: number) => `Show ${count(n)} set aside`,
  hideAside: 'Hide those set aside',
  aside: 'Not payments for orders',
  asideIntro:
    'They pay no orders and are recognised in later statements. “Count again” proposes their orders again.',
  restore: 'Count again',
  restoredSaid: (amount: string, party: string) => `${amount} of ${party} counts again.`,
  none: 'No payments yet. Import a bank statement.',
  showDone: (n: number) => `Show ${count(n)} settled`,
  hideDone: 'Hide the settled',
  done: 'Settled',
  doneIntro: 'These need no action.',

  banks: 'Banks',
  noBanks: 'No banks yet. CAMT needs none. For CSV, choose the columns at the import.',
  remove: 'Remove…',
  removeWhat: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove the bank “${name}”?`,
  removeIntro: 'The choice of its columns is deleted.',
  removeStays: 'Imported bookings stay.',
  discard: (n: number) =>
    `Discard ${counted(n, 'payment', 'payments')} that are only in its files and settled no order:`,
  discarded: (day: string, amount: string, party: string) => `${day}, ${amount} of ${party}`,
  discardDebits: (n: number) =>
    `${counted(n, 'outgoing booking of its files goes', 'outgoing bookings of its files go')} with them.`,
  discardKept: (n: number) =>
    n === 1
      ? 'One booking stays: it settled an order or was paid back.'
      : `${count(n)} bookings stay: they settled orders or were paid back.`,
  removeButton: 'Remove the bank',
};
