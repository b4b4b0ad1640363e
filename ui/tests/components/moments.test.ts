import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import Correlations from '../../src/features/buy/Correlations.svelte';
import Fit from '../../src/features/buy/Fit.svelte';
import GroupTable from '../../src/features/buy/GroupTable.svelte';
import HoldingNow from '../../src/features/buy/HoldingNow.svelte';
import MomentFigures from '../../src/features/buy/MomentFigures.svelte';
import { ListingForm } from '../../src/features/sell/form.svelte';
import { lackingIn } from '../../src/features/sell/lacking';
import ListingQuery from '../../src/features/sell/ListingQuery.svelte';
import { trialsOf } from '../../src/features/sell/trials';
import { bare } from '../../src/lib/bars';
import { slipAt } from '../../src/lib/error';
import { unitAt } from '../../src/lib/moments';
import { platform } from '../../src/platform';
import type { ColumnView } from '../../src/platform/types/ColumnView';
import type { DatasetView } from '../../src/platform/types/DatasetView';
import type { Estimate } from '../../src/platform/types/Estimate';
import type { FiguresOf } from '../../src/platform/types/FiguresOf';
import type { FitRequest } from '../../src/platform/types/FitRequest';
import type { FitView } from '../../src/platform/types/FitView';
import type { GroupsView } from '../../src/platform/types/GroupsView';
import type { HoldingView } from '../../src/platform/types/HoldingView';
import type { Moments } from '../../src/platform/types/Moments';
import { t } from '../../src/text';
import { FINE, listing } from './listings';
import { faults, inLanguages, overflows, show } from './support.svelte';

const column = (name: string, column_type: ColumnView['column_type'], values: string[] = []) =>
  ({ name, column_type, values, empty: 0, not_conforming: 0 }) satisfies ColumnView;
const census = {
  name: 'census',
  columns: [
    column('born', 'date'),
    column('age', 'number'),
    column('sex', 'text', ['f', 'm']),
    column('race', 'number'),
    column('income', 'number'),
  ],
} as DatasetView;

let homes = 0;
const form = () => {
  homes += 1;
  const of = new ListingForm(`moments ${homes}`, 'census', 'EUR', () => [census]);
  of.kind = 'moments';
  return of;
};
const query = (of: ListingForm, more: object = {}, width = 500) =>
  show(ListingQuery, { form: of, populations: [], ...more }, width);

beforeEach(() => {
  vi.restoreAllMocks();
});

describe('the form of moments', () => {
  inLanguages('is named for those who hear it, and fits a narrow form', async () => {
    vi.spyOn(platform, 'previewListing').mockResolvedValue(FINE);
    const of = form();
    of.variables.add();
    of.groups.add();
    for (const width of [300, 500]) {
      const { container, see } = query(of, { preview: FINE }, width);
      await expect.poll(() => see('listing-moments-trial', 1).query()).not.toBeNull();
      expect(await faults(container)).toEqual([]);
      expect(overflows(container)).toBe(false);
    }
  });

  it('has rows of different columns, each with the roles that its type has', async () => {
    const of = form();
    // A date is no number.
    expect(of.sent.variables.map((one) => one.column)).toEqual(['age']);
    const { count, focus, see } = query(of);
    focus('listing-variable-1-low');
    await userEvent.keyboard('18{Tab}95,5');
    focus('listing-variable-add');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('listing-variable-2-column')).toHaveFocus();
    // A text has two values, and nothing else.
    expect(see('listing-variable-2-role').element().querySelectorAll('option')).toHaveLength(1);
    focus('listing-variable-2-value-1');
    await userEvent.keyboard('f{Tab}m');
    expect(of.sent.variables).toEqual([
      { column: 'age', role: 'squares', low: '18', high: '95,5', values: ['', ''] },
      { column: 'sex', role: 'two-valued', low: '', high: '', values: ['f', 'm'] },
    ]);
    await see('listing-variable-1-role').selectOptions('mean-only');
    expect(of.sent.variables[0]).toMatchObject({ role: 'mean-only', low: '18' });
    // They change places, each with what is typed of it.
    await see('listing-variable-1-column').selectOptions('sex');
    expect(of.sent.variables.map((one) => [one.column, one.role, one.low])).toEqual([
      ['sex', 'two-valued', ''],
      ['age', 'mean-only', '18'],
    ]);
    focus('listing-variable-1-remove');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('listing-variable-1-column')).toHaveFocus();
    expect(of.sent.variables.map((one) => one.column)).toEqual(['age']);
    expect(count('listing-variable-1-remove')).toBe(0);
  });

  it('has at most seven variables, and three group columns that are no variables', () => {
    const columns = Array.from({ length: 12 }, (_, i) => column(`c${i}`, 'number'));
    const wide = { name: 'wide', columns } as DatasetView;
    homes += 1;
    const of = new ListingForm(`moments ${homes}`, 'wide', 'EUR', () => [wide]);
    of.kind = 'moments';
    for (let i = 0; i < 9; i += 1) of.variables.add();
    for (let i = 0; i < 9; i += 1) of.groups.add();
    expect(of.sent.variables).toHaveLength(7);
    expect(of.sent.groups.map((one) => one.column)).toEqual(['c7', 'c8', 'c9']);
    expect([of.variables.canAdd, of.groups.canAdd]).toEqual([false, false]);
    of.dataset = 'census';
    expect([of.typed.variables.length, of.typed.groups.length]).toEqual([1, 0]);
  });

  it('adds and removes a group column by keys, and gives it bins', async () => {
    const of = form();
    const { count, focus, see } = query(of);
    focus('listing-group-add');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('listing-group-1-column')).toHaveFocus();
    await see('listing-group-1-column').selectOptions('race');
    await see('listing-group-1-bin').fill('1; 3');
    await see('listing-group-1-bin-add').click();
    expect(of.sent.groups).toEqual([
      { column: 'race', binWay: 'values', bins: ['1', '3'], edges: [] },
    ]);
    focus('listing-group-1-remove');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('listing-group-add')).toHaveFocus();
    expect(count('listing-group-1-column')).toBe(0);
  });

  it('shows an error at the text of its row that is wrong', async () => {
    const of = form();
    of.variables.add();
    of.typed.variables[1]!.values = ['f', ''];
    of.groups.add();
    of.groups.choose(0, 'race');
    const slips = lackingIn(of).filter(({ row }) => row !== undefined);
    expect(slips.map(({ field, row }) => [field, row])).toEqual([
      ['variables', 0],
      ['variables', 1],
      ['groups', 0],
      ['tariff', 0],
    ]);
    const { see, count } = query(of, { problems: slips.slice(1, 2) });
    await expect.element(see('listing-variable-2-value-2')).toHaveFocus();
    expect(count('error-note')).toBe(1);
    const grouped = slipAt('variables', t.drafting.shouldBe.grouped);
    of.typed.variables[0]!.low = '0';
    of.typed.variables[0]!.high = '420.500';
    const other = query(of, { noticed: [{ ...grouped, row: 0 }] });
    await expect
      .element(other.see('listing-variable-1-high'))
      .toHaveAttribute('aria-invalid', 'true');
    const group = query(of, { problems: slips.slice(2, 3) });
    await expect.element(group.see('listing-group-1-bin')).toHaveFocus();
  });

  it('tells what one column more or less costs, as the host reckons it', async () => {
    const of = form();
    of.variables.add();
    of.groups.add();
    of.groups.choose(0, 'race');
    const asked = vi.spyOn(platform, 'previewListing').mockImplementation(({ variables, groups }) =>
      Promise.resolve({
        ...(FINE as object),
        dimension: 10 * variables.length + groups.length,
        sensitivity: 7,
      } as never),
    );
    const preview = { ...(FINE as object), dimension: 72, sensitivity: 9000 } as never;
    const { see, count } = query(of, { preview });
    await expect.poll(() => count('listing-moments-trial')).toBe(5);
    const texts = Array.from({ length: 5 }, (_, i) =>
      see('listing-moments-trial', i).element().textContent.replace(/\s+/g, ' ').trim(),
    );
    expect(texts[0]).toContain('As stated72');
    expect(texts[1]).toContain('Without the variable sex11');
    expect(texts[2]).toContain('With income as one more variable31');
    expect(texts[3]).toContain('Not grouped by race20');
    expect(texts[4]).toContain('Also grouped by income22');
    expect(asked).toHaveBeenCalledTimes(4);
    await expect.element(see('listing-moments-cost')).toHaveTextContent('72 values');
    // A single variable and a single column leave no alternative.
    const alone = trialsOf({ ...form().sent, groups: [] }, [column('age', 'number')]);
    expect(alone).toEqual([]);
  });
});

const estimate = (label: string, number: number, width: number): Estimate => ({
  ...bare(label, number),
  ...{ half_width: String(width), half_width_number: width },
  ...{ noise_low: String(number - width), noise_low_number: number - width },
  ...{ noise_high: String(number + width), noise_high_number: number + width },
});
const asked: Moments = {
  variables: [
    {
      ...{ column: 'age', column_type: 'number', role: 'squares' },
      ...{ bounds: ['18', '95'], values: [] },
    },
    { column: 'sex', column_type: 'text', role: 'two-valued', bounds: null, values: ['f', 'm'] },
    {
      ...{ column: 'income', column_type: 'number', role: 'squares' },
      ...{ bounds: ['0', '420500'], values: [] },
    },
  ],
  groups: [{ column: 'race', column_type: 'number', bins: ['1', '3'], edges: [] }],
  filters: [],
};
const of = (level: number, rows_per_unit = 1): FiguresOf => ({
  ...{ title: 'Incomes', owner: 'Census', level, levels: [1_000_000, 4_000_000] },
  ...{ listing: 'B', receipt: 'R', date: '2026-11-29', rows_per_unit, seed: '00' },
});
const row = (label: string, groups: number): GroupsView['table']['rows'][number] => ({
  label,
  groups,
  rows: estimate(label, 100 * groups, 6),
  figures: ['age', 'sex', 'income'].map((one) => ({
    column: one,
    share_of: one === 'sex' ? 'm' : null,
    sum: estimate(one, 4000, 90),
    mean: label === 'other' ? null : estimate(one, 40, 2),
    deviation: label === 'other' || one === 'sex' ? null : estimate(one, 12, 3),
    least_epsilon: label === 'other' ? '2.5' : null,
  })),
});
const groups = (level: number, merged: string[][]): GroupsView => ({
  of: of(level),
  table: {
    by: ['race'],
    rows: [
      ...merged.map((set) => row([...set].sort().join(' + '), set.length)),
      ...['1', '3', 'other']
        .filter((one) => !merged.flat().includes(one))
        .map((one) => row(one, 1)),
    ],
  },
});
const fit = (level: number, request: FitRequest, rows_per_unit = 1): FitView => {
  const terms = ['intercept', ...request.predictors, ...request.factors.map((one) => `${one}=3`)];
  const figure = (text: string) => ({ text, number: Number(text) });
  return {
    of: of(level, rows_per_unit),
    table: {
      request,
      rows: estimate('rows', 1000, 9),
      terms: terms.map((term) => ({
        term,
        estimate: estimate(term, 450, 30),
        number: 450,
        standard_error: rows_per_unit === 1 ? figure('25') : null,
        both: rows_per_unit === 1 ? estimate(term, 450, 58) : null,
      })),
      r_squared: estimate('R²', 0.125, 0.025),
      residual_deviation: figure('31000'),
      least_epsilon: null,
      line:
        terms.length === 2 && request.factors.length === 0
          ? {
              points: [18, 56, 95].map((predictor) => ({
                ...{ predictor, fitted: predictor * 450 },
                ...{ low: predictor * 420, high: predictor * 480 },
              })),
            }
          : null,
    },
  };
};
function hosted() {
  const asks = {
    groups: vi
      .spyOn(platform, 'holdingGroups')
      .mockImplementation((_, level, merged) => Promise.resolve(groups(level ?? 0, merged))),
    correlations: vi.spyOn(platform, 'holdingCorrelations').mockImplementation((_, level) =>
      Promise.resolve({
        of: of(level ?? 0),
        table: {
          columns: ['age', 'sex', 'income'],
          rows: estimate('rows', 1000, 9),
          pairs: [
            {
              ...{ one: 'age', other: 'sex', correlation: null, least_epsilon: '8.5' },
            },
            {
              ...{ one: 'age', other: 'income', least_epsilon: null },
              correlation: estimate('age, income', 0.75, 0.125),
            },
            {
              ...{ one: 'sex', other: 'income', least_epsilon: null },
              correlation: estimate('sex, income', -1, 0.125),
            },
          ],
        },
      }),
    ),
    fit: vi
      .spyOn(platform, 'holdingFit')
      .mockImplementation((_, level, request) => Promise.resolve(fit(level ?? 0, request))),
  };
  return asks;
}
const held = (levels: number[]): HoldingView =>
  ({
    listing: listing({
      ...{ kind: 'moments', unit: 'rows', dimension: 54, estimates: 12 },
      query_parts: { kind: 'moments', ...asked },
    }),
    level: levels.at(-1),
    axes: [],
    responses: levels.map((level) => ({ level, estimates: [], outline: [] })),
  }) as unknown as HoldingView;

describe('figures of moments', () => {
  inLanguages('are named for those who hear them, and fit', async () => {
    hosted();
    for (const theme of ['light', 'dark'] as const) {
      document.documentElement.dataset.theme = theme;
      for (const width of [420, 900]) {
        const props = { holding: held([1_000_000, 4_000_000]), question: 'Q' };
        const { container, see } = show(MomentFigures, props, width);
        await expect.element(see('fit-table')).toBeVisible();
        await expect.element(see('correlation', 1)).toBeVisible();
        await expect.element(see('group-mean', 0)).toBeVisible();
        expect(await faults(container)).toEqual([]);
        expect(overflows(container)).toBe(false);
      }
    }
    delete document.documentElement.dataset.theme;
  });

  it('are of the newest level, or of another one that is held', async () => {
    const asks = hosted();
    const props = { holding: held([1_000_000, 4_000_000]), question: 'Q' };
    const { see, count } = show(MomentFigures, props, 900);
    await expect.element(see('group-table')).toHaveTextContent('Groups, at ε 4');
    await see('figures-level').selectOptions('1000000');
    await expect.element(see('group-table')).toHaveTextContent('Groups, at ε 1');
    await expect.element(see('correlations')).toHaveTextContent('Correlations, at ε 1');
    await expect.element(see('fit')).toHaveTextContent('Regression, at ε 1');
    for (const ask of Object.values(asks)) expect(ask.mock.lastCall?.[1]).toBe(1_000_000);
    expect(count('figures-level')).toBe(1);
    const one = show(MomentFigures, { ...props, holding: held([1_000_000]) }, 900);
    expect(one.count('figures-level')).toBe(0);
  });

  it('of a group say from which level they can be expected, and none has noise of its own', async () => {
    hosted();
    const { see, container } = show(
      GroupTable,
      { question: 'Q', level: 4, moments: asked, name: 'Incomes' },
      700,
    );
    await expect.element(see('group-row', 2)).toHaveTextContent('too uncertain; try about ε 2.5');
    await expect.element(see('group-mean', 0)).toHaveTextContent('40 38 to 42');
    await expect.element(see('group-row', 0)).toHaveTextContent('share of m in sex');
    await expect.element(see('group-rows', 0)).toHaveTextContent('94 to 106');
    expect(container.textContent).toContain('clamped values');
    expect(container.textContent).toContain('missing variable are left out');
  });

  it('are merged by keys alone, again with a merged group, and apart again', async () => {
    const { groups: ask } = hosted();
    const props = { question: 'Q', level: 4_000_000, moments: asked, name: 'Incomes' };
    const { see, focus, count } = show(GroupTable, props, 700);
    await expect.element(see('group-merge')).toHaveAttribute('aria-disabled', 'true');
    focus('group-tick', 0);
    await userEvent.keyboard(' ');
    focus('group-tick', 1);
    await userEvent.keyboard(' ');
    focus('group-merge');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('group-row', 0)).toHaveTextContent('1 + 3');
    await expect.element(see('group-row', 0)).toHaveTextContent('2 groups together');
    expect(ask.mock.lastCall?.[2]).toEqual([['1', '3']]);
    expect(count('group-row')).toBe(2);
    await see('group-tick', 0).click();
    await see('group-tick', 1).click();
    await see('group-merge').click();
    await expect.element(see('group-row', 0)).toHaveTextContent('3 groups together');
    expect(ask.mock.lastCall?.[2]).toEqual([['1', '3', 'other']]);
    await see('group-part').click();
    await expect.poll(() => count('group-row')).toBe(3);
    expect(ask.mock.lastCall?.[2]).toEqual([]);
  });

  it('have a table of correlations that is read without its colours', async () => {
    hosted();
    const { see } = show(Correlations, { question: 'Q', level: 4_000_000, name: 'Incomes' }, 700);
    // Rows by columns: of age with sex, of age with income, of sex with income.
    await expect.element(see('correlation', 1)).toHaveTextContent('try about ε 8.5');
    await expect.element(see('correlation', 2)).toHaveTextContent('0.75 0.625 to 0.875');
    await expect.element(see('correlation', 5)).toHaveTextContent('−1');
    await expect.element(see('correlation', 6)).toHaveTextContent('0.75 0.625 to 0.875');
    const ground = (nth: number) =>
      getComputedStyle(see('correlation', nth).element()).backgroundColor;
    expect(ground(2)).toBe(ground(6));
    expect(new Set([1, 2, 5].map(ground)).size).toBe(3);
  });

  it('have a regression of what is chosen, with a line of one predictor', async () => {
    const { fit: ask } = hosted();
    const props = { question: 'Q', level: 4_000_000, moments: asked, name: 'Incomes' };
    const { see, focus, count, value } = show(Fit, props, 700);
    await expect.element(see('fit-table')).toBeVisible();
    expect(value('fit-response')).toBe('income');
    expect(ask.mock.lastCall?.[2]).toEqual({
      ...{ response: 'income', predictors: ['age'], factors: [], without_other: false },
    });
    await expect.element(see('fit-term', 1)).toHaveTextContent('age450 420 to 48025 392 to 508');
    await expect.element(see('fit-facts')).toHaveTextContent('0.125 0.1 to 0.15');
    await expect.element(see('fit-figure')).toBeVisible();
    focus('figure');
    await userEvent.keyboard('{Home}');
    await expect.element(see('figure-reading')).toHaveTextContent('18: 8100');
    focus('fit-predictor', 1);
    await userEvent.keyboard(' ');
    focus('fit-factor', 0);
    await userEvent.keyboard(' ');
    await expect.poll(() => count('fit-term')).toBe(4);
    focus('fit-without-other');
    await userEvent.keyboard(' ');
    await expect
      .poll(() => ask.mock.lastCall?.[2])
      .toEqual({
        ...{ response: 'income', predictors: ['age', 'sex'], factors: ['race'] },
        without_other: true,
      });
    expect(count('fit-figure')).toBe(0);
    // What is explained does not explain.
    await see('fit-response').selectOptions('age');
    await expect.poll(() => ask.mock.lastCall?.[2].predictors).toEqual(['sex']);
  });

  it('say what a regression cannot tell', async () => {
    const { fit: ask } = hosted();
    const props = { question: 'Q', level: 4_000_000, moments: asked, name: 'Incomes' };
    ask.mockImplementation((_, level, request) => Promise.resolve(fit(level ?? 0, request, 3)));
    const several = show(Fit, props, 700);
    await expect.element(several.see('fit')).toHaveTextContent('There are no standard errors');
    expect(several.container.querySelectorAll('[data-testid=fit-table] thead th')).toHaveLength(2);
    expect(several.container.textContent).toContain('no p-values');
    expect(several.container.textContent).toContain('each by itself');
    await several.see('fit-predictor', 0).click();
    await expect.element(several.see('fit')).toHaveTextContent('Choose a predictor or a factor.');
    ask.mockImplementation((_, level, request) => {
      const view = fit(level ?? 0, request);
      return Promise.resolve({
        ...view,
        table: { ...view.table, terms: [], least_epsilon: '2.5', line: null },
      });
    });
    const unsure = show(Fit, props, 700);
    await expect.element(unsure.see('fit-uncertain')).toHaveTextContent('Try about ε 2.5.');
    expect(unsure.count('fit-table')).toBe(0);
  });

  inLanguages('are saved as files by keys alone, with code that computes them again', async () => {
    hosted();
    vi.spyOn(platform, 'suggestFile').mockImplementation((name) => Promise.resolve(`/out/${name}`));
    const written = vi
      .spyOn(platform, 'exportFigures')
      .mockImplementation((_question, _level, _figures, _format, file, matrix) =>
        Promise.resolve({
          ...{ file: file.path as string, bytes: 312, python: 'import json', r: 'fromJSON' },
          matrix: matrix === null ? null : { file: matrix.path as string, bytes: 99 },
        }),
      );
    const props = { question: 'Q', level: 4_000_000, moments: asked, name: 'Incomes' };
    const { container, see, focus, count, value } = show(GroupTable, props, 420);
    await see('group-tick', 0).click();
    await see('group-tick', 1).click();
    await see('group-merge').click();
    await expect.element(see('group-row', 0)).toHaveTextContent('1 + 3');
    focus('groups-file-open');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => value('groups-file-file')).toMatch(/^\/out\/incomes-.*\.csv$/);
    focus('groups-file-save');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => written.mock.calls.length).toBe(1);
    expect(count('groups-file-snippet')).toBe(0);
    focus('groups-file-moments');
    await userEvent.keyboard(' ');
    await expect.poll(() => value('groups-file-moments-file')).toMatch(/-moments\.json$/);
    focus('groups-file-save');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('groups-file-snippet')).toHaveTextContent('import json');
    expect(written.mock.lastCall?.slice(0, 4)).toEqual([
      ...['Q', 4_000_000, { groups: [['1', '3']] }, 'csv'],
    ]);
    await userEvent.selectOptions(see('groups-file-language'), 'r');
    await expect.element(see('groups-file-snippet')).toHaveTextContent('fromJSON');
    expect(await faults(container)).toEqual([]);
    expect(overflows(container)).toBe(false);
  });

  it('are followed one by one, each in its unit', async () => {
    const holding = held([4_000_000]);
    const estimates = [estimate('1: rows', 600, 5), estimate('1: mean of age', 40, 2)];
    const newest = { level: 4_000_000, estimates, outline: [] } as never;
    const props = { holding, newest, chosen: 1 };
    const { see, count } = show(HoldingNow, props, 600);
    await expect.element(see('holding-estimate')).toHaveTextContent('40');
    await expect.element(see('holding-estimate')).not.toHaveTextContent('rows');
    expect(count('holding-estimate-more')).toBe(0);
    expect([0, 1, 3, 4].map((index) => unitAt(holding.listing, index))).toEqual([
      ...['rows', '', '', 'rows'],
    ]);
  });
});
