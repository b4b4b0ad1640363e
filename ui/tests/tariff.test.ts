import { afterEach, describe, expect, it } from 'vitest';

import {
  decimalsOf,
  drawn,
  isFree,
  keyed,
  knotAt,
  knotsOf,
  knotsTyped,
  next,
  pointSlips,
  priceOf,
  rested,
  stepsOf,
  type Knot,
} from '../src/features/sell/tariff';
import type { ListingView } from '../src/platform/types/ListingView';
import type { PricedLevel } from '../src/platform/types/PricedLevel';
import { speech } from '../src/text/speech.svelte';

afterEach(() => {
  speech.language = 'en';
});

const knots = [
  { level: '8', price: '80' },
  { level: '0,5', price: '5.5' },
  { level: 'two', price: '9' },
];
const points = drawn(knots, 2);

/** The row and the fault of each slip. */
const faults = (knots: Knot[]) =>
  pointSlips(knots).map(({ at }) => (at?.part === 'point' ? [at.row, at.fault] : []));

describe('a tariff', () => {
  it('is sent as rows, in the order typed, with a point', () => {
    expect(priceOf(knots)).toEqual([
      { level: '8', price: '80' },
      { level: '0.5', price: '5.5' },
      { level: 'two', price: '9' },
    ]);
    // A row with nothing in it keeps its place, by which an error names a row.
    expect(priceOf([{ level: ' ', price: '' }, ...knots])[0]).toEqual({ level: '', price: '' });
  });

  it('is drawn by its levels, as far as it can be read', () => {
    expect(points).toEqual([
      { row: 1, micro: 500_000, minor: 550 },
      { row: 0, micro: 8_000_000, minor: 8000 },
    ]);
    expect(drawn([{ level: '1', price: '-3' }], 2)).toEqual([]);
  });

  it('of a signed listing is taken up as the language writes it', () => {
    const listing = {
      currency_exponent: 2,
      tariff: [
        { level: 0, minor: 0 },
        { level: 500_000, minor: 550 },
      ],
    } as ListingView;
    expect(knotsOf(listing)).toEqual([{ level: '0.5', price: '5.50' }]);
    speech.language = 'de';
    expect(knotsOf(listing)).toEqual([{ level: '0,5', price: '5,50' }]);
    expect(priceOf(knotsOf(listing))).toEqual([{ level: '0.5', price: '5.50' }]);
  });

  it('with a price that may be meant with thousands is asked about, not drawn', () => {
    const at = (price: string) => [
      { level: '1', price: '0,5' },
      { level: '2', price },
    ];
    for (const price of ['1,000', ' 12.500', '1.000.000']) {
      expect(faults(at(price))).toEqual([[1, 'thousands']]);
      expect(drawn(at(price), 3)).toHaveLength(1);
    }
    for (const price of ['1000', '1,00', '0,500', '1000.500', '1,0000'])
      expect(faults(at(price))).toEqual([]);
    // With the zero that says so it is a decimal, of no more places than the currency has.
    expect(priceOf(at('1,1250'))[1]?.price).toBe('1.125');
    expect(drawn(at('1,1250'), 3)[1]?.minor).toBe(1125);
    expect(priceOf(at('1,12505'))[1]?.price).toBe('1.12505');
  });

  it('of a currency with three decimals is written so that nobody has to ask', () => {
    for (const [minor, price] of [
      [10_000, '10'],
      [1_500, '1.5'],
      [1_125, '1.1250'],
      [500, '0.500'],
      [1_000_000, '1000.000'],
    ] as const) {
      const knot = knotAt({ micro: 1_000_000, minor }, 3);
      expect(knot.price).toBe(price);
      expect(faults([knot])).toEqual([]);
      expect(drawn([knot], 3)[0]?.minor).toBe(minor);
    }
    expect(knotsTyped([{ level: '1', price: '10.000' }])[0]?.price).toBe('10');
  });

  it('has a slip at each cell that is blank or unreadable, and none in a blank row', () => {
    const blank = { level: ' ', price: '' };
    const knots = [{ level: '', price: '5' }, blank, { level: 'one', price: 'much' }];
    expect(faults(knots)).toEqual([
      [0, 'no-level'],
      [2, 'no-level'],
      [2, 'no-price'],
    ]);
    expect(faults([blank, blank])).toEqual([[0, 'no-level']]);
  });

  it('is free where no level costs anything', () => {
    const at = (minor: number | null): PricedLevel => ({
      level: 1_000_000,
      price: minor === null ? null : { minor, currency: 'EUR', exponent: 2 },
      price_now: null,
      widths: [],
    });
    expect(isFree([at(0), at(0)])).toBe(true);
    for (const levels of [[], [at(0), at(1)], [at(0), at(null)]])
      expect(isFree(levels)).toBe(false);
  });

  it('knows the decimals of a currency, and takes two for one that is not there', () => {
    expect(['EUR', 'JPY', 'KWD', 'E'].map(decimalsOf)).toEqual([2, 0, 3, 2]);
    // Of these the browser's locales write none.
    expect(['HUF', 'IDR', 'IQD'].map(decimalsOf)).toEqual([2, 2, 3]);
  });
});

describe('a point', () => {
  const steps = stepsOf(points);

  it('moves by round steps of about a hundredth', () => {
    expect(steps).toEqual({ micro: 50_000, minor: 50 });
    expect(stepsOf([{ row: 0, micro: 3, minor: 0 }])).toEqual({ micro: 1, minor: 1 });
  });

  it('stays between its neighbours, and rises with them', () => {
    expect(rested(points, 0, { micro: 9e6, minor: 9e6 }, steps)).toEqual({
      micro: 7_999_999,
      minor: 8000,
    });
    expect(rested(points, 0, { micro: -1, minor: -1 }, steps)).toEqual({ micro: 50_000, minor: 0 });
    expect(rested(points, 1, { micro: 0, minor: 0 }, steps)).toEqual({
      micro: 500_001,
      minor: 550,
    });
    expect(rested(points, 1, { micro: 8_123_456, minor: 8123 }, steps)).toEqual({
      micro: 8_100_000,
      minor: 8100,
    });
  });

  it('goes by its keys, and by shift ten times as far', () => {
    const by = (key: string, shift = false) => keyed(points, 1, key, shift, steps);
    expect(by('ArrowUp')).toEqual({ micro: 8_000_000, minor: 8050 });
    expect(by('ArrowDown', true)).toEqual({ micro: 8_000_000, minor: 7500 });
    expect(by('PageUp')).toEqual({ micro: 8_000_000, minor: 8500 });
    expect(by('ArrowRight')).toEqual({ micro: 8_050_000, minor: 8000 });
    expect(by('ArrowLeft', true)).toEqual({ micro: 7_500_000, minor: 8000 });
    expect(by('Tab')).toBeUndefined();
    expect(keyed(points, 2, 'ArrowUp', false, steps)).toBeUndefined();
  });

  it('that is added goes on as the last two do', () => {
    expect(next([], 2)).toEqual({ level: '', price: '' });
    expect(next(points, 2)).toEqual({ level: '11.75', price: '117.50' });
    expect(next(drawn([{ level: '1', price: '10' }], 2), 2)).toEqual({
      level: '1.5',
      price: '15.00',
    });
  });
});
