import { expect, vi } from 'vitest';

import HoldingReceipts from '../../src/features/buy/HoldingReceipts.svelte';
import Holdings from '../../src/features/buy/Holdings.svelte';
import Orders from '../../src/features/buy/Orders.svelte';
import { platform } from '../../src/platform';
import type { HoldingView } from '../../src/platform/types/HoldingView';
import type { OrderView } from '../../src/platform/types/OrderView';
import type { ReceiptView } from '../../src/platform/types/ReceiptView';
import type { Settlement } from '../../src/platform/types/Settlement';
import { money } from '../../src/lib/format';
import { t } from '../../src/text';
import { faults, inLanguages, overflows, show } from './support.svelte';
import { HOURS } from '../support/questions';

const euros = (whole: number) => ({ minor: whole * 100, currency: 'EUR', exponent: 2 });
const receipt = (settlement: Settlement, step: number) =>
  ({
    id: `${step}`.repeat(43),
    number: step,
    from: (step - 1) * 1e6,
    to: step * 1e6,
    price: euros(10),
    settlement,
    issued_at: '2026-11-21T12:00:00Z',
  }) as unknown as ReceiptView;
const holding = (settlements: Settlement[], sums: Partial<HoldingView>) =>
  ({
    listing: {
      question: `${settlements.join()}.Q`,
      title: 'Hours a week',
      seller_name: 'Harbour Clinic',
      contact: null,
      alarm: null,
      kind: 'mean',
      unit: 'h',
      dimension: 2,
      estimates: 2,
      query_parts: HOURS,
      missing_as: null,
    },
    axes: [],
    level: settlements.length * 1e6,
    paid: euros(0),
    on_credit: null,
    free: null,
    ...sums,
    responses: settlements.map((settlement, i) => ({
      level: (i + 1) * 1e6,
      estimates: [],
      outline: [],
      changed: 1,
      receipt: receipt(settlement, i + 1),
    })),
  }) as unknown as HoldingView;

inLanguages('what was free or came on credit is not told as paid', async () => {
  const all = holding(['paid', 'credit', 'free'], {
    paid: euros(10),
    on_credit: euros(20),
    free: euros(30),
  });
  const gift = holding(['free'], { free: euros(0) });
  vi.spyOn(platform, 'holdings').mockResolvedValue([all, gift]);
  const list = show(Holdings, {}, 900);
  await expect.element(list.see('holding-settled')).toBeVisible();
  const told = (nth: number) => list.see('holding-settled', nth).element().textContent;
  expect(told(0)).toBe(t.holdings.paid(money(euros(10))));
  expect(told(1)).toBe(t.holdings.onCredit(money(euros(20))));
  expect(told(2)).toBe(t.holdings.freeInstead(money(euros(30))));
  // Nothing was paid for it, and nothing is said of that.
  expect(told(3)).toBe(t.holdings.freeOfCharge);
  expect(list.count('holding-settled')).toBe(4);
  await expect.element(list.see('holding-counts')).toHaveTextContent(t.holdings.counts);
  expect(await faults(list.container)).toEqual([]);
  expect(overflows(list.container)).toBe(false);

  const receipts = show(HoldingReceipts, { holding: all, chosen: 0 }, 900);
  await expect.element(receipts.see('holding-counts')).toHaveTextContent(t.holdings.counts);
  const rows = [2, 1, 0].map((nth) => receipts.see('holding-receipt', nth).element().textContent);
  expect(rows[0]).toContain(t.holdings.paid(money(euros(10))));
  expect(rows[1]).toContain(t.holdings.onCredit(money(euros(10))));
  expect(rows[2]).toContain(t.holdings.freeInstead(money(euros(10))));
});

inLanguages('an order that has arrived says how it was settled', async () => {
  const order = (settlement: Settlement | null) =>
    ({
      id: `${settlement}`.padEnd(43, 'A'),
      listing: 'B'.repeat(43),
      title: 'Education',
      seller_name: 'Harbour Clinic',
      contact: null,
      alarm: null,
      from: 0,
      to: 500_000,
      price: euros(10),
      accuracy: [],
      reference: '00RXQAP226MFC',
      pay: null,
      stale: null,
      status: settlement === null ? 'cancelled' : 'delivered',
      settlement,
      issued_at: '2026-11-18T12:00:00Z',
      approved_at: null,
      expires_at: '2026-12-18T12:00:00Z',
    }) as unknown as OrderView;
  vi.spyOn(platform, 'orders').mockResolvedValue([order('free'), order('credit'), order(null)]);
  const { count, see } = show(Orders, {}, 1000);
  await expect.element(see('order-settled')).toBeVisible();
  const told = (nth: number) => see('order-settled', nth).element().textContent;
  expect(told(0)).toBe(t.holdings.freeInstead(money(euros(10))));
  expect(told(1)).toBe(t.holdings.onCredit(money(euros(10))));
  expect(count('order-settled')).toBe(2);
});

inLanguages('a way of settling in the middle of a line is written small', () => {
  const ways = [t.holdings.onCredit('1'), t.holdings.freeOfCharge, t.holdings.freeInstead('1')];
  for (const way of ways) expect(way).toBe(way.charAt(0).toLowerCase() + way.slice(1));
  return Promise.resolve();
});
