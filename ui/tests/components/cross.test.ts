import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';

import CrossTable from '../../src/features/buy/CrossTable.svelte';
import { bare } from '../../src/lib/bars';
import { cellGroups, cellName } from '../../src/lib/cells';
import type { Axis } from '../../src/platform/types/Axis';
import { faults, inLanguages, show } from './support.svelte';

const axis = (column: string, labels: string[], size = labels.length): Axis => ({
  column,
  labels,
  size,
});
const sex = axis('sex', ['f', 'm', 'other']);
const age = axis('age', ['0 – 18', '18 – 65', 'other']);
const town = axis('town', ['Ulm, old', 'other']);

/** Estimates of which each is the number of its cell. */
const numbered = (axes: Axis[]) => {
  const cells = axes.reduce((product, { labels }) => product * labels.length, 1);
  return Array.from({ length: cells }, (_, i) => ({
    ...bare(cellName(axes, i), i),
    half_width: '6',
    half_width_number: 6,
  }));
};
const table = (axes: Axis[], width = 500, chosen = 0) =>
  show(CrossTable, { axes, estimates: numbered(axes), unit: 'rows', chosen }, width);

/** The texts of each row, group rows included. */
const rowsOf = (container: HTMLElement) =>
  [...container.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent.trim()),
  );

describe('a cross-tabulation', () => {
  inLanguages('is a table for those who hear it, and scrolls where it is wide', async () => {
    for (const axes of [
      [sex, age],
      [sex, age, town],
    ]) {
      for (const width of [260, 500]) {
        const { container } = table(axes, width);
        expect(await faults(container)).toEqual([]);
        expect(container.scrollWidth).toBeLessThanOrEqual(container.clientWidth);
      }
    }
  });

  it('has the first column as rows and the second as columns', () => {
    const { container, count } = table([sex, age], 500, 4);
    expect(rowsOf(container)).toEqual([
      ['f', '0', '1', '2'],
      ['m', '3', '4', '5'],
      ['other', '6', '7', '8'],
    ]);
    expect(container.querySelector('.chosen')?.textContent).toBe('4');
    expect(count('cross-part')).toBe(0);
    expect(cellName([sex, age], 5)).toBe('m · other');
  });

  it('has a third column as groups, whose bins go fastest', () => {
    const { container } = table([sex, age, town]);
    const rows = rowsOf(container);
    expect(rows).toHaveLength(8);
    expect(rows[0]).toEqual(['town: Ulm, old']);
    expect(rows[1]).toEqual(['f', '0', '2', '4']);
    expect(rows[5]).toEqual(['f', '1', '3', '5']);
    expect(rows[7]).toEqual(['other', '13', '15', '17']);
    expect(cellName([sex, age, town], 13)).toBe('other · 0 – 18 · other');
  });

  it('says where the cells are that it has no room for', () => {
    const bins = (number: number) => Array.from({ length: number }, (_, i) => String(i));
    const axes = [axis('a', bins(31), 1024), axis('b', bins(32), 1024)];
    const { container, see } = table(axes);
    expect(container.querySelectorAll('td')).toHaveLength(992);
    const part = see('cross-part').element().textContent;
    expect(part).toContain('31 of 1024 bins of a and the first 32 of 1024 bins of b');
    expect(part).toContain('export');
    expect(cellGroups(axes, [])).toHaveLength(1);
  });

  it('is reached and scrolled by keys', async () => {
    const bins = Array.from({ length: 40 }, (_, i) => `bin ${i}`);
    const { focus, see } = table([axis('a', bins), axis('b', bins.slice(0, 20))], 300);
    focus('cross-table');
    await userEvent.keyboard('{End}');
    await expect.poll(() => see('cross-table').element().scrollTop).toBeGreaterThan(100);
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    await expect.poll(() => see('cross-table').element().scrollLeft).toBeGreaterThan(20);
  });
});
