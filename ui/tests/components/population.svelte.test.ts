import { guessed } from '../support/guess';
import { describe, expect, it, vi } from 'vitest';
import { userEvent, type Locator } from 'vitest/browser';

import CapChange, { OF_A_CAP } from '../../src/features/sell/CapChange.svelte';
import ImportWhose, { ofWhose } from '../../src/features/sell/ImportWhose.svelte';
import { unasked } from '../../src/features/sell/importing';
import Merging from '../../src/features/sell/Merging.svelte';
import Population from '../../src/features/sell/Population.svelte';
import PopulationFields, { OF_A_POPULATION } from '../../src/features/sell/PopulationFields.svelte';
import Populations from '../../src/features/sell/Populations.svelte';
import { place, slip, slipAt, type Problem } from '../../src/lib/error';
import { eps } from '../../src/lib/format';
import { guessShort } from '../../src/lib/guess';
import { platform } from '../../src/platform';
import type { CapPreview } from '../../src/platform/types/CapPreview';
import type { PopulationView } from '../../src/platform/types/PopulationView';
import { t } from '../../src/text';
import { eventually, faults, inLanguages, live, overflows, show } from './support.svelte';

const at = (cap: number, presence: number) => ({
  cap_micro_epsilon: cap * 1e6,
  cap_nano_rho: 0,
  guess: guessed(presence),
});

const population = {
  id: 'p'.repeat(43),
  name: 'people',
  unit_name: 'person',
  adjacency: 'add-remove',
  cap_micro_epsilon: 6e6,
  cap_nano_rho: 0,
  carried_micro_epsilon: 0,
  carried_nano_rho: 0,
  loss_micro_epsilon: 2e6,
  loss_nano_rho: 0,
  guess_now: guessed(0.88),
  guess_at_cap: guessed(0.998),
  questions: 1,
  openings: 0,
  datasets: [],
  lacks_tables: true,
  entries: [],
  merged_into: null,
  created_at: '2026-11-21T12:00:00Z',
} as unknown as PopulationView;

function fields(width = 500, problems: Problem[] = []) {
  vi.spyOn(platform, 'offeredCaps').mockResolvedValue([at(3, 0.953), at(6, 0.998)]);
  const capGuess = vi.spyOn(platform, 'capGuess').mockResolvedValue(at(2.5, 0.925));
  const props = $state({
    testid: 'new',
    nameHint: undefined,
    wrong: place(problems, OF_A_POPULATION),
    name: '',
    unitName: 'person',
    adjacency: 'add-remove' as const,
    cap: '',
    carried: '',
    capRho: '',
    carriedRho: '',
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
    expect(capGuess).toHaveBeenLastCalledWith('2.5', '', 'add-remove');
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
    const { see, count } = fields(500, [slipAt('cap', 'No cap.')]);
    await expect.element(see('new-cap')).toHaveFocus();
    expect(count('error-note')).toBe(1);
  });
});

describe('a new population beside others', () => {
  const held = { ...population, id: 'f', name: 'farms', lacks_tables: false };
  const sealed = {
    ...population,
    id: 's',
    name: 'patients',
    datasets: [
      { name: 'visits', state: 'held' as const },
      { name: 'survey', state: 'sealed' as const },
    ],
  };
  const merged = { ...population, id: 'g', name: 'gone', merged_into: 'farms' };

  inLanguages('is made once it is stated that its people are new', async () => {
    vi.spyOn(platform, 'offeredCaps').mockResolvedValue([at(6, 0.998)]);
    vi.spyOn(platform, 'populations').mockResolvedValue([held, population, sealed, merged]);
    const create = vi.spyOn(platform, 'createPopulation').mockResolvedValue(population);
    const { see, count, container } = show(Populations, {}, 700);
    await userEvent.click(see('new-population'));
    // Populations that may lack tables come first. A merged population is not offered.
    const names = [
      `people (${t.populations.noTable})`,
      `patients (${t.datasets.states.sealed})`,
      'farms',
    ];
    await expect.element(see('new-people-here')).toHaveTextContent(t.populations.here(names));
    await expect.element(see('new-people')).not.toBeChecked();
    await userEvent.click(see('new-cap-6'));
    await userEvent.fill(see('new-population-name'), 'others');
    await userEvent.click(see('population-create'));
    await expect.element(see('error-note')).toHaveTextContent(t.populations.form.stateNewPeople);
    expect(count('error-note')).toBe(1);
    expect(create).not.toHaveBeenCalled();
    expect(await faults(container)).toEqual([]);
    expect(overflows(container)).toBe(false);
    await userEvent.click(see('new-people'));
    await userEvent.click(see('population-create'));
    await eventually(() => expect(create).toHaveBeenCalledOnce());
    expect(create.mock.calls[0]?.[0]).toMatchObject({ name: 'others', new_people: true });
  });

  it('is not asked about as the first of a home, which a merged one does not change', async () => {
    vi.spyOn(platform, 'offeredCaps').mockResolvedValue([at(6, 0.998)]);
    vi.spyOn(platform, 'populations').mockResolvedValue([merged]);
    const { see, count } = show(Populations, {}, 700);
    await userEvent.click(see('new-population'));
    await expect.element(see('new-cap-6')).toBeVisible();
    expect(count('new-people')).toBe(0);
  });

  inLanguages('that an import makes is asked about in the same order', async () => {
    vi.spyOn(platform, 'offeredCaps').mockResolvedValue([at(6, 0.998)]);
    const asked = live(unasked());
    const { see, container } = show(ImportWhose, {
      ...{ asked, populations: [held, sealed] },
      wrong: place([], ofWhose(asked)),
    });
    const names = [`patients (${t.datasets.states.sealed})`, 'farms'];
    await expect.element(see('import-whose-here')).toHaveTextContent(t.populations.here(names));
    await expect.element(see('import-whose-new')).not.toBeChecked();
    await expect.element(see('import-whose-join')).not.toBeChecked();
    expect(await faults(container)).toEqual([]);
  });
});

describe('the entries of a population', () => {
  inLanguages('say what each changed, a merge and an assumed loss too', async () => {
    const entry = (number: number, cap: [number | null, number], more: object) => ({
      sequence: number - 1,
      number,
      old_micro_epsilon: cap[0] === null ? null : cap[0] * 1e6,
      old_nano_rho: cap[0] === null ? null : 0,
      new_micro_epsilon: cap[1] * 1e6,
      new_nano_rho: 0,
      carried_micro_epsilon: 750_000,
      carried_nano_rho: 0,
      merged_into: null,
      merged: null,
      assumed_questions: 0,
      reason: '',
      issued_at: '2026-11-21T12:00:00Z',
      code: number === 7 ? '7-ZW0F-Y07Z' : null,
      ...more,
    });
    const entries = [
      entry(1, [null, 8], {}),
      entry(2, [8, 6], {}),
      entry(3, [6, 7], { reason: 'The council agreed.' }),
      entry(5, [7, 7], { merged: 'farms' }),
      entry(6, [7, 7], { assumed_questions: 2 }),
      entry(7, [7, 7], { merged_into: 'all' }),
    ];
    vi.spyOn(platform, 'population').mockResolvedValue({ ...population, entries });
    vi.spyOn(platform, 'populations').mockResolvedValue([population]);
    vi.spyOn(platform, 'myListings').mockResolvedValue([]);
    const { container, count } = show(Population, { name: 'people' }, 900);
    await eventually(() => expect(count('population-entry')).toBe(6));
    const rows = [...container.querySelectorAll('[data-testid="population-entry"]')];
    const said = t.populations.whats;
    const expected = [
      said.first,
      said.lowered,
      said.raised,
      said.takesOver('farms', eps(750_000)),
      said.assumed(2),
      said.mergedInto('all', eps(750_000)),
    ];
    expect(rows.map((row) => row.children[2]?.textContent)).toEqual(expected);
    const codes = [...container.querySelectorAll('[data-testid="entry-code"]')];
    expect(codes.map((code) => code.textContent)).toEqual(['7-ZW0F-Y07Z']);
    expect(await faults(container)).toEqual([]);
  });
});

describe('a merge', () => {
  inLanguages('that no other population allows says so beside its button', async () => {
    vi.spyOn(platform, 'population').mockResolvedValue(population);
    const all = vi.spyOn(platform, 'populations').mockResolvedValue([population]);
    vi.spyOn(platform, 'myListings').mockResolvedValue([]);
    const alone = show(Population, { name: 'people' }, 900);
    const button = alone.see('population-merge');
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button).toHaveAccessibleDescription(t.populations.merge.alone);
    await expect.element(alone.see('population-alone')).toBeVisible();
    expect(await faults(alone.container)).toEqual([]);

    all.mockResolvedValue([population, { ...population, name: 'farms' }]);
    const two = show(Population, { name: 'people' }, 900);
    await expect.element(two.see('population-merge')).not.toHaveAttribute('aria-disabled');
    expect(two.count('population-alone')).toBe(0);
  });

  inLanguages('is shown with its sum, the guess and the cap that holds', async () => {
    vi.spyOn(platform, 'population').mockResolvedValue(population);
    vi.spyOn(platform, 'myListings').mockResolvedValue([]);
    vi.spyOn(platform, 'populations').mockResolvedValue([
      population,
      { ...population, name: 'clients' },
    ]);
    const preview = vi.spyOn(platform, 'previewMerge').mockResolvedValue({
      from: 'people',
      into: 'clients',
      brought_micro_epsilon: 2e6,
      brought_nano_rho: 0,
      loss_before_micro_epsilon: 1.5e6,
      loss_before_nano_rho: 0,
      loss_after_micro_epsilon: 3.5e6,
      loss_after_nano_rho: 0,
      cap_micro_epsilon: 3e6,
      cap_nano_rho: 0,
      cap_use: 'exceeded',
      guess_before: guessed(0.818),
      guess_after: guessed(0.971),
      open_listings: ['Smokers by age'],
      datasets: [
        { name: 'others', state: 'held' },
        { name: 'before', state: 'removed' },
      ],
    });
    const { see, container } = show(Population, { name: 'people' }, 900);
    await userEvent.click(see('population-merge'));
    await userEvent.selectOptions(see('population-merge-into'), 'clients');
    const does = see('population-merge-preview');
    for (const part of ['clients', eps(1.5e6), eps(3.5e6), eps(3e6), guessShort(guessed(0.971))])
      await expect.element(does).toHaveTextContent(part.replaceAll('\u00a0', ' '));
    await expect.element(does).toHaveTextContent(t.populations.merge.exceeded);
    await expect.element(does).toHaveTextContent(t.populations.merge.datasets('1', 1));
    await expect.element(does).toHaveTextContent(t.populations.merge.withdraw(['Smokers by age']));
    expect(await faults(container)).toEqual([]);

    // Why it cannot be is told before anything is confirmed.
    preview.mockRejectedValue({ ...slip('Open.'), code: 'listing-open' });
    await userEvent.selectOptions(see('population-merge-into'), '');
    await userEvent.selectOptions(see('population-merge-into'), 'clients');
    await expect.element(see('error-note')).toBeVisible();
    await expect.element(does).toHaveTextContent(/^$/);
  });

  inLanguages('is agreed to for one other population, whose effects were shown', async () => {
    vi.spyOn(platform, 'population').mockResolvedValue(population);
    vi.spyOn(platform, 'myListings').mockResolvedValue([]);
    vi.spyOn(platform, 'planBudget').mockReturnValue(new Promise(() => {}));
    const others = ['clients', 'farms', 'pupils'].map((name) => ({ ...population, name }));
    vi.spyOn(platform, 'populations').mockResolvedValue([population, ...others]);
    const effects = {
      ...{ from: 'people', brought_micro_epsilon: 2e6, brought_nano_rho: 0 },
      ...{ loss_before_micro_epsilon: 1e6, loss_before_nano_rho: 0 },
      ...{ loss_after_micro_epsilon: 3e6, loss_after_nano_rho: 0 },
      ...{ cap_micro_epsilon: 6e6, cap_nano_rho: 0, cap_use: 'below' as const },
      ...{ guess_before: guessed(0.8), guess_after: guessed(0.9) },
      ...{ open_listings: [], datasets: [] },
    };
    vi.spyOn(platform, 'previewMerge').mockImplementation((_, into) => {
      if (into === 'farms') return new Promise(() => {});
      if (into === 'pupils') return Promise.reject({ ...slip('Open.'), code: 'listing-open' });
      return Promise.resolve({ ...effects, into });
    });
    const merge = vi.spyOn(platform, 'mergePopulations').mockReturnValue(new Promise(() => {}));
    const { see } = show(Population, { name: 'people' }, 900);
    await userEvent.click(see('population-merge'));
    await userEvent.selectOptions(see('population-merge-into'), 'clients');
    await expect.element(see('population-merge-preview')).toHaveTextContent('clients');
    await userEvent.click(see('population-merge-sure'));

    // The effects on this one are not known yet.
    await userEvent.selectOptions(see('population-merge-into'), 'farms');
    await expect.element(see('population-merge-sure')).not.toBeChecked();
    await expect.element(see('population-merge-preview')).toHaveTextContent(/^$/);
    await userEvent.click(see('population-merge-sure'));
    await userEvent.click(see('population-merge-confirm'));
    await expect.element(see('error-note')).toHaveTextContent(t.populations.capChange.lookFirst);

    // This one cannot be.
    await userEvent.selectOptions(see('population-merge-into'), 'pupils');
    await expect.element(see('error-note')).toHaveTextContent('Open.');
    await userEvent.click(see('population-merge-sure'));
    await userEvent.click(see('population-merge-confirm'));
    expect(merge).not.toHaveBeenCalled();

    await userEvent.selectOptions(see('population-merge-into'), 'clients');
    await expect.element(see('population-merge-preview')).toHaveTextContent('clients');
    await userEvent.click(see('population-merge-sure'));
    await userEvent.click(see('population-merge-confirm'));
    await eventually(() => expect(merge).toHaveBeenCalledWith('people', 'clients'));
  });

  inLanguages('of the past is told on both sides, and its loss counts once', async () => {
    const gone = { ...population, name: 'others', merged_into: 'people' };
    vi.spyOn(platform, 'myListings').mockResolvedValue([]);
    vi.spyOn(platform, 'planBudget').mockReturnValue(new Promise(() => {}));
    vi.spyOn(platform, 'populations').mockResolvedValue([population, gone]);
    vi.spyOn(platform, 'population').mockResolvedValue(population);
    const into = show(Population, { name: 'people' }, 900);
    await expect.element(into.see('population-taken')).toHaveTextContent('others');
    expect(into.count('population-counted')).toBe(0);

    vi.spyOn(platform, 'population').mockResolvedValue(gone);
    const from = show(Population, { name: 'others' }, 900);
    await expect.element(from.see('population-counted')).toHaveTextContent('people');
    expect(from.container.querySelector('[role="meter"]')).toBeNull();
    expect(from.container.textContent).toContain(t.populations.wentOver);
    expect(from.container.textContent).not.toContain(t.populations.noDatasets);
  });
});

describe('another cap', () => {
  const change = (then: number, more = {}) =>
    show(CapChange, {
      cap: 6e6,
      capRho: 0,
      typed: String(then),
      rho: '',
      reason: '',
      wrong: place([], OF_A_CAP),
      preview: {
        population: 'people',
        now: at(6, 0.998),
        then: at(then, 0.99),
        loss_micro_epsilon: 2e6,
        loss_nano_rho: 0,
        raises: then > 6,
        cap_use: then < 2 ? 'exceeded' : then === 2 ? 'reached' : 'below',
        new_versions: 0,
        short_listings: 0,
        ...more,
      },
    });

  it('keeps the cap on rho, which is shown where there is one', async () => {
    const population = {
      id: 'p'.repeat(43),
      name: 'people',
      unit_name: 'person',
      adjacency: 'add-remove',
      cap_micro_epsilon: 6e6,
      cap_nano_rho: 3e8,
      carried_micro_epsilon: 0,
      carried_nano_rho: 2e7,
      loss_micro_epsilon: 2e6,
      loss_nano_rho: 2e7,
      guess_now: guessed(0.88),
      guess_at_cap: guessed(0.998),
      datasets: [],
      entries: [],
      questions: 1,
      openings: 0,
      merged_into: null,
      created_at: '2026-11-21T12:00:00Z',
    } as unknown as PopulationView;
    vi.spyOn(platform, 'population').mockResolvedValue(population);
    vi.spyOn(platform, 'populations').mockResolvedValue([population]);
    vi.spyOn(platform, 'myListings').mockResolvedValue([]);
    const preview = vi.spyOn(platform, 'previewCap').mockResolvedValue({
      population: 'people',
      now: { ...at(6, 0.998), cap_nano_rho: 3e8 },
      then: { ...at(6, 0.998), cap_nano_rho: 4e8 },
      loss_micro_epsilon: 2e6,
      loss_nano_rho: 2e7,
      raises: true,
      cap_use: 'below',
      new_versions: 0,
      short_listings: 0,
    });
    const setCap = vi.spyOn(platform, 'setCap').mockResolvedValue(population);
    const { see } = show(Population, { name: 'people' }, 900);
    await expect.element(see('population-cap-now')).toHaveTextContent('ρ 0.3');
    await userEvent.click(see('population-cap'));
    await expect.element(see('population-cap-rho')).toHaveValue('0.3');
    await userEvent.fill(see('population-cap-value'), '6');
    await userEvent.fill(see('population-cap-rho'), '0.4');
    await eventually(() => expect(preview).toHaveBeenLastCalledWith('people', '6', '0.4'));
    // A part that rises makes the cap a raised one.
    await expect
      .element(see('population-cap-preview'))
      .toHaveTextContent(t.populations.capChange.breaks);
    await userEvent.fill(see('population-cap-reason'), 'The board agreed.');
    await userEvent.click(see('population-cap-confirm'));
    expect(setCap).toHaveBeenCalledWith('people', '6', '0.4', 'The board agreed.');
  });

  it('is signed only once what it does was shown', async () => {
    const population = {
      id: 'p'.repeat(43),
      name: 'people',
      unit_name: 'person',
      adjacency: 'add-remove',
      cap_micro_epsilon: 6e6,
      cap_nano_rho: 0,
      carried_micro_epsilon: 0,
      carried_nano_rho: 0,
      loss_micro_epsilon: 2e6,
      loss_nano_rho: 0,
      guess_now: guessed(0.88),
      guess_at_cap: guessed(0.998),
      datasets: [],
      entries: [],
      questions: 1,
      openings: 0,
      merged_into: null,
      created_at: '2026-11-21T12:00:00Z',
    } as unknown as PopulationView;
    vi.spyOn(platform, 'population').mockResolvedValue(population);
    vi.spyOn(platform, 'populations').mockResolvedValue([population]);
    vi.spyOn(platform, 'myListings').mockResolvedValue([]);
    let tell = (_: CapPreview) => {};
    vi.spyOn(platform, 'previewCap').mockReturnValue(new Promise((told) => (tell = told)));
    const setCap = vi.spyOn(platform, 'setCap').mockResolvedValue(population);
    const { see } = show(Population, { name: 'people' }, 900);
    await userEvent.click(see('population-cap'));
    await userEvent.fill(see('population-cap-value'), '1');
    await userEvent.click(see('population-cap-confirm'));
    await expect.element(see('error-note')).toHaveTextContent('Read them');
    expect(setCap).not.toHaveBeenCalled();
    tell({
      population: 'people',
      now: at(6, 0.998),
      then: at(1, 0.88),
      loss_micro_epsilon: 2e6,
      loss_nano_rho: 0,
      raises: false,
      cap_use: 'exceeded',
      new_versions: 0,
      short_listings: 0,
    });
    await expect.element(see('population-cap-preview')).toHaveTextContent('all sales are refused');
    await userEvent.click(see('population-cap-confirm'));
    expect(setCap).toHaveBeenCalledWith('people', '1', '', '');
  });

  inLanguages('says what raising breaks, and asks why', async () => {
    const { container, see, count } = change(8, { new_versions: 2 });
    expect(count('population-cap-reason')).toBe(1);
    expect(see('population-cap-preview').element().querySelectorAll('li')).toHaveLength(3);
    expect(await faults(container)).toEqual([]);
  });

  it('that is raised stands out as a merge does, and is nowhere before there is one', () => {
    const look = (of: Locator) => {
      const { borderLeftColor, backgroundColor } = getComputedStyle(of.element());
      return [borderLeftColor, backgroundColor];
    };
    const raised = look(change(8).see('population-cap-preview'));
    expect(look(change(4).see('population-cap-preview'))).not.toEqual(raised);
    const wrong = place([], { into: [], sure: [] });
    const into = { others: ['clients'], into: '', sure: false, preview: undefined, wrong };
    const merging = show(Merging, into).see('population-merge-preview');
    expect(look(merging)).toEqual(raised);
    expect(getComputedStyle(merging.element()).display).toBe('none');
  });

  it('asks for no reason where it is lowered, and says what can no longer be sold', async () => {
    const lower = change(4, { short_listings: 1 });
    expect(lower.count('population-cap-reason')).toBe(0);
    const said = lower.see('population-cap-preview');
    await expect.element(said).toHaveTextContent('One open listing can no longer be sold');
    for (const [then, left] of [
      [2, 'sales that add to it are refused'],
      [1, 'all sales are refused until you raise the cap'],
    ] as const)
      await expect
        .element(change(then, { short_listings: 1 }).see('population-cap-preview'))
        .toHaveTextContent(left);
  });
});
