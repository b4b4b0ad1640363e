import { describe, expect, it } from 'vitest';

import { firstWish, nearest, scaleStart, stops } from '../src/lib/weigh';

describe('the stops of the scale', () => {
  it('are round levels that can be bought, the ceiling last', () => {
    const levels = stops(500_000, 8_000_000, 1_000);
    expect(levels[0]).toBe(510_000);
    expect(levels.at(-1)).toBe(8_000_000);
    expect(levels.every((level) => level % 1_000 === 0 && level > 500_000)).toBe(true);
    expect(new Set(levels).size).toBe(levels.length);
    expect([...levels].sort((a, b) => a - b)).toEqual(levels);
  });

  it('keep to a coarse grain', () => {
    expect(stops(0, 2_000_000, 500_000)).toEqual([500_000, 1_000_000, 1_500_000, 2_000_000]);
  });

  it('are none when the ceiling is held', () => {
    expect(stops(8_000_000, 8_000_000, 1_000)).toEqual([]);
    expect(firstWish(8_000_000, 8_000_000, 1_000)).toBeUndefined();
  });
});

it('the nearest stop is nearest on the logarithmic scale', () => {
  expect(nearest([1, 10], 3)).toBe(1);
  expect(nearest([1, 10], 4)).toBe(10);
  expect(nearest([], 4)).toBeUndefined();
});

it('a person begins at ε 1, or at twice what is held', () => {
  expect(firstWish(0, 8_000_000, 1_000)).toBe(1_000_000);
  expect(firstWish(500_000, 8_000_000, 1_000)).toBe(1_000_000);
  expect(firstWish(0, 300_000, 1_000)).toBe(300_000);
  expect(scaleStart(0, 8_000_000, 1_000)).toBe(8_000);
  expect(scaleStart(5_000, 8_000_000, 1_000)).toBe(5_000);
});
