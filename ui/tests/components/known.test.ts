// That a public number of rows is known elsewhere is said of this number of these rows alone.

import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import { blank, formOf, typedOf } from '../../src/features/sell/draft';
import { keepDraft } from '../../src/features/sell/drafts';
import NewListing from '../../src/features/sell/NewListing.svelte';
import { shell } from '../../src/lib/shell.svelte';
import { platform } from '../../src/platform';
import type { HomeView } from '../../src/platform/types/HomeView';
import { held, row, table } from './columns';
import { FINE } from './listings';
import { eventually, show } from './support.svelte';

const KNOWN = 'listing-rows-known-elsewhere';
const others = { ...(held as object), name: 'others' } as never;

/** A host that accepts every form. Its last call has the form that would be signed. */
function host() {
  vi.spyOn(platform, 'datasets').mockResolvedValue([held, others]);
  vi.spyOn(platform, 'populations').mockResolvedValue([]);
  vi.spyOn(platform, 'myListings').mockResolvedValue([]);
  vi.spyOn(platform, 'readListing').mockResolvedValue({ faults: [], price: [], grain: null });
  const preview = vi.spyOn(platform, 'previewListing').mockResolvedValue(FINE);
  return () => preview.mock.lastCall?.[0].rowsKnownElsewhere;
}

describe('that a number of rows is known elsewhere', () => {
  it('is not said of another number, of other conditions or of another dataset', async () => {
    const signs = host();
    const { see } = show(NewListing, { asked: 'people' }, 900);
    await userEvent.selectOptions(see('listing-kind'), 'mean');
    const changes = [
      () => userEvent.fill(see('listing-public-rows'), '1001'),
      () => userEvent.click(see('listing-filter-add')),
      () => userEvent.fill(see('listing-filter-value'), '18'),
      () => userEvent.selectOptions(see('listing-filter-how'), '>='),
      () => userEvent.click(see('listing-filter-remove')),
      () => userEvent.selectOptions(see('listing-dataset'), 'others'),
    ];
    await userEvent.fill(see('listing-public-rows'), '1000');
    for (const change of changes) {
      await userEvent.click(see(KNOWN));
      await expect.element(see(KNOWN)).toBeChecked();
      await expect.poll(signs).toBe(true);
      await change();
      await expect.element(see(KNOWN)).not.toBeChecked();
      await expect.poll(signs).toBe(false);
    }
  });

  it('is kept in a copy of a listing as long as the number and its rows are', async () => {
    const signs = host();
    shell.home = { dir: '/homes/known' } as HomeView;
    const copied = formOf({ ...blank('people', 'mean', 'EUR'), title: 'Age', publicRows: '1000' });
    const copyOf = { id: 'B'.repeat(43), title: 'Age', open: true };
    const typed = typedOf({ ...copied, rowsKnownElsewhere: true }, []);
    keepDraft('/homes/known', { ...typed, copyOf });
    const { see } = show(NewListing, { asked: '' }, 900);
    await expect.element(see(KNOWN)).toBeChecked();
    await userEvent.fill(see('listing-title'), 'Mean age');
    await expect.element(see(KNOWN)).toBeChecked();
    await expect.poll(signs).toBe(true);
    await userEvent.fill(see('listing-public-rows'), '999');
    await expect.element(see(KNOWN)).not.toBeChecked();
    await expect.poll(signs).toBe(false);
  });

  it('is said of the numbers of several columns, not of others or of another dataset', async () => {
    const { see, count } = table([row('age'), row('income')]);
    vi.mocked(platform.datasets).mockResolvedValue([held, others]);
    shell.changes += 1;
    const known = 'batch-rows-known-elsewhere';
    await userEvent.click(see('batch-own'));
    await userEvent.fill(see('batch-public-rows'), '1000');
    await userEvent.click(see(known));
    await expect.element(see(known)).toBeChecked();
    await userEvent.fill(see('batch-title'), 'Mean age');
    await expect.element(see(known)).toBeChecked();
    await userEvent.fill(see('batch-public-rows'), '1001');
    await expect.element(see(known)).not.toBeChecked();
    await userEvent.click(see(known));
    await userEvent.click(see('batch-own-2'));
    await userEvent.fill(see('batch-public-rows-2'), '7');
    await expect.element(see(known)).not.toBeChecked();

    await userEvent.click(see(known));
    await userEvent.selectOptions(see('batch-dataset'), 'others');
    await expect.element(see('batch-own')).toBeVisible();
    await eventually(() => expect(count(known)).toBe(0));
    await userEvent.click(see('batch-own'));
    await userEvent.fill(see('batch-public-rows'), '1001');
    await expect.element(see(known)).not.toBeChecked();
  });
});
