import { describe, expect, it } from 'vitest';

import { bare, each, gathered, single } from '../src/lib/bars';

const numbers = (n: number) =>
  Array.from({ length: n }, (_, i) => single(bare(String(i), (i * 7) % 5)));

describe('many bars in little room', () => {
  it('stay as they are where there is room for each', () => {
    expect(each(181, 181)).toBe(1);
    expect(gathered(numbers(3), 1)).toEqual(numbers(3));
  });

  it('become pieces of neighbours that lose none and hide none', () => {
    for (const [length, most] of [
      [181, 90],
      [1000, 3],
      [7, 200],
      [1, 0],
    ] as const) {
      const all = numbers(length);
      const pieces = gathered(all, each(length, most));
      expect(pieces.length).toBeLessThanOrEqual(Math.max(1, most));
      expect(pieces.reduce((sum, piece) => sum + piece.bins, 0)).toBe(length);
      expect([pieces[0]?.first, pieces.at(-1)?.last]).toEqual(['0', String(length - 1)]);
      const mean = pieces.reduce((sum, piece) => sum + piece.mean * piece.bins, 0) / length;
      expect(mean).toBeCloseTo(all.reduce((sum, one) => sum + one.mean, 0) / length);
      expect(Math.max(...pieces.map((piece) => piece.most))).toBe(
        Math.max(...all.map((one) => one.mean)),
      );
    }
  });

  it('count pieces of pieces by what each stands for', () => {
    const twice = gathered(gathered(numbers(10), 3), 2);
    expect(twice.map((piece) => piece.bins)).toEqual([6, 4]);
    expect(twice[1]?.mean).toBeCloseTo((2 + 4 + 1 + 3) / 4);
  });
});
