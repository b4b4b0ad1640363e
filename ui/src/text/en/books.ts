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
  nothingSold: 'Nothing sold yet.',
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
    'One file with every listing, order and receipt, every opening granted, every change of a cap, and the signed log: anyone can check it, offline.',
  ledgerFile: 'File of the ledger',
  exportLedger: 'Export the ledger',
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
  grants: 'Openings granted',
  noGrants: 'None: no auditor was given the exact numbers of a question.',
  grantsMean:
    'Each gave the exact numbers of a question to an auditor. The ledger counts them, and does not name the auditor.',
};
