import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import CapChange from '../../src/features/sell/CapChange.svelte';
import PopulationFields from '../../src/features/sell/PopulationFields.svelte';
import { slip } from '../../src/lib/error';
import { platform } from '../../src/platform';
import { faults, inLanguages, overflows, show } from './support.svelte';

const at = (cap: number, guess: number) => ({ cap_micro_epsilon: cap * 1e6, guess });

afterEach(() => vi.restoreAllMocks());

function fields(width = 500, problem: ReturnType<typeof slip> | null = null) {
  vi.spyOn(platform, 'offeredCaps').mockResolvedValue([at(3, 0.953), at(6, 0.998)]);
  const capGuess = vi.spyOn(platform, 'capGuess').mockResolvedValue(at(2.5, 0.925));
  const props = $state({
    testid: 'new',
    nameHint: undefined,
    problem,
    name: '',
    unitName: 'person',
    adjacency: 'add-remove' as const,
    cap: '',
    carried: '',
  });
  return { props, capGuess, ...show(PopulationFields, props, width) };
}

describe('a new population', () => {
  inLanguages('is asked for in plain words, and fits a narrow form', async () => {
    for (const width of [320, 760]) {
      const { container, see } = fields(width);
      await expect.element(see('new-cap-3')).toBeVisible();
      expect(await faults(container)).toEqual([]);
      expect(overflows(container)).toBe(false);
    }
  });

  it('shows the guess at each cap, of one that is typed too, and chooses none by itself', async () => {
    const { see, count, capGuess } = fields();
    await expect.element(see('new-cap-guess')).toHaveTextContent('95.3%');
    expect(count('new-cap-guess')).toBe(2);
    const chosen = () => document.querySelectorAll('input[name$="-cap"]:checked').length;
    expect(chosen()).toBe(0);
    await userEvent.click(see('new-cap-6'));
    expect(chosen()).toBe(1);
    await userEvent.fill(see('new-cap'), '2,5');
    await expect.element(see('new-cap-own')).toBeChecked();
    await expect.element(see('new-cap-own-guess')).toHaveTextContent('92.5%');
    expect(capGuess).toHaveBeenLastCalledWith('2.5');
  });

  it('says what follows from whose answers they are', async () => {
    const { see } = fields();
    await expect.element(see('new-protected')).toHaveTextContent('one person');
    await userEvent.click(see('new-one-household'));
    await expect.element(see('new-protected')).toHaveTextContent('one household');
    await userEvent.click(see('new-adjacency-replace'));
    await expect.element(see('new-protected')).toHaveTextContent('is public');
    await userEvent.click(see('new-one-other'));
    await userEvent.fill(see('new-unit-name'), 'farm');
    await expect.element(see('new-protected')).toHaveTextContent('one farm');
  });

  it('has what is wrong at its field', async () => {
    const { see, count } = fields(500, { ...slip('No cap.'), field: 'cap' });
    await expect.element(see('new-cap')).toHaveFocus();
    expect(count('error-note')).toBe(1);
  });
});

describe('another cap', () => {
  const change = (then: number, more = {}) =>
    show(CapChange, {
      cap: 6e6,
      typed: String(then),
      reason: '',
      problem: null,
      preview: {
        population: 'people',
        now: at(6, 0.998),
        then: at(then, 0.99),
        loss_micro_epsilon: 2e6,
        new_versions: 0,
        short_listings: 0,
        ...more,
      },
    });

  inLanguages('says what raising breaks, and asks why', async () => {
    const { container, see, count } = change(8, { new_versions: 2 });
    expect(count('population-cap-reason')).toBe(1);
    expect(see('population-cap-preview').element().querySelectorAll('li')).toHaveLength(3);
    expect(await faults(container)).toEqual([]);
  });

  it('asks for no reason where it is lowered, and says what can no longer be sold', async () => {
    const lower = change(4, { short_listings: 1 });
    expect(lower.count('population-cap-reason')).toBe(0);
    const said = lower.see('population-cap-preview');
    await expect.element(said).toHaveTextContent('One open listing can no longer be sold');
    const spent = change(1, { short_listings: 1 });
    await expect
      .element(spent.see('population-cap-preview'))
      .toHaveTextContent('nothing more is sold that would add to it');
  });
});
