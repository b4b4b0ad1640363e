// Whoever withdraws a listing is told of the orders that wait for it.

import { afterEach, expect, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import MyListing from '../../src/features/sell/MyListing.svelte';
import { platform } from '../../src/platform';
import type { InboxItem } from '../../src/platform/types/InboxItem';
import type { ListingView } from '../../src/platform/types/ListingView';
import { t } from '../../src/text';
import { item, order } from './orders';
import { faults, inLanguages, show } from './support.svelte';

afterEach(() => vi.restoreAllMocks());

const id = 'B'.repeat(43);
const listing = {
  ...{ id, question: 'Q', title: 'Education', seller_name: 'Clinic', seller_kid: 'C'.repeat(43) },
  ...{ contact: null, description: '', kind: 'count', query: 'count of rows', unit: '' },
  ...{ query_parts: { of: { kind: 'count', rows: true }, conditions: [] } },
  ...{ unit_parts: { kind: 'row', of: 'person' }, adjacency: 'replace', privacy_unit: '' },
  ...{ dimension: 1, labels: [], step: '1', bounds: [], sensitivity: 1, population_id: 'P' },
  ...{ cap_micro_epsilon: 6_000_000, carried_micro_epsilon: 0, public_rows: null },
  ...{ ceiling_micro_epsilon: 4_000_000, top_micro_epsilon: 8_000_000, grain_micro_epsilon: 1_000 },
  ...{ tariff: [], currency: 'EUR', currency_exponent: 2, pay_to: '', account: null, terms: '' },
  ...{ issued_at: '2026-11-18T12:00:00Z', mine: true, status: 'open', withdrawal: null },
  ...{ held_micro_epsilon: 0, loss_micro_epsilon: 0, population: 'people', dataset: 'people' },
  ...{ sealed: false, sealed_at: null, erasure_pending: false },
} as unknown as ListingView;

/** Asks to withdraw the listing while these orders wait. */
async function asked(orders: InboxItem[]) {
  vi.spyOn(platform, 'listing').mockResolvedValue(listing);
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
