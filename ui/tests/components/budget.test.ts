import { guessed } from '../support/guess';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import BudgetPlanner from '../../src/features/sell/BudgetPlanner.svelte';
import BudgetFigure from '../../src/parts/BudgetFigure.svelte';
import { platform } from '../../src/platform';
import type { BudgetPlan } from '../../src/platform/types/BudgetPlan';
import type { PlannedListing } from '../../src/platform/types/PlannedListing';
import { eventually, faults, inLanguages, overflows, show } from './support.svelte';

const listing = (id: string | null, sold: number, ceiling: number): PlannedListing => ({
  id,
  title: id ?? 'To be made',
  tried: id === null,
  ends: false,
  sold_micro_epsilon: sold * 1e6,
  signed: id === null ? null : ceiling * 1e6,
  ceiling: ceiling * 1e6,
  reach: Math.min(ceiling, 6) * 1e6,
  price_at_ceiling: { minor: 100 * ceiling, currency: 'EUR', exponent: 2 },
  price_at_reach: null,
  available: null,
  problem: null,
});
const plan = (listings: PlannedListing[], cap = 8): BudgetPlan => {
  const all = 1e6 + listings.reduce((sum, one) => sum + one.ceiling, 0);
  return {
    population: 'people',
    unit_name: 'person',
    cap_micro_epsilon: cap * 1e6,
    cap_nano_rho: 0,
    loss_micro_epsilon: 3e6,
    loss_nano_rho: 0,
    carried_micro_epsilon: 1e6,
    carried_nano_rho: 0,
    ended: 0,
    left_micro_epsilon: (cap - 3) * 1e6,
    ceilings_micro_epsilon: all,
    over_micro_epsilon: Math.max(0, all - cap * 1e6),
    guess_now: guessed(0.953),
    guess_then: guessed(0.999),
    listings,
    income: [{ minor: 1200, currency: 'EUR', exponent: 2 }],
  };
};

describe('the picture of a budget', () => {
  it('has a part for what is sold and one for what may be, end to end, up to the cap', async () => {
    const { container } = show(BudgetFigure, { plan: plan([listing('a', 2, 4)], 10) }, 500);
    const bars = [...container.querySelectorAll('svg rect[height="24"]')].slice(1);
    const [carried, sold, more] = bars.map((bar) => Number(bar.getAttribute('width')) + 1);
    expect(bars).toHaveLength(3);
    expect((sold ?? 0) / (carried ?? 1)).toBeCloseTo(2, 1);
    expect((more ?? 0) / (carried ?? 1)).toBeCloseTo(2, 1);
    expect(container.querySelectorAll('svg rect[fill="var(--red)"][height="5"]')).toHaveLength(0);
    expect(await faults(container)).toEqual([]);
  });

  it('keeps the numbers of its parts clear of the line of the cap', () => {
    // The cap lies within the part of the second listing, at its middle and beside it.
    for (const cap of [6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5]) {
      const of = plan([listing('a', 1, 4), listing('b', 0, 6)], cap);
      const { container } = show(BudgetFigure, { plan: of }, 500);
      const numbers = [...container.querySelectorAll('svg text.number')];
      expect(numbers.map((one) => one.textContent)).toEqual(['1', '1', '2']);
      const line = Number(
        container.querySelector('svg line[stroke="var(--ink)"]')?.getAttribute('x1'),
      );
      for (const number of numbers)
        expect(Math.abs(Number(number.getAttribute('x')) - line), `${cap}`).toBeGreaterThan(8);
    }
  });

  it('marks what is over the cap', () => {
    const { container } = show(BudgetFigure, { plan: plan([listing('a', 2, 9)]) }, 500);
    expect(container.querySelectorAll('svg rect[fill="var(--red)"][height="5"]')).toHaveLength(1);
  });
});

describe('the planner', () => {
  inLanguages('is read out, fits, and asks for what is typed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const asked = vi
      .spyOn(platform, 'planBudget')
      .mockImplementation((_, trials) =>
        Promise.resolve(
          plan([
            listing('a', 2, 4),
            ...trials.filter((one) => one.listing === null).map(() => listing(null, 0, 2)),
          ]),
        ),
      );
    const { container, see, count } = show(BudgetPlanner, { population: 'people' }, 700);
    await expect.element(see('budget-ceiling')).toBeVisible();
    expect(asked).toHaveBeenLastCalledWith('people', []);
    await userEvent.fill(see('budget-ceiling'), '2,5');
    await eventually(() =>
      expect(asked.mock.lastCall?.[1]).toMatchObject([{ listing: 'a', ceiling: '2.5' }]),
    );
    await userEvent.click(see('budget-add'));
    await expect.element(see('budget-made-title')).toHaveFocus();
    await userEvent.keyboard('Income{Tab}zero');
    expect(count('budget-problem')).toBe(1);
    await userEvent.fill(see('budget-made-ceiling'), '2');
    await eventually(() => expect(asked.mock.lastCall?.[1]).toHaveLength(2));
    expect(count('budget-problem')).toBe(0);
    expect(await faults(container)).toEqual([]);
    expect(overflows(container)).toBe(false);
    // Asked once for each thing that was typed, and not again for its own answer.
    const calls = asked.mock.calls.length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked.mock.calls).toHaveLength(calls);
    await userEvent.click(see('budget-reset'));
    await eventually(() => expect(asked.mock.lastCall?.[1]).toEqual([]));
    expect(count('budget-made')).toBe(0);
  });
});
