import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import Market from '../../src/features/buy/Market.svelte';
import Compare from '../../src/features/buy/Compare.svelte';
import ListingRows from '../../src/features/sell/ListingRows.svelte';
import { platform } from '../../src/platform';
import type { MarketOffer } from '../../src/platform/types/MarketOffer';
import type { MarketQuery } from '../../src/platform/types/MarketQuery';
import { eps, halfWidths, money as written } from '../../src/lib/format';
import { t } from '../../src/text';
import { eventually, faults, inLanguages, overflows, show } from './support.svelte';
import { HOURS } from '../support/questions';

const money = (minor: number) => ({ minor, currency: 'EUR', exponent: 2 });
const offer = (nth: number): MarketOffer =>
  ({
    id: `${nth}`.repeat(43),
    title: `Mean hours of the ${nth}th department`,
    seller_name: 'Harbour Clinic',
    seller_kid: 'C'.repeat(43),
    contact: null,
    alarm: null,
    kind: 'mean',
    query: 'mean of hours',
    query_parts: HOURS,
    missing_as: null,
    unit: 'h',
    dimension: 2,
    estimates: 2,
    bounds: ['0', '80'],
    public_rows: 32_561,
    terms: '',
    mine: false,
    status: 'open',
    held: 0,
    unit_parts: { kind: 'row', of: 'person' },
    adjacency: 'replace',
    privacy_unit: 'one person replaced',
    from_price: money(400),
    from_level: 100_000,
    from: [{ of: 'mean', text: '9.12', number: 9.12, unit: 'h', basis: 'about-rows' }],
    best: [{ of: 'mean', text: '0.114', number: 0.114, unit: 'h', basis: 'about-rows' }],
    best_level: 8_000_000,
    best_price: money(8000),
    currency: 'EUR',
    currency_exponent: 2,
  }) as unknown as MarketOffer;

function market(offers: MarketOffer[]) {
  const asked: MarketQuery[] = [];
  vi.spyOn(platform, 'market').mockImplementation((query) => {
    asked.push(query);
    return Promise.resolve({
      offers,
      kinds: ['count', 'mean'],
      sellers: [{ kid: 'C'.repeat(43), name: 'Harbour Clinic', contact: null }],
    });
  });
  nothingLeftOut();
  return asked;
}

const nothingLeftOut = () =>
  vi.spyOn(platform, 'leftOut').mockResolvedValue({
    market: { odd: 0, over_budget: 0, newer: 0 },
    orders: 0,
    orders_left: 0,
    orders_newer: 0,
  });

describe('the market', () => {
  inLanguages('says what is sold out for this home, or sold up to its ceiling', async () => {
    const sold = { ceiling: 8_000_000, grain: 1_000 };
    const held = { ...offer(1), ...sold, held: 8_000_000, best_price: null };
    const mine = { ...offer(2), ...sold, mine: true, loss_micro_epsilon: 8_000_000 };
    const some = { ...offer(3), ...sold, held: 1_000_000 };
    market([held, mine, some]);
    const { count, see } = show(Market, {}, 1000);
    await expect.element(see('sold-out')).toHaveTextContent(t.offer.soldOut);
    await expect.element(see('sold-out', 1)).toHaveTextContent(t.listings.soldToCeiling);
    expect(count('sold-out')).toBe(2);
    expect(count('status-open')).toBe(0);
    const listings = [{ ...mine, tariff: [], issued_at: '2026-11-21T12:00:00Z', sealed: false }];
    const rows = show(ListingRows, { listings }, 640);
    await expect.element(rows.see('sold-out')).toHaveTextContent(t.listings.soldToCeiling);
    expect(overflows(rows.container)).toBe(false);
  });

  inLanguages('is a table with price and accuracy', async () => {
    market([1, 2, 3].map(offer));
    const { see } = show(Market, {}, 1000);
    await expect.element(see('offer-best')).toHaveTextContent('0');
    expect(see('offer-best').element().textContent).toContain(
      t.numbers.basis['about-rows']('').trim(),
    );
    expect(await faults(see('market').element())).toEqual([]);
  });

  inLanguages(
    'says the cheapest purchase with its level and accuracy, each price in a line',
    async () => {
      const same = { ...offer(2), from_price: money(8000), from_level: 8_000_000 };
      market([offer(1), same]);
      const { container, count, see } = show(Market, {}, 1000);
      const price = see('offer-from');
      await expect.element(price).toBeVisible();
      expect(price.element().textContent).toContain(eps(100_000));
      const from = see('offer-from-widths').element();
      expect(from.textContent).toBe(halfWidths(offer(1).from));
      // Where it is all that is sold, it is said once.
      expect(count('offer-price')).toBe(2);
      expect(count('offer-from')).toBe(1);
      for (const small of container.querySelectorAll('[data-testid="offer-price"] small')) {
        if (small !== from) expect(small.getClientRects().length).toBe(1);
      }
      expect(overflows(see('market').element().closest('section') ?? container)).toBe(false);
    },
  );

  it('asks the host for the order, and for the order the other way round', async () => {
    const asked = market([offer(1)]);
    const { see } = show(Market, {}, 900);
    await see('sort-price').click();
    await eventually(() => expect(asked.at(-1)).toMatchObject({ sort: 'price', reverse: false }));
    await see('sort-price').click();
    await eventually(() => expect(asked.at(-1)).toMatchObject({ sort: 'price', reverse: true }));
    await see('sort-price').click();
    await eventually(() => expect(asked.at(-1)).toMatchObject({ sort: 'newest' }));
  });

  it('asks for what is chosen, with a decimal comma or point', async () => {
    const asked = market([offer(1)]);
    const { see } = show(Market, {}, 900);
    await see('market-kind').selectOptions('mean');
    await see('market-seller').selectOptions('Harbour Clinic');
    await see('market-most').fill('12,50');
    await eventually(() =>
      expect(asked.at(-1)).toMatchObject({
        kind: 'mean',
        seller: 'C'.repeat(43),
        max_price: '12.50',
      }),
    );
  });

  it('asks about a price that may be meant with thousands, and limits nothing by it', async () => {
    const asked = market([offer(1)]);
    const { see, count } = show(Market, {}, 900);
    await eventually(() => expect(asked.at(-1)).toMatchObject({ max_price: '' }));
    await see('market-most').fill('1,000');
    await expect.element(see('error-note')).toHaveTextContent(t.drafting.shouldBe.grouped);
    expect(asked.every(({ max_price }) => max_price === '')).toBe(true);
    await see('market-most').fill('1000');
    await eventually(() => expect(asked.at(-1)).toMatchObject({ max_price: '1000' }));
    expect(count('error-note')).toBe(0);
  });

  it('draws the prices of one currency together, whatever the titles are', async () => {
    curves();
    const dear = { ...offer(3), currency: 'USD', title: offer(1).title };
    const offers = [offer(1), { ...offer(2), title: offer(1).title }, dear];
    const { see, container } = show(Compare, { offers, most: '', ondrop: vi.fn() }, 1000);
    await expect.element(see('price-axes', 1)).toBeInTheDocument();
    const [euros, dollars] = container.querySelectorAll('[data-testid=figure]');
    expect(euros?.querySelectorAll('path')).toHaveLength(2);
    expect(dollars?.querySelectorAll('path')).toHaveLength(1);
    expect(container.querySelector('.keys')?.textContent).toContain('(no. 2)');
  });

  it('compares from two on, and no more than four', async () => {
    curves();
    market([1, 2, 3, 4, 5].map(offer));
    const { see, count } = show(Market, {}, 1000);
    await see('compare-one').click();
    await expect.element(see('compare')).toHaveAttribute('aria-disabled', 'true');
    for (const nth of [1, 2, 3]) await see('compare-one', nth).click();
    await expect.element(see('compare-one', 4)).toBeDisabled();
    await see('compare').click();
    await expect.poll(() => count('compare-drop')).toBe(4);
    await see('compare-drop').click();
    expect(count('compare-drop')).toBe(3);
    await see('compare-close').click();
    await expect.element(see('market')).toBeVisible();
  });
});

inLanguages('a comparison is on one basis, which it says', async () => {
  curves();
  nothingLeftOut();
  const within = { best_level: 2_400_000, best_price: money(2400) };
  vi.spyOn(platform, 'market').mockImplementation(({ max_price: most }) =>
    Promise.resolve({
      // For at most 10 there is nothing of the second to be had.
      offers: [1, 2]
        .filter((nth) => most !== '10' || nth === 1)
        .map((nth) => ({
          ...offer(nth),
          ...(most === '' ? {} : within),
        })),
      kinds: [],
      sellers: [],
    }),
  );
  const { see, count, container } = show(Market, {}, 1000);
  await userEvent.click(see('compare-one', 0));
  await userEvent.fill(see('market-most'), '24');
  await eventually(() => expect(see('offer-price', 1).element().textContent).toContain('24'));
  await userEvent.click(see('compare-one', 1));
  await userEvent.click(see('compare'));
  await expect.element(see('comparison-basis')).toHaveTextContent(t.market.compare.within('24'));
  const levels = () =>
    [...container.querySelectorAll('[data-testid="comparison"] tbody td')]
      .map((cell) => cell.textContent)
      .filter((text) => text === eps(2_400_000) || text === eps(8_000_000));
  expect(levels()).toEqual([eps(2_400_000), eps(2_400_000)]);
  await userEvent.click(see('compare-close'));
  // What is out of reach by then is compared all the same.
  await userEvent.fill(see('market-most'), '10');
  await expect.poll(() => count('market-offer')).toBe(1);
  await userEvent.click(see('compare'));
  await expect.element(see('comparison-basis')).toHaveTextContent(t.market.compare.highest);
  expect(levels()).toEqual([eps(8_000_000), eps(8_000_000)]);
  await userEvent.click(see('compare-close'));
  // Nor is anything compared within a price that may be meant with thousands.
  await userEvent.fill(see('market-most'), '24,000');
  await expect.element(see('error-note')).toBeVisible();
  await userEvent.click(see('compare'));
  await expect.element(see('comparison-basis')).toHaveTextContent(t.market.compare.highest);
  const asked = vi.mocked(platform.market).mock.calls.map(([query]) => query.max_price);
  expect(asked).not.toContain('24.000');
});

/** The price of a listing up to 80 at ε 8. */
const curves = () =>
  vi.spyOn(platform, 'listingCurves').mockResolvedValue({
    accuracy: [],
    accuracy_of: 'mean',
    price: [
      { x: 1, y: 10 },
      { x: 8, y: 80 },
    ],
    bought: [],
    limit_micro_epsilon: null,
  });

inLanguages('a comparison fits a small window', async () => {
  for (const width of [640, 1000]) {
    curves();
    const shown = show(
      Compare,
      { offers: [1, 2, 3, 4].map(offer), most: '', ondrop: vi.fn() },
      width,
    );
    await expect.element(shown.see('price-axes')).toBeInTheDocument();
    expect(shown.see('comparison').element().textContent).toContain(
      t.market.compare.fromOf(written(money(400)), eps(100_000), halfWidths(offer(1).from)),
    );
    expect(await faults(shown.container)).toEqual([]);
    expect(overflows(shown.container)).toBe(false);
  }
});
