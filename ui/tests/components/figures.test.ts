import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

vi.mock('../../src/platform', () => ({ platform: {} }));

import Weigh from '../../src/features/buy/Weigh.svelte';
import { bare } from '../../src/lib/bars';
import BarFigure from '../../src/parts/BarFigure.svelte';
import LineFigure from '../../src/parts/LineFigure.svelte';
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
