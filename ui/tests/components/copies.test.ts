// A listing is copied or corrected in the form of a new one, beside a draft of one's own.

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import MyListing from '../../src/features/sell/MyListing.svelte';
import NewListing from '../../src/features/sell/NewListing.svelte';
import { blank, formOf } from '../../src/features/sell/draft';
import { keptDrafts } from '../../src/features/sell/drafts';
import { shell } from '../../src/lib/shell.svelte';
import { platform } from '../../src/platform';
import type { DatasetView } from '../../src/platform/types/DatasetView';
import type { HomeView } from '../../src/platform/types/HomeView';
import { t } from '../../src/text';
import { held } from './columns';
import { FINE, listing } from './listings';
import { eventually, faults, inLanguages, show } from './support.svelte';

const own = listing({ title: 'Towns', mine: true, loss_micro_epsilon: 0, population: 'people' });
const PRICE = { level: '1', price: '5' };
const never = () => new Promise<never>(() => {});

let homes = 0;
beforeEach(() => {
  // Each has drafts of its own.
  shell.home = { dir: `/homes/copies-${(homes += 1)}` } as HomeView;
  vi.spyOn(platform, 'listing').mockResolvedValue(own);
  vi.spyOn(platform, 'listingCurves').mockImplementation(never);
  vi.spyOn(platform, 'datasets').mockResolvedValue([held]);
  vi.spyOn(platform, 'populations').mockResolvedValue([]);
  vi.spyOn(platform, 'myListings').mockResolvedValue([]);
  vi.spyOn(platform, 'inbox').mockResolvedValue([]);
  vi.spyOn(platform, 'previewListing').mockResolvedValue(FINE);
  vi.spyOn(platform, 'readListing').mockResolvedValue({ faults: [], price: [], grain: null });
  vi.spyOn(platform, 'duplicateListing').mockImplementation(() =>
    Promise.resolve(
      formOf({ ...blank('people', 'count', 'EUR'), title: own.title, tariff: [PRICE] }),
    ),
  );
});
/** The form, once it can be typed into. */
async function form() {
  const shown = show(NewListing, { asked: '' }, 900);
  await expect.element(shown.see('listing-title')).toBeVisible();
  return shown;
}

/** Takes a copy of the listing, or corrects it: the form is asked for. */
async function copied(how: 'duplicate' | 'correct') {
  const shown = show(MyListing, { id: own.id }, 900);
  await userEvent.click(shown.see(how));
  await eventually(() => expect(location.hash).toBe('#/new-listing'));
  await shown.close();
}

describe('a copy of a listing', () => {
  it('is gone once it is cancelled, and the draft before it is there', async () => {
    const before = await form();
    await userEvent.fill(before.see('listing-title'), 'Half a listing');
    await before.close();
    for (const how of ['duplicate', 'correct'] as const) {
      await copied(how);
      const copy = await form();
      expect(copy.value('listing-title')).toBe('Towns');
      await userEvent.click(copy.see('listing-cancel'));
      await copy.close();
      const after = await form();
      expect(after.value('listing-title')).toBe('Half a listing');
      expect(after.count('listing-copy')).toBe(0);
      await after.close();
    }
  });

  it('takes the columns of the datasets that were read already', async () => {
    const copied = formOf({
      ...blank('people', 'count', 'EUR'),
      filters: [{ column: 'age', operator: '>=', type: 'number', value: '1.5' }],
    });
    vi.mocked(platform.duplicateListing).mockResolvedValue(copied);
    const shown = show(MyListing, { id: own.id }, 900);
    await expect.element(shown.see('duplicate')).toBeVisible();
    await eventually(() => expect(platform.datasets).toHaveBeenCalled());
    await userEvent.click(shown.see('duplicate'));
    await eventually(() => expect(location.hash).toBe('#/new-listing'));
    expect(platform.datasets).toHaveBeenCalledOnce();
    await shown.close();
    // As a number, by its column.
    const { value } = await form();
    expect(value('listing-filter-value')).toBe('1.5');
    expect(keptDrafts(shell.home?.dir ?? '')[0]?.filters[0]?.type).toBe('number');
  });

  it('asks for the datasets again where they could not be read', async () => {
    vi.mocked(platform.datasets).mockRejectedValueOnce(new Error());
    await copied('duplicate');
    expect(platform.datasets).toHaveBeenCalledTimes(2);
  });

  it('comes back as what it is to whoever only looked elsewhere', async () => {
    await copied('correct');
    const first = await form();
    await userEvent.fill(first.see('listing-replace-reason'), 'A bin was misspelt.');
    await first.close();
    const again = await form();
    await expect.element(again.see('listing-copy')).toHaveTextContent('Towns');
    await expect.element(again.see('listing-replaces')).toBeChecked();
    expect(again.value('listing-replace-reason')).toBe('A bin was misspelt.');
    await userEvent.click(again.see('listing-give-up-copy'));
    expect(again.count('listing-copy')).toBe(0);
    expect(again.value('listing-title')).toBe('');
  });

  it('is gone on with by whoever asks for the same again', async () => {
    await copied('correct');
    const first = await form();
    await userEvent.fill(first.see('listing-title'), 'Towns and villages');
    await first.close();
    location.hash = '';
    await copied('correct');
    const again = await form();
    expect(again.value('listing-title')).toBe('Towns and villages');
  });

  it('that is signed leaves the other draft where it is', async () => {
    const before = await form();
    await userEvent.fill(before.see('listing-title'), 'Half a listing');
    await before.close();
    await copied('duplicate');
    vi.spyOn(platform, 'createListing').mockResolvedValue(own);
    const copy = await form();
    await userEvent.click(copy.see('listing-create'));
    await eventually(() => expect(location.hash).toBe(`#/my-listing/${own.id}`));
    await copy.close();
    const after = await form();
    expect(after.value('listing-title')).toBe('Half a listing');
  });

  it('is offered only while its dataset answers new questions', async () => {
    const data = [{ ...(held as object), state: 'removed' } as DatasetView];
    vi.mocked(platform.datasets).mockImplementation(() => Promise.resolve([...data]));
    const { see, count } = show(MyListing, { id: own.id }, 900);
    await expect.element(see('withdraw')).toBeVisible();
    await eventually(() => expect(count('duplicate') + count('correct')).toBe(0));
    // Another table has the name now; own numbers have none.
    data.push(held);
    shell.changes += 1;
    await eventually(() => expect(count('duplicate') + count('correct')).toBe(2));
    data.pop();
    vi.mocked(platform.listing).mockResolvedValue({ ...own, dataset: null });
    const numbers = show(MyListing, { id: own.id }, 900);
    await expect.element(numbers.see('duplicate')).toBeVisible();
  });

  inLanguages('is headed as a copy, or as a correction, of the listing that it names', async () => {
    for (const how of ['duplicate', 'correct'] as const) {
      await copied(how);
      const copy = await form();
      const { correction, copy: duplicate } = t.drafting;
      const heading = { duplicate, correct: correction }[how]('Towns');
      await expect.element(copy.see('page-title')).toHaveTextContent(heading);
      // It is a correction as long as the listing is to be withdrawn.
      await userEvent.click(copy.see('listing-replaces'));
      const other = { duplicate: correction, correct: duplicate }[how]('Towns');
      await expect.element(copy.see('page-title')).toHaveTextContent(other);
      await userEvent.click(copy.see('listing-cancel'));
      await copy.close();
    }
    await expect.element((await form()).see('page-title')).toHaveTextContent(t.drafting.title);
  });

  inLanguages('that corrects needs a reason, as a withdrawal does', async () => {
    const replace = vi.spyOn(platform, 'replaceListing');
    await copied('correct');
    const { see, container } = await form();
    await userEvent.click(see('listing-create'));
    await expect.element(see('listing-replace-reason')).toHaveFocus();
    const { needsReason, needsReasonHint, reasonHint } = t.listings;
    await expect.element(see('error-note')).toHaveTextContent(needsReason);
    await expect.element(see('error-note')).toHaveTextContent(needsReasonHint);
    // Both say the same of what becomes of it.
    expect(needsReasonHint.toLowerCase()).toContain(reasonHint.slice(0, -1).toLowerCase());
    expect(replace).not.toHaveBeenCalled();
    expect(await faults(container)).toEqual([]);
  });

  inLanguages('takes the place of another copy only if it is agreed to', async () => {
    await copied('duplicate');
    const shown = show(MyListing, { id: own.id }, 900);
    location.hash = '';
    await userEvent.click(shown.see('correct'));
    await expect.element(shown.see('over-copy-dialog')).toBeVisible();
    await expect
      .element(shown.see('over-copy-dialog'))
      .toHaveTextContent(t.listings.overCopyIntro('Towns'));
    expect(await faults(shown.see('over-copy-dialog').element())).toEqual([]);
    await userEvent.click(shown.see('over-copy-cancel'));
    expect(location.hash).toBe('');
    await userEvent.click(shown.see('correct'));
    await userEvent.click(shown.see('over-copy-confirm'));
    await eventually(() => expect(location.hash).toBe('#/new-listing'));
  });
});
