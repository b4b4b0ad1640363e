import { describe, expect, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import Bins from '../../src/features/sell/Bins.svelte';
import { platform } from '../../src/platform';
import { faults, inLanguages, live, show } from './support.svelte';

const born = { name: 'born', column_type: 'date', values: [], empty: 0, not_conforming: 0 };

describe('the bins of a column of dates', () => {
  inLanguages('are periods, which can be added from one to another', async () => {
    const months = ['2026-11', '2026-12', '2027-01'];
    const cut = vi.spyOn(platform, 'cutPeriods').mockResolvedValue(months);
    const props = { column: born as never, binWay: 'values' as const, testid: 'it' };
    const bins: string[] = live(['2026-11']);
    const { see, count, container } = show(Bins, { ...props, bins, edges: [], undeclared: [] });
    expect(count('it-bin-way')).toBe(0);
    await userEvent.click(see('it-periods'));
    await userEvent.fill(see('it-periods-first'), ' 2026-11 ');
    await userEvent.fill(see('it-periods-last'), '2027-01');
    await userEvent.click(see('it-periods-add'));
    await expect.poll(() => container.querySelectorAll('.chip').length).toBe(3);
    expect(cut).toHaveBeenCalledWith('2026-11', '2027-01');
    expect(await faults(container)).toEqual([]);
  });

  inLanguages('stay as they are if the host refuses the periods', async () => {
    const refusal = { code: 'periods', message: 'two units', hints: [] };
    vi.spyOn(platform, 'cutPeriods').mockRejectedValue(refusal);
    const props = { column: born as never, binWay: 'values' as const, testid: 'it' };
    const { see, container } = show(Bins, { ...props, bins: ['2025'], edges: [], undeclared: [] });
    await userEvent.click(see('it-periods'));
    await userEvent.fill(see('it-periods-first'), '2026');
    await userEvent.fill(see('it-periods-last'), '2026-12');
    await userEvent.click(see('it-periods-add'));
    await expect.element(see('it-periods-last')).toHaveAttribute('aria-invalid', 'true');
    expect(container.querySelectorAll('.chip').length).toBe(1);
  });
});
