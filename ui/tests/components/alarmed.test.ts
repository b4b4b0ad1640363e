import { describe, expect, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import Market from '../../src/features/buy/Market.svelte';
import OrderCard from '../../src/features/buy/OrderCard.svelte';
import PayCard from '../../src/features/buy/PayCard.svelte';
import { Ordering } from '../../src/features/buy/ordering.svelte';
import { platform } from '../../src/platform';
import type { MarketOffer } from '../../src/platform/types/MarketOffer';
import type { Quote } from '../../src/platform/types/Quote';
import { t } from '../../src/text';
import { listing } from './listings';
import { euros, order } from './orders';
import { faults, inLanguages, show } from './support.svelte';

const quote: Quote = {
  listing: 'B'.repeat(43),
  title: 'Education',
  from: 0,
  to: 1_000_000,
  price: euros(500),
  price_in_all: euros(500),
  ceiling: 8_000_000,
  available: null,
  now: [],
  then: [],
};

describe('an owner with an open alarm', () => {
  inLanguages('is marked in the list of the market', async () => {
    const offer = (alarm: number | null): MarketOffer => ({
      ...listing({ alarm, id: `${alarm ?? 0}`.repeat(43) }),
      from_price: null,
      from_level: null,
      from: [],
      best: [],
      best_level: null,
      best_price: null,
    });
    vi.spyOn(platform, 'market').mockResolvedValue({
      offers: [offer(null), offer(3)],
      kinds: ['count'],
      sellers: [],
    });
    vi.spyOn(platform, 'leftOut').mockResolvedValue({
      market: { odd: 0, over_budget: 0, newer: 0 },
      orders: 0,
      orders_left: 0,
      orders_newer: 0,
    });
    const { count, see, container } = show(Market, {}, 1000);
    await expect.element(see('owner-alarm-chip')).toHaveTextContent(t.alarms.isOpen);
    expect(count('owner-alarm-chip')).toBe(1);
    expect(see('owner-alarm-chip').element().getAttribute('href')).toContain('alarms');
    expect(await faults(container)).toEqual([]);
  });

  inLanguages('gets no order before the alarm is decided', async () => {
    const placing = vi.spyOn(platform, 'order').mockResolvedValue(order());
    const card = (alarm: number | null) =>
      show(OrderCard, {
        listing: listing({ alarm }),
        quote,
        ordering: new Ordering(),
        ready: true,
      });
    const alarmed = card(1);
    await expect.element(alarmed.see('owner-alarm')).toHaveTextContent(t.alarms.noOrder);
    await expect.element(alarmed.see('place-order')).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(alarmed.see('place-order'), { force: true });
    expect(placing).not.toHaveBeenCalled();
    expect(await faults(alarmed.container)).toEqual([]);
    const settled = card(null);
    expect(settled.count('owner-alarm')).toBe(0);
    await userEvent.click(settled.see('place-order'));
    expect(placing).toHaveBeenCalledOnce();
  });

  inLanguages('is named before its order is paid', async () => {
    const pay = { recipient: 'Clinic', iban: null, until: null, code: null };
    const { see } = show(PayCard, { order: order({ alarm: 2, contact: 'The clinic' }), pay });
    await expect.element(see('owner-alarm')).toHaveTextContent(t.alarms.noPay);
    await expect.element(see('owner-alarm')).toHaveTextContent(t.alarms.openAbout('The clinic'));
    await expect.element(see('owner-alarm-decide')).toHaveTextContent(t.alarms.decide);
  });
});
