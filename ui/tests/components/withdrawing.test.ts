// Whoever withdraws a listing is told of the orders that wait for it.

import { expect, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import MyListing from '../../src/features/sell/MyListing.svelte';
import { platform } from '../../src/platform';
import type { InboxItem } from '../../src/platform/types/InboxItem';
import { t } from '../../src/text';
import { listing } from './listings';
import { item, order } from './orders';
import { faults, inLanguages, show } from './support.svelte';

const own = listing({ mine: true, loss_micro_epsilon: 0, population: 'people' });
const { id } = own;

/** Asks to withdraw the listing while these orders wait. */
async function asked(orders: InboxItem[]) {
  vi.spyOn(platform, 'listing').mockResolvedValue(own);
  vi.spyOn(platform, 'listingCurves').mockReturnValue(new Promise(() => {}));
  vi.spyOn(platform, 'inbox').mockResolvedValue(orders);
  const shown = show(MyListing, { id }, 900);
  await userEvent.click(shown.see('withdraw'));
  await expect.element(shown.see('withdraw-reason')).toBeVisible();
  return shown;
}

const other = item(order({ listing: 'E'.repeat(43) }));

inLanguages('orders that wait are named before a listing is withdrawn', async () => {
  const mine = ['1', '2'].map((n) => item(order({ id: n.repeat(43), listing: id })));
  const { see, container } = await asked([...mine, other]);
  await expect.element(see('withdraw-waiting')).toHaveTextContent(t.listings.waiting(2));
  expect(await faults(container)).toEqual([]);
});

inLanguages('where none waits for it, nothing is said', async () => {
  expect((await asked([other])).count('withdraw-waiting')).toBe(0);
});
