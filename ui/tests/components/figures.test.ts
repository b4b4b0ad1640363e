import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import Weigh from '../../src/features/buy/Weigh.svelte';
import { bare } from '../../src/lib/bars';
import BarFigure from '../../src/parts/BarFigure.svelte';
import DotFigure from '../../src/parts/DotFigure.svelte';
import LineFigure from '../../src/parts/LineFigure.svelte';
import PriceFigure from '../../src/parts/PriceFigure.svelte';
import { faults, inLanguages, overflows, show } from './support.svelte';

const line = (width = 500) =>
  show(
    LineFigure,
    {
      title: 'Price, EUR',
      across: 'ε held',
      points: [
        { x: 0, y: 0 },
        { x: 1, y: 10 },
        { x: 4, y: 30 },
      ],
    },
    width,
  );
const bars = (count: number, width = 500) =>
  show(
    BarFigure,
    {
      title: 'Rows',
      unit: 'rows',
      estimates: Array.from({ length: count }, (_, i) => bare(`bin ${i}`, i)),
    },
    width,
  );

describe('a figure', () => {
  inLanguages('is named for those who hear it, and no wider than its place', async () => {
    for (const figure of [line, (width: number) => bars(12, width)]) {
      for (const width of [260, 500]) {
        const { container } = figure(width);
        expect(await faults(container)).toEqual([]);
        expect(overflows(container)).toBe(false);
      }
    }
  });

  it('is read point by point with the keys, and stays at its ends', async () => {
    const { focus, see } = line();
    focus('figure');
    await userEvent.keyboard('{End}');
    await expect.element(see('figure-reading')).toHaveTextContent('30');
    await userEvent.keyboard('{ArrowRight}{ArrowLeft}');
    await expect.element(see('figure-reading')).toHaveTextContent('10');
    await userEvent.keyboard('{Home}{ArrowLeft}');
    await expect.element(see('figure-reading')).toHaveTextContent('0');
  });

  it('says its numbers as a table', async () => {
    const { container, see } = line();
    await see('figure-table').click();
    const cells = [...container.querySelectorAll('tbody tr')].map((row) => row.textContent);
    expect(cells).toEqual(['00', '110', '430']);
  });

  it('makes pieces of bars for which there is no room, and says so', () => {
    expect(bars(20).count('figure-pieces')).toBe(0);
    const many = bars(900, 300);
    expect(many.count('figure-pieces')).toBe(1);
    expect(many.container.querySelectorAll('rect').length).toBeLessThan(150);
  });
});

/** Two prices of different ends, in one drawing. */
const prices = (width = 500) =>
  show(
    PriceFigure,
    {
      currency: 'EUR',
      exponent: 2,
      curves: [
        {
          name: 'Near',
          points: [
            { x: 1, y: 10 },
            { x: 2, y: 15 },
          ],
        },
        { name: 'Far', points: [{ x: 4, y: 30 }] },
      ],
    },
    width,
  );

describe('prices', () => {
  inLanguages('stand on one axis, from nothing on', async () => {
    for (const width of [260, 500]) {
      const { container } = prices(width);
      expect(container.querySelectorAll('[data-testid=price-axes]')).toHaveLength(1);
      expect(container.querySelectorAll('[data-testid=figure] path')).toHaveLength(2);
      expect(container.querySelector('.amount')?.textContent).toMatch(/^(€0|0\s€)$/);
      expect(container.querySelector('.level')?.textContent).toBe('0');
      expect(await faults(container)).toEqual([]);
      expect(overflows(container)).toBe(false);
    }
  });

  it('are read where they are sold, and not beyond', async () => {
    const { focus, see, container } = prices();
    focus('figure');
    await userEvent.keyboard('{Home}');
    await expect.element(see('figure-reading')).toHaveTextContent('Near: €10.00 · Far: €30.00');
    await userEvent.keyboard('{End}');
    await expect.element(see('figure-reading')).toHaveTextContent(/Far: €30.00$/);
    expect(see('figure-reading').element().textContent).not.toContain('Near');
    await see('figure-table').click();
    const last = [...container.querySelectorAll('tbody tr')].at(-1)?.querySelectorAll('td');
    expect([...(last ?? [])].slice(1).map((cell) => cell.textContent)).toEqual(['', '€30.00']);
  });
});

/** Bins with intervals of so much on either side. */
const widths = (count: number, wide: number) =>
  Array.from({ length: count }, (_, i) => ({
    ...bare(`bin ${i}`, 100 + i),
    half_width: String(wide),
    half_width_number: wide,
    noise_low_number: 100 + i - wide,
    noise_high_number: 100 + i + wide,
  }));

describe('intervals', () => {
  it('are seen at their ends, however small, and are one band where bars are narrow', () => {
    const drawn = (count: number) =>
      show(BarFigure, { title: 'Rows', unit: 'rows', estimates: widths(count, 0.1) }, 500);
    // Three lines an interval: itself and its two ends.
    const few = drawn(8);
    expect(few.count('figure-band')).toBe(0);
    const capped = [...few.container.querySelectorAll('line[stroke-width="1.6"]')];
    expect(capped).toHaveLength(16);
    expect(drawn(120).count('figure-band')).toBe(1);
  });

  inLanguages('of a short answer stand in rows, one below the other', async () => {
    for (const width of [280, 600]) {
      const figure = show(
        DotFigure,
        {
          title: 'Rows',
          unit: 'rows',
          estimates: widths(5, 3),
          before: widths(5, 9),
          nowText: 'now',
          beforeText: 'before',
        },
        width,
      );
      expect(figure.container.querySelectorAll('[data-testid=figure] circle')).toHaveLength(10);
      figure.focus('figure');
      await userEvent.keyboard('{End}');
      await expect.element(figure.see('figure-reading')).toHaveTextContent('bin 4: 104');
      expect(await faults(figure.container)).toEqual([]);
      expect(overflows(figure.container)).toBe(false);
    }
  });
});

describe('the scale', () => {
  inLanguages('is named for those who hear it', async () => {
    const props = { held: 0, ceiling: 8_000_000, grain: 1000, level: 1_000_000, onlevel: vi.fn() };
    const { container } = show(Weigh, props);
    expect(await faults(container)).toEqual([]);
  });

  it('is moved by keys, and to its ends', async () => {
    const onlevel = vi.fn();
    const props = { held: 0, ceiling: 8_000_000, grain: 1000, level: 1_000_000, onlevel };
    const { focus, see } = show(Weigh, props);
    focus('epsilon-slider');
    await userEvent.keyboard('{ArrowRight}');
    expect(onlevel).toHaveBeenLastCalledWith(1_100_000);
    await userEvent.keyboard('{End}');
    expect(onlevel).toHaveBeenLastCalledWith(8_000_000);
    await see('epsilon-less').click();
    expect(onlevel).toHaveBeenLastCalledWith(990_000);
  });
});
