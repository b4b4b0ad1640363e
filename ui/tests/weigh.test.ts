import { describe, expect, it } from 'vitest';

import { Latest } from '../src/lib/latest';
import {
  accuracyTyped,
  firstWish,
  highest,
  isSold,
  keyed,
  marks,
  moved,
  nearest,
  scaleStart,
  snapped,
  stops,
  weighed,
} from '../src/features/buy/weigh';

const sold = (held: number, ceiling: number, grain: number) => ({ held, ceiling, grain });

describe('the stops of the scale', () => {
  it('are round levels that can be bought, the ceiling last', () => {
    const levels = stops(sold(500_000, 8_000_000, 1_000));
    expect(levels[0]).toBe(510_000);
    expect(levels.at(-1)).toBe(8_000_000);
    expect(levels.every((level) => level % 1_000 === 0 && level > 500_000)).toBe(true);
    expect(new Set(levels).size).toBe(levels.length);
    expect([...levels].sort((a, b) => a - b)).toEqual(levels);
  });

  it('keep to a coarse grain', () => {
    expect(stops(sold(0, 2_000_000, 500_000))).toEqual([500_000, 1_000_000, 1_500_000, 2_000_000]);
  });

  it('are whole grains above what is held, whatever that is', () => {
    const levels = stops(sold(123_457, 2_000_000, 100_000));
    expect(levels.every((level) => (level - 123_457) % 100_000 === 0 && level <= 2_000_000)).toBe(
      true,
    );
    // ε 2 itself is no whole number of grains away, and so not sold.
    expect(levels.at(-1)).toBe(1_923_457);
    expect(highest(sold(123_457, 2_000_000, 100_000))).toBe(1_923_457);
  });

  it('are none when the ceiling is held, or less than a grain away', () => {
    expect(stops(sold(8_000_000, 8_000_000, 1_000))).toEqual([]);
    expect(stops(sold(7_999_500, 8_000_000, 1_000))).toEqual([]);
    expect(firstWish(sold(8_000_000, 8_000_000, 1_000))).toBeUndefined();
  });
});

it('a level is snapped to the nearest one sold, never to what is held', () => {
  expect(snapped(sold(500_000, 8_000_000, 1_000), 1_000_400)).toBe(1_000_000);
  expect(snapped(sold(500_000, 8_000_000, 1_000), 500_000)).toBe(501_000);
  expect(snapped(sold(0, 8_000_000, 1_000), 9_000_000)).toBe(8_000_000);
});

it('the nearest stop is nearest on the logarithmic scale', () => {
  expect(nearest([1, 10], 3)).toBe(1);
  expect(nearest([1, 10], 4)).toBe(10);
  expect(nearest([], 4)).toBeUndefined();
});

it('keys go from stop to stop, and from between two to the next', () => {
  const levels = [10, 20, 30, 40];
  expect([moved(levels, 20, 1), moved(levels, 25, 1), moved(levels, 40, 1)]).toEqual([30, 30, 40]);
  expect([moved(levels, 20, -1), moved(levels, 25, -1), moved(levels, 10, -1)]).toEqual([
    10, 20, 10,
  ]);
  expect(moved(levels, 5, 1)).toBe(10);
  expect(moved([], 5, 1)).toBeUndefined();
  expect([keyed(levels, 20, 'ArrowUp', false), keyed(levels, 40, 'ArrowLeft', true)]).toEqual([
    30, 10,
  ]);
  expect([
    keyed(levels, 20, 'Home', false),
    keyed(levels, 20, 'End', false),
    keyed(levels, 20, 'PageUp', false),
  ]).toEqual([10, 40, 40]);
  expect(keyed(levels, 20, 'Tab', false)).toBeUndefined();
});

it('a person begins at ε 1, or at twice what is held', () => {
  expect(firstWish(sold(0, 8_000_000, 1_000))).toBe(1_000_000);
  expect(firstWish(sold(500_000, 8_000_000, 1_000))).toBe(1_000_000);
  expect(firstWish(sold(0, 300_000, 1_000))).toBe(300_000);
});

describe('what is written beside the beam', () => {
  const round = [100_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000];

  it('is sold: above what is held, on the grain, the highest last', () => {
    expect(marks(sold(500_000, 4_000_000, 1_000), round, 6)).toEqual([
      1_000_000, 2_000_000, 4_000_000,
    ]);
    expect(marks(sold(0, 4_000_000, 200_000), round, 6)).toEqual([
      200_000, 1_000_000, 2_000_000, 4_000_000,
    ]);
    // The ceiling is no whole number of grains away.
    expect(marks(sold(0, 8_000_000, 300_000), [8_000_000], 2)).toEqual([7_800_000]);
    expect(isSold(sold(0, 8_000_000, 300_000), 8_000_000)).toBe(false);
    expect(isSold(sold(500_000, 8_000_000, 1_000), 500_000)).toBe(false);
  });

  it('is every level sold, where there is room for them', () => {
    expect(marks(sold(0, 900_000, 300_000), round, 6)).toEqual([300_000, 600_000, 900_000]);
    expect(marks(sold(900_000, 900_000, 300_000), round, 6)).toEqual([]);
  });
});

describe('the beam', () => {
  it('begins far below the ceiling while nothing is held', () => {
    expect(scaleStart(sold(0, 8_000_000, 1_000))).toBe(80_000);
    expect(scaleStart(sold(0, 8_000_000, 500_000))).toBe(500_000);
  });

  it('leaves most of its length to what is still sold', () => {
    for (const held of [5_000, 500_000, 1_500_000, 7_000_000]) {
      const lo = scaleStart(sold(held, 8_000_000, 1_000));
      expect(Math.log(held / lo) / Math.log(8_000_000 / lo)).toBeCloseTo(0.4, 6);
    }
  });

  it('reaches down to what was bought before, within reason', () => {
    expect(scaleStart(sold(1_500_000, 2_000_000, 1_000), [1_000_000, 1_500_000])).toBe(900_000);
    expect(scaleStart(sold(1_500_000, 2_000_000, 1_000), [10, 1_500_000])).toBeGreaterThan(100_000);
  });
});

describe('what is typed', () => {
  it('is a weight in any way that weights are written', () => {
    for (const text of [
      '1.5',
      '1,5',
      '1½',
      '1 ½',
      '1 1/2',
      '3/2',
      ' 1.50 ',
      'ε 1.5',
      '1½ lb',
      '1 1⁄2 LB',
    ]) {
      expect(weighed(text), text).toBe(1_500_000);
    }
    expect(weighed('⅛')).toBe(125_000);
    for (const text of ['', '½½', '1/0', '1/3', '0/2', 'one', '1 2', '-1', '1.5.5', '0', '½ kg'])
      expect(weighed(text), text).toBeNull();
  });

  it('is a half-width with or without its sign', () => {
    expect(['0.5', '0,5', '± 0.5', '.5', '12'].map(accuracyTyped)).toEqual([
      '0.5',
      '0.5',
      '0.5',
      '.5',
      '12',
    ]);
    for (const text of ['', '-1', '1e3', '1.2.3', 'x', '.'])
      expect(accuracyTyped(text), text).toBeNull();
  });
});

it('of wishes that come faster than they are answered, only the newest is asked', async () => {
  const asked: number[] = [];
  let answer: (() => void) | undefined;
  const latest = new Latest<number>((wish) => {
    asked.push(wish);
    return new Promise(
      (done, fail) => (answer = wish === 1 ? () => fail(new Error('no')) : () => done(undefined)),
    );
  });
  for (const wish of [1, 2, 3]) latest.want(wish);
  expect(asked).toEqual([1]);
  answer?.();
  await new Promise((done) => setTimeout(done));
  expect(asked).toEqual([1, 3]);
  latest.want(4);
  latest.drop();
  answer?.();
  await new Promise((done) => setTimeout(done));
  expect(asked).toEqual([1, 3]);
  latest.want(5);
  expect(asked).toEqual([1, 3, 5]);
});
