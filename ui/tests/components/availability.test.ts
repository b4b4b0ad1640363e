import { describe, expect, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import Listing from '../../src/features/buy/Listing.svelte';
import PayCard from '../../src/features/buy/PayCard.svelte';
import Weigh from '../../src/features/buy/Weigh.svelte';
import SettingsAvailability from '../../src/features/settings/SettingsAvailability.svelte';
import { eps } from '../../src/lib/format';
import { platform } from '../../src/platform';
import type { ErrorView } from '../../src/platform/types/ErrorView';
import type { Quote } from '../../src/platform/types/Quote';
import { t } from '../../src/text';
import { listing } from './listings';
import { euros, order } from './orders';
import { eventually, faults, inLanguages, show } from './support.svelte';

/** Text as the browser gives it, without fixed spaces. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

const quote = (over: Partial<Quote>): Quote => ({
  listing: 'B'.repeat(43),
  title: 'Education',
  from: 0,
  to: 4_000_000,
  price: euros(4857),
  price_in_all: euros(4857),
  ceiling: 4_000_000,
  available: 2_800_000,
  now: [],
  then: [],
  ...over,
});

describe('a listing of which less is available than its ceiling', () => {
  inLanguages('asks before more is ordered', async () => {
    const offer = listing({ ceiling: 4_000_000, available: 2_800_000 });
    vi.spyOn(platform, 'listing').mockResolvedValue(offer);
    vi.spyOn(platform, 'listingCurves').mockReturnValue(new Promise(() => {}));
    vi.spyOn(platform, 'orders').mockResolvedValue([]);
    vi.spyOn(platform, 'quote').mockResolvedValue(quote({ listing: offer.id }));
    const placed = vi.spyOn(platform, 'order').mockResolvedValue(order());
    const { see, count, focus, container } = show(Listing, { id: offer.id }, 1000);
    const words = t.offer.availableUpTo(eps(2_800_000));
    await expect.element(see('available')).toHaveTextContent(plain(words));
    await expect.element(see('order-over')).toHaveTextContent(plain(t.ordering.over(words)));
    expect(count('weigh-unavailable')).toBe(1);
    focus('place-order');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('order-anyway-confirm')).toBeVisible();
    expect(placed).not.toHaveBeenCalled();
    expect(await faults(container)).toEqual([]);
    await userEvent.click(see('order-anyway-confirm'));
    await eventually(() => expect(placed).toHaveBeenCalledExactlyOnceWith(offer.id, '4', true));
  });

  inLanguages('asks nothing where less is ordered', async () => {
    const offer = listing({ ceiling: 4_000_000, available: 2_800_000 });
    vi.spyOn(platform, 'listing').mockResolvedValue(offer);
    vi.spyOn(platform, 'listingCurves').mockReturnValue(new Promise(() => {}));
    vi.spyOn(platform, 'orders').mockResolvedValue([]);
    vi.spyOn(platform, 'quote').mockResolvedValue(quote({ listing: offer.id, to: 2_800_000 }));
    const placed = vi.spyOn(platform, 'order').mockResolvedValue(order());
    const { see, count, focus } = show(Listing, { id: offer.id }, 1000);
    await expect.element(see('order-available')).toBeVisible();
    expect(count('order-over')).toBe(0);
    focus('place-order');
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(placed).toHaveBeenCalledExactlyOnceWith(offer.id, '2.8', false));
  });
});

inLanguages('what became unavailable after the quote is asked about too', async () => {
  const offer = listing({ ceiling: 4_000_000 });
  vi.spyOn(platform, 'listing').mockResolvedValue(offer);
  vi.spyOn(platform, 'listingCurves').mockReturnValue(new Promise(() => {}));
  vi.spyOn(platform, 'orders').mockResolvedValue([]);
  vi.spyOn(platform, 'quote').mockResolvedValue(quote({ listing: offer.id, available: null }));
  const over: ErrorView = {
    code: 'over-available',
    message: 'Less is available.',
    hints: [],
    at: { part: 'level', level: 4_000_000, limit: 1_500_000 },
  };
  const placed = vi
    .spyOn(platform, 'order')
    .mockImplementation((_, __, anyway) =>
      anyway ? Promise.resolve(order()) : Promise.reject(over),
    );
  const { see, focus } = show(Listing, { id: offer.id }, 1000);
  await expect.element(see('place-order')).toBeVisible();
  focus('place-order');
  await userEvent.keyboard('{Enter}');
  const words = t.ordering.over(t.offer.availableUpTo(eps(1_500_000)));
  await expect.element(see('order-anyway-dialog')).toHaveTextContent(plain(words));
  await userEvent.click(see('order-anyway-confirm'));
  await eventually(() =>
    expect(placed.mock.calls.map(([, , anyway]) => anyway)).toEqual([false, true]),
  );
});

inLanguages('a payment of an order over what is available is warned of', async () => {
  const pay = { recipient: 'Harbour Clinic', iban: null, until: null, code: null };
  const one = order({ pay, to: 4_000_000, available: 0 });
  const { see, container } = show(PayCard, { order: one, pay }, 700);
  await expect.element(see('pay-over')).toHaveTextContent(t.paying.over(t.offer.availableNothing));
  expect(await faults(container)).toEqual([]);
  const other = order({ pay, to: 4_000_000, available: 4_000_000 });
  expect(show(PayCard, { order: other, pay }, 700).count('pay-over')).toBe(0);
});

inLanguages('the scale marks only what is not available', async () => {
  const props = { held: 0, ceiling: 8_000_000, grain: 1000, level: 1_000_000, onlevel: vi.fn() };
  expect(show(Weigh, { ...props, available: 2_000_000 }).count('weigh-unavailable')).toBe(1);
  expect(show(Weigh, { ...props, available: 8_000_000 }).count('weigh-unavailable')).toBe(0);
  expect(show(Weigh, { ...props, available: null }).count('weigh-unavailable')).toBe(0);
});

inLanguages('an owner turns the statement off', async () => {
  vi.spyOn(platform, 'availability').mockResolvedValue({
    stated: true,
    listings: 2,
    issued_at: '2026-11-18T12:00:00Z',
  });
  const chosen = vi.spyOn(platform, 'stateAvailability').mockResolvedValue({
    stated: false,
    listings: 0,
    issued_at: '2026-11-18T12:00:00Z',
  });
  const { see, container } = show(SettingsAvailability, {}, 600);
  await expect.element(see('settings-availability')).toBeChecked();
  expect(await faults(container)).toEqual([]);
  await userEvent.click(see('settings-availability'));
  await eventually(() => expect(chosen).toHaveBeenCalledExactlyOnceWith(false));
  await expect.element(see('settings-availability')).not.toBeChecked();
});
