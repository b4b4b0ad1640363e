import { expect, vi } from 'vitest';

import AuditBooks from '../../src/features/audit/AuditBooks.svelte';
import Books from '../../src/features/sell/Books.svelte';
import { platform } from '../../src/platform';
import type { AuditBooks as Audited } from '../../src/platform/types/AuditBooks';
import type { BooksView } from '../../src/platform/types/BooksView';
import type { ReceiptView } from '../../src/platform/types/ReceiptView';
import { t } from '../../src/text';
import { faults, inLanguages, show } from './support.svelte';

const euros = (minor: number) => ({ minor, currency: 'EUR', exponent: 2 });

const receipt = {
  id: 'R'.repeat(43),
  number: 1,
  title: 'Education',
  buyer_name: 'Ann',
  buyer_kid: 'K'.repeat(43),
  contact: null,
  from: 0,
  to: 500_000,
  price: euros(500),
  accuracy: [],
  settlement: 'paid',
  payment_reference: '',
  owed: null,
  payments: [],
  taken_back: null,
  invoice: null,
  issued_at: '2026-11-18T12:00:00Z',
} as unknown as ReceiptView;

const group = (key: string) => ({
  key,
  name: 'Ann',
  contact: null,
  receipts: [receipt.id],
  income: [euros(500)],
  owed: [],
});

const books = (receipts: ReceiptView[]): BooksView => ({
  receipts,
  income: receipts.map(({ price }) => price),
  owed: [],
  taken_back: [],
  free: 0,
  waived: [],
  months: receipts.map(() => group('2026-11')),
  buyers: receipts.map(() => group('K'.repeat(43))),
  income_over_time: [],
  questions: [],
  populations: [],
  grants: [],
  undelivered: 0,
});

inLanguages('each total of the books says what it counts', async () => {
  vi.spyOn(platform, 'books').mockResolvedValue(books([receipt]));
  const { see, count, container } = show(Books, {}, 900);
  await expect.element(see('income-counts')).toHaveTextContent(t.books.counts.income);
  expect(count('books-counts')).toBe(0);
  for (const view of ['months', 'buyers'] as const) {
    await see(`books-${view}`).click();
    await expect.element(see('books-counts')).toHaveTextContent(t.books.counts[view]);
  }
  expect(await faults(container)).toEqual([]);
});

inLanguages('books without a sale explain no total', async () => {
  vi.spyOn(platform, 'books').mockResolvedValue(books([]));
  const { see, count, container } = show(Books, {}, 900);
  await expect.element(see('export-ledger')).toBeVisible();
  expect(container.textContent).toContain(t.books.nothingSold);
  expect(count('income-counts')).toBe(0);
});

inLanguages('sending again says why the market did not take everything', async () => {
  vi.spyOn(platform, 'books').mockResolvedValue({ ...books([]), undelivered: 2 });
  const problem = { code: 'market' as const, message: 'The folder is missing.', hints: [] };
  const mended = { documents: 0, tiles: 0, own_copies: 0, junk: 0 };
  const deliver = vi.spyOn(platform, 'deliver');
  deliver.mockResolvedValue({ undelivered: 2, mended, problem });
  const { see } = show(Books, {}, 900);
  await see('deliver').click();
  await expect.element(see('error-note')).toHaveTextContent(problem.message);
});

inLanguages('the money of an audit says which receipts it is of', async () => {
  const audited: Audited = {
    owner: 'O'.repeat(43),
    owner_name: 'Clinic',
    complete: true,
    receipts: 1,
    openings: 0,
    buyers: 1,
    money: [],
    credit: [],
    free: 2,
    waived: [{ currency: 'EUR', minor: 350, exponent: 2 }],
    independent_loss_micro_epsilon: 0,
    independent_loss_nano_rho: 0,
    listings: [],
    populations: [],
    by_buyer: [],
    by_currency: [],
  };
  const { see } = show(AuditBooks, { books: audited });
  await expect.element(see('audit-counts')).toHaveTextContent(t.verify.books.counts);
  await expect.element(see('audit-free')).toHaveTextContent(/^2 \(.*3[.,]50/);
});

inLanguages('what a bank took back stands on a line of its own in the books', async () => {
  const taken = { ...receipt, payment_reference: 'GECFMCMYM14V9', taken_back: euros(1_250) };
  vi.spyOn(platform, 'books').mockResolvedValue(books([taken]));
  const { see } = show(Books, {}, 900);
  await expect.element(see('receipt-taken-back')).toBeVisible();
  const box = (id: string) => see(id).element().getBoundingClientRect();
  expect(box('receipt-taken-back').top).toBeGreaterThanOrEqual(
    box('receipt-settlement').bottom - 1,
  );
});
