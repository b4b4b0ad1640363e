// The terms that a buyer accepts are those of one listing.

import { expect, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import { Ordering } from '../../src/features/buy/ordering.svelte';
import OrderCard from '../../src/features/buy/OrderCard.svelte';
import { platform } from '../../src/platform';
import type { Quote } from '../../src/platform/types/Quote';
import { t } from '../../src/text';
import { listing } from './listings';
import { euros, order } from './orders';
import { eventually, inLanguages, live, show } from './support.svelte';

const quoted = (of: string) =>
  ({ listing: of, from: 0, to: 500_000, price: euros(500), available: null }) as unknown as Quote;

inLanguages('terms are accepted anew for the listing that takes the place of another', async () => {
  const placed = vi.spyOn(platform, 'order').mockResolvedValue(order());
  const first = listing({ terms: 'Cite us.' });
  const second = listing({ id: 'E'.repeat(43), terms: 'Name us, and pay within a day.' });
  const ordering = new Ordering();
  const props = live({ listing: first, quote: quoted(first.id), ordering, ready: true });
  const { see } = show(OrderCard, props, 400);
  await userEvent.click(see('accept-terms'));
  await expect.element(see('accept-terms')).toBeChecked();

  props.listing = second;
  props.quote = quoted(second.id);
  await expect.element(see('accept-terms')).not.toBeChecked();
  await userEvent.click(see('place-order'));
  await expect.element(see('error-note')).toHaveTextContent(t.ordering.hasTerms);
  expect(placed).not.toHaveBeenCalled();
  await userEvent.click(see('accept-terms'));
  await userEvent.click(see('place-order'));
  await eventually(() => expect(placed).toHaveBeenCalledOnce());
});
