import { counted } from '../digits';
import type { Settlement } from '../../platform/types/Settlement';

/** The owner's books. */
export const books = {
  title: 'Books',
  sub: (receipts: number, income: string) =>
    `${counted(receipts, 'receipt', 'receipts')} · ${income} in all`,
  undelivered: (n: number) =>
    `${counted(n, 'delivery has', 'deliveries have')} not reached the market yet.`,
  undeliveredHint: 'They are signed and stored; sending them again sends the same bytes.',
  delivered: 'Everything has reached the market.',
  sendAgain: 'Send again',
  income: 'Income',
  nothingSold: 'No sales yet.',
  /** What each sum counts. */
  counts: {
    income:
      'Each currency by itself: receipts settled as paid, and payments for sales on credit on the day they came. Reversed payments are included.',
    months:
      'Received: by the day of the payment, for all receipts. Owed: of the receipts of the month (UTC).',
    buyers: 'Received and owed: of all receipts of the buyer, with later payments.',
  },
  inAll: (currency: string) => `In all, ${currency}`,
  time: 'time',
  firstSale: 'first sale',
  lastSale: 'last sale',
  losses: 'Loss of each population against its cap, ε',
  population: 'Population',
  cap: 'cap',
  ceiling: 'ceiling',
  noPopulation: 'No population.',
  levels: 'Highest ε sold of each question, against its ceiling',
  question: 'Question',
  noQuestion: 'No question.',
  forAuditor: 'For the auditor',
  forAuditorIntro:
    'One file with every listing, order and receipt, every opening granted, every change of a cap, and the signed log: anyone can verify it offline.',
  ledgerFile: 'File of the ledger',
  exportLedger: 'Export the ledger',
  forAccounts: 'For the accounts',
  forAccountsIntro:
    'The receipts as a table for a spreadsheet, with the amounts owed, and the books as a plain-text journal for the program hledger.',
  receiptsFile: 'File of the receipts (CSV)',
  exportReceipts: 'Export the receipts',
  journalFile: 'File of the journal (hledger)',
  exportJournal: 'Export the journal',
  receipts: 'Receipts',
  noReceipts: 'None yet.',
  number: 'No.',
  signed: 'Signed',
  buyer: 'Buyer',
  listing: 'Listing',
  step: 'ε from → to',
  price: 'Price',
  settlements: { paid: 'paid', credit: 'on credit', free: 'free' } satisfies Record<
    Settlement,
    string
  >,
  owed: (amount: string) => `${amount} owed`,
  inAllOwed: (amount: string) => `${amount} is owed for sales on credit.`,
  takenBack: (amount: string) => `${amount} reversed by the bank`,
  inAllTakenBack: (amount: string) => `${amount} of the income was reversed by the bank.`,
  inAllFree: (n: number, insteadOf: string | null) =>
    `${counted(n, 'free sale', 'free sales')}${insteadOf === null ? '' : ` (list price ${insteadOf})`}.`,
  show: 'Show',
  views: { all: 'All', months: 'By month', buyers: 'By buyer', unpaid: 'Unpaid' },
  receiptsOf: (n: number) => counted(n, 'receipt', 'receipts'),
  paid: 'Paid…',
  paidWhat: (number: number) => `Paid: receipt no. ${number}`,
  paidTitle: (buyer: string) => `Record a payment of ${buyer}`,
  paidIntro: 'It is recorded in these books only. The signed receipt is unchanged.',
  paidOn: 'Day of the payment',
  paidAmount: (currency: string) => `Amount, ${currency}`,
  paidButton: 'Record the payment',
  paidLater: (amount: string, day: string) => `${amount} paid on ${day}`,
  remove: 'Take back…',
  removeWhat: (amount: string, day: string) => `Take back the payment of ${amount} on ${day}`,
  removeTitle: 'Take this payment back?',
  removeIntro: 'Do so if you recorded it by mistake. The amount is owed again.',
  removeButton: 'Take it back',
  grants: 'Openings granted',
  noGrants: 'No opening was granted to an auditor.',
  grantsMean:
    'Each opening reveals the exact numbers of a question to an auditor. The ledger counts openings without naming the auditor.',
};
