import { expect, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import Listing from '../../src/features/buy/Listing.svelte';
import Orders from '../../src/features/buy/Orders.svelte';
import { platform } from '../../src/platform';
import type { OrderView } from '../../src/platform/types/OrderView';
import type { Quote } from '../../src/platform/types/Quote';
import { t } from '../../src/text';
import { eps } from '../../src/lib/format';
import { listing } from './listings';
import { euros, order } from './orders';
import { eventually, faults, inLanguages, show } from './support.svelte';

const pay = { recipient: 'Harbour Clinic', iban: null, until: null, code: null };
const waiting = (id: string, over: Partial<OrderView> = {}) =>
  order({ id: id.repeat(43), pay, ...over });

inLanguages('of two orders that begin at one level both say that one is to be paid', async () => {
  vi.spyOn(platform, 'orders').mockResolvedValue([
    waiting('1', { rivals: ['2'.repeat(43)] }),
    waiting('2', { rivals: ['1'.repeat(43)], to: 1_000_000 }),
    waiting('3', { from: 500_000 }),
    waiting('4', { status: 'cancelled', pay: null }),
  ]);
  const { see, count, container } = show(Orders, {}, 900);
  const said: (string | null)[] = [];
  for (const nth of [0, 1, 2]) {
    await userEvent.click(see('pay', nth));
    await expect.element(see('pay-card')).toBeVisible();
    said.push(count('pay-one') === 0 ? null : see('pay-one').element().textContent.trim());
    if (nth === 0) expect(await faults(container)).toEqual([]);
  }
  const one = t.paying.onlyOne(2, eps(0));
  expect(said).toEqual([one, one, null]);
});

inLanguages('whoever orders again is told that one is approved, and may cancel', async () => {
  const offer = listing();
  const quote = {
    listing: offer.id,
    from: 0,
    to: 1_000_000,
    price: euros(1000),
    price_in_all: euros(1000),
    ceiling: 8_000_000,
    available: null,
    now: [],
    then: [],
  } as unknown as Quote;
  vi.spyOn(platform, 'listing').mockResolvedValue(offer);
  vi.spyOn(platform, 'listingCurves').mockReturnValue(new Promise(() => {}));
  vi.spyOn(platform, 'quote').mockResolvedValue(quote);
  const orders = vi.spyOn(platform, 'orders').mockResolvedValue([waiting('1')]);
  const cancelled = vi.spyOn(platform, 'cancelOrder').mockResolvedValue(waiting('1'));
  const { see, count } = show(Listing, { id: offer.id }, 1200);
  await expect.element(see('place-order')).toBeVisible();
  await expect.element(see('ordered-one')).toHaveTextContent(t.offer.onlyOne);
  await userEvent.click(see('ordered-cancel'));
  await userEvent.click(see('cancel-order-confirm'));
  await eventually(() => expect(cancelled).toHaveBeenCalledExactlyOnceWith('1'.repeat(43)));
  // One that is not approved any more stands in nobody's way.
  orders.mockResolvedValue([waiting('1', { stale: 'overtaken', pay: null })]);
  const other = show(Listing, { id: offer.id }, 1200);
  await expect.element(other.see('place-order')).toBeVisible();
  await expect.element(other.see('ordered-already')).toBeVisible();
  expect(other.count('ordered-one')).toBe(0);
  expect(count('ordered-one')).toBe(1);
});
