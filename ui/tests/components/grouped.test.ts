// Numbers that can be read in two ways: 10.000 is ten, or ten thousand.

import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import Bins from '../../src/features/sell/Bins.svelte';
import MyListing from '../../src/features/sell/MyListing.svelte';
import NewListing from '../../src/features/sell/NewListing.svelte';
import { platform } from '../../src/platform';
import type { FormField } from '../../src/platform/types/FormField';
import { t } from '../../src/text';
import { column, held, isGrouped, row, table } from './columns';
import { FINE, listing } from './listings';
import { eventually, faults, inLanguages, show } from './support.svelte';

/** The host marks a field whose text may be meant with thousands. */
function hostMarks(): void {
  vi.spyOn(platform, 'readListing').mockImplementation((form) => {
    const fields: FormField[] = [
      ...(form.edges.some(isGrouped) ? (['bins'] as const) : []),
      ...(isGrouped(form.high) && form.kind === 'sum' ? (['high'] as const) : []),
      ...(form.tariff.some(({ price }) => isGrouped(price)) ? (['tariff'] as const) : []),
    ];
    const fault = { is: 'number', fault: 'grouped' } as const;
    const faults = fields.map((field) => ({ field, row: null, fault }));
    return Promise.resolve({ faults, price: [], grain: null });
  });
}

describe('several columns', () => {
  inLanguages('a bound is asked about at its field, before anything is signed', async () => {
    const { see, create, container, value } = table([row('age'), row('income')]);
    await expect.element(see('batch-high-2')).toBeVisible();
    await userEvent.fill(see('batch-high-2'), '10.000');
    const asked = t.drafting.shouldBe.grouped;
    await expect.element(see('batch-said-2')).toHaveTextContent(asked);
    await expect
      .element(see('batch-high-2'))
      .toHaveAccessibleDescription(new RegExp(asked.slice(0, 12)));
    // It is said without taking the focus.
    await userEvent.click(see('batch-title'));
    await userEvent.click(see('batch-sign'));
    await expect.element(see('batch-high-2')).toHaveFocus();
    expect(create).not.toHaveBeenCalled();
    expect(await faults(container)).toEqual([]);
    await userEvent.fill(see('batch-high-2'), '10000');
    await expect.element(see('batch-said-2')).not.toHaveTextContent(asked);
    expect(value('batch-high-2')).toBe('10000');
  });

  it('so are the edges and the values of a codebook, and the factor', async () => {
    const { see, create } = table([
      row('age', { kind: 'histogram', binWay: 'edges', edges: ['0', '10.000', '20.000'] }),
      row('income'),
    ]);
    const asked = t.drafting.shouldBe.grouped;
    await expect.element(see('batch-said')).toHaveTextContent(asked);
    await userEvent.click(see('batch-sign'));
    await expect.element(see('batch-edge')).toHaveFocus();
    await userEvent.click(see('batch-own-2'));
    await userEvent.fill(see('batch-factor-2'), '1,500');
    await expect.element(see('batch-said-2')).toHaveTextContent(asked);
    // What is not ticked is not signed.
    await userEvent.click(see('batch-take-2'));
    expect(see('batch-said-2').element().textContent).not.toContain(asked);
    expect(create).not.toHaveBeenCalled();
  });
});

describe('a price', () => {
  const asked = () => t.drafting.shouldBe.grouped;

  inLanguages('is asked about at its cell as soon as it is typed', async () => {
    vi.spyOn(platform, 'datasets').mockResolvedValue([held]);
    vi.spyOn(platform, 'populations').mockResolvedValue([]);
    vi.spyOn(platform, 'myListings').mockResolvedValue([]);
    hostMarks();
    // As of a currency with three decimals, whose host has nothing against it.
    vi.spyOn(platform, 'previewListing').mockResolvedValue(FINE);
    const create = vi.spyOn(platform, 'createListing');
    const { see, container } = show(NewListing, { asked: 'people' }, 900);
    await userEvent.fill(see('listing-title'), 'People');
    await userEvent.fill(see('listing-price-level'), '1');
    await userEvent.fill(see('listing-price-amount'), '1,000');
    await expect.element(see('listing-price-amount')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(see('error-note')).toHaveTextContent(asked());
    await expect.element(see('listing-check')).toHaveTextContent(asked().slice(0, 20));
    expect(await faults(container)).toEqual([]);
    // It is said without taking the focus, until it is to be signed.
    await userEvent.click(see('listing-title'));
    await userEvent.click(see('listing-create'));
    await expect.element(see('listing-price-amount')).toHaveFocus();
    expect(create).not.toHaveBeenCalled();
    await userEvent.fill(see('listing-price-amount'), '1,0000');
    await expect.element(see('listing-price-amount')).not.toHaveAttribute('aria-invalid');
    expect(container.querySelector('[data-testid="error-note"]')).toBeNull();
  });

  it('of several columns is asked about too', async () => {
    const { see, create, container } = table([row('age')], null);
    await expect.element(see('batch-check')).not.toHaveTextContent(/^$/);
    await userEvent.fill(see('batch-price-amount'), '1.000');
    await expect.element(see('batch-check')).toHaveTextContent(/^$/);
    await userEvent.click(see('batch-sign'));
    await expect.element(see('batch-price-amount')).toHaveFocus();
    expect(create).not.toHaveBeenCalled();
    await userEvent.fill(see('batch-price-amount'), '1.0000');
    await expect.poll(() => container.querySelector('[data-testid="error-note"]')).toBeNull();
  });

  it('that is changed is asked about too, and is put right by a zero', async () => {
    const dinar = { currency: 'KWD', currency_exponent: 3 };
    const tariff = [{ level: 1_000_000, minor: 10_000 }];
    const own = listing({ ...dinar, tariff, mine: true, loss_micro_epsilon: 0 });
    vi.spyOn(platform, 'listing').mockResolvedValue(own);
    vi.spyOn(platform, 'listingCurves').mockReturnValue(new Promise(() => {}));
    vi.spyOn(platform, 'datasets').mockResolvedValue([held]);
    vi.spyOn(platform, 'previewReprice').mockReturnValue(new Promise(() => {}));
    const reprice = vi.spyOn(platform, 'repriceListing').mockResolvedValue(own);
    const { see, value, count } = show(MyListing, { id: own.id }, 900);
    await userEvent.click(see('reprice'));
    expect(value('reprice-price-amount')).toBe('10');
    await userEvent.fill(see('reprice-price-amount'), '1,125');
    await userEvent.click(see('reprice-confirm'));
    await expect.element(see('reprice-price-amount')).toHaveFocus();
    await expect.element(see('error-note')).toHaveTextContent(asked());
    expect(reprice).not.toHaveBeenCalled();
    await userEvent.fill(see('reprice-price-amount'), '1,1250');
    await eventually(() => expect(count('error-note')).toBe(0));
    await userEvent.click(see('reprice-confirm'));
    await eventually(() =>
      expect(reprice).toHaveBeenCalledWith(own.id, [{ level: '1', price: '1.125' }]),
    );
  });
});

describe('one listing', () => {
  inLanguages('a bound is asked about while it is typed: it is not fine', async () => {
    vi.spyOn(platform, 'datasets').mockResolvedValue([held]);
    vi.spyOn(platform, 'populations').mockResolvedValue([]);
    vi.spyOn(platform, 'myListings').mockResolvedValue([]);
    hostMarks();
    vi.spyOn(platform, 'previewListing').mockRejectedValue({
      ...{ code: 'tariff', message: 'No price.', hints: [] },
    });
    const { see } = show(NewListing, { asked: 'people' }, 900);
    await userEvent.selectOptions(see('listing-kind'), 'sum');
    await userEvent.fill(see('listing-low'), '0');
    await userEvent.fill(see('listing-high'), '10.000');
    const asked = t.drafting.shouldBe.grouped;
    await expect.element(see('listing-check')).toHaveTextContent(asked.slice(0, 20));
    await expect.element(see('listing-high')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(see('listing-high')).toHaveFocus();
    await userEvent.selectOptions(see('listing-kind'), 'histogram');
    await userEvent.selectOptions(see('listing-bin-way'), 'edges');
    await userEvent.fill(see('listing-edge'), '10.000');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('listing-check')).toHaveTextContent(asked.slice(0, 20));
    await expect.element(see('listing-edge')).toHaveAttribute('aria-invalid', 'true');
  });
});

describe('bands of one width', () => {
  it('are not cut at a number that can be read in two ways', async () => {
    const cut = vi.spyOn(platform, 'cutBands').mockResolvedValue(['0', '1.125', '2.25']);
    const props = { column: column('age') as never, binWay: 'edges' as const, testid: 'it' };
    const { see, container } = show(Bins, { ...props, bins: [], edges: [], undeclared: [] }, 500);
    await userEvent.click(see('it-bands'));
    await userEvent.fill(see('it-bands-low'), '0');
    await userEvent.fill(see('it-bands-high'), '10.000');
    await userEvent.fill(see('it-bands-width'), '5');
    await userEvent.click(see('it-bands-cut'));
    await expect.element(see('it-bands-high')).toHaveFocus();
    expect(cut).not.toHaveBeenCalled();
    await userEvent.fill(see('it-bands-high'), '2.25');
    await userEvent.click(see('it-bands-cut'));
    await expect.poll(() => container.querySelectorAll('.chip').length).toBe(3);
    // Whose own decimals are not asked about.
    expect(container.textContent).toContain('1.1250');
  });
});
