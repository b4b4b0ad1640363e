import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import Conditions from '../../src/features/sell/Conditions.svelte';
import { blank, lastPaidTo, written } from '../../src/features/sell/draft';
import { keepDraft } from '../../src/features/sell/drafts';
import { ListingForm } from '../../src/features/sell/form.svelte';
import ListingQuery from '../../src/features/sell/ListingQuery.svelte';
import { slipAt, type Problem } from '../../src/lib/error';
import { platform } from '../../src/platform';
import type { ErrorCode } from '../../src/platform/types/ErrorCode';
import type { DraftPreview } from '../../src/platform/types/DraftPreview';
import type { ColumnView } from '../../src/platform/types/ColumnView';
import type { ListingView } from '../../src/platform/types/ListingView';
import type { DatasetView } from '../../src/platform/types/DatasetView';
import { eventually, faults, inLanguages, overflows, show } from './support.svelte';

const column = (name: string, column_type: 'number' | 'text', values: string[] = []) =>
  ({ name, column_type, values, empty: 0, not_conforming: 0 }) satisfies ColumnView;
const clinic = {
  name: 'clinic',
  columns: [
    column('town', 'text'),
    column('smokes', 'text', ['yes', 'no', 'at times']),
    column('age', 'number'),
  ],
} as DatasetView;
const words = { name: 'words', columns: [column('word', 'text')] } as DatasetView;

let homes = 0;
const form = (asked = 'clinic') => {
  homes += 1;
  return new ListingForm(`home ${homes}`, asked, 'EUR', () => [clinic, words]);
};
const query = (of: ListingForm, width = 500) =>
  show(ListingQuery, { form: of, populations: [] }, width);

describe('where a listing is paid', () => {
  it('is proposed as in the listing before, once, and is changed or left out', () => {
    const paid = (pay_to: string) => ({ pay_to }) as ListingView;
    const listings = [
      paid(''),
      paid('payto://iban/DE75512108001245126199'),
      paid('payto://iban/NO9386011117947'),
    ];
    const address = lastPaidTo(listings);
    expect(address).toBe('DE75 5121 0800 1245 1261 99');
    const whole = 'payto://iban/DEUTDEFF/DE75512108001245126199';
    expect(lastPaidTo([paid(whole)])).toBe(whole);
    expect(lastPaidTo([])).toBe('');
    const of = form();
    of.proposePayTo(listings);
    expect(of.sent.payTo).toBe(address);
    expect(of.proposed.isIn(of.typed)).toBe(true);
    // A proposal is nothing that anybody typed.
    expect(written(of.typed)).toBe(false);
    of.typed.payTo = '';
    of.proposePayTo(listings);
    expect(of.sent.payTo).toBe('');
    expect(of.proposed.isIn(of.typed)).toBe(false);
    of.afresh();
    expect(of.sent.payTo).toBe(address);
  });
});

describe('the conditions', () => {
  inLanguages('are named for those who hear them, and fit a narrow form', async () => {
    const of = form();
    of.addCondition();
    of.addCondition();
    for (const width of [300, 500]) {
      const { container } = show(Conditions, { form: of }, width);
      expect(await faults(container)).toEqual([]);
      expect(overflows(container)).toBe(false);
    }
  });

  it('are picked by keys alone: column, comparison, value', async () => {
    const of = form();
    const { focus, see } = show(Conditions, { form: of });
    focus('listing-filter-add');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('listing-filter-column')).toHaveFocus();
    await userEvent.keyboard('age{Tab}is at l{Tab}18,5');
    expect(of.sent.filters).toEqual([{ column: 'age', operator: '>=', value: '18,5' }]);
    await userEvent.keyboard('{Tab}{Enter}');
    expect(of.sent.filters).toEqual([]);
    await expect.element(see('listing-filter-add')).toHaveFocus();
  });

  it('whose value is not declared show it and say so', async () => {
    const of = form();
    of.typed.filters = [{ column: 'smokes', operator: '==', value: 'maybe', type: 'text' }];
    const preview = {
      undeclared_bins: [],
      undeclared_values: [{ column: 'smokes', value: 'maybe' }],
    } as unknown as DraftPreview;
    const { see, container } = show(ListingQuery, { form: of, populations: [], preview }, 300);
    await expect.element(see('listing-filter-value')).toHaveValue('maybe');
    await expect
      .element(see('listing-filter-undeclared'))
      .toHaveTextContent('maybe is not a declared value of the column smokes.');
    expect(await faults(container)).toEqual([]);
    expect(overflows(container)).toBe(false);
  });

  it('order no texts, and offer the values that are stated', async () => {
    const of = form();
    const { see } = show(Conditions, { form: of });
    await see('listing-filter-add').click();
    await see('listing-filter-column').selectOptions('age');
    await see('listing-filter-how').selectOptions('>');
    await see('listing-filter-value').fill('3');
    await see('listing-filter-column').selectOptions('smokes');
    expect(see('listing-filter-how').element().querySelectorAll('option')).toHaveLength(2);
    await see('listing-filter-value').selectOptions('at times');
    await see('listing-filter-how').selectOptions('!=');
    expect(of.sent.filters).toEqual([{ column: 'smokes', operator: '!=', value: 'at times' }]);
  });
});

describe('what is wrong with the question', () => {
  const told = (of: ListingForm, ...problems: Problem[]) =>
    show(ListingQuery, { form: of, populations: [], problems }, 500);
  const refused = (code: ErrorCode): Problem => ({ code, message: 'It is wrong.', hints: [] });

  inLanguages('stands at the condition that it is of, with the focus', async () => {
    const of = form();
    of.addCondition();
    of.addCondition();
    Object.assign(of.typed.filters[0] ?? {}, { value: 'Ulm' });
    const { container, see, count } = told(of, {
      ...slipAt('filters', 'With what?'),
      row: 1,
    });
    await expect.element(see('listing-filter-value-2')).toHaveFocus();
    await expect.element(see('listing-filter-value-2')).toHaveAccessibleDescription(/With what/);
    expect(see('listing-filter-value').element().hasAttribute('aria-invalid')).toBe(false);
    expect(count('error-note')).toBe(1);
    expect(await faults(container)).toEqual([]);
  });

  it('stands at the population, the column and the file, each for the kind that has one', async () => {
    const own = new ListingForm('own home', '-', 'EUR', () => []);
    const population = told(own, refused('no-population'));
    await expect.element(population.see('listing-population')).toHaveFocus();
    own.kind = 'vector';
    const file = told(own, refused('not-found'));
    await expect.element(file.see('listing-file')).toHaveFocus();
    const of = form();
    of.kind = 'histogram';
    const column = told(of, refused('no-column'));
    await expect.element(column.see('listing-column')).toHaveFocus();
    // Of a count there is no file: the form tells it below its fields.
    const { see: _, count } = told(form(), refused('not-found'));
    expect(count('error-note')).toBe(0);
  });
});

describe('the form', () => {
  it('offers sums and means where there are numbers, and of columns of numbers alone', async () => {
    const of = form();
    expect(of.kinds).toContain('mean');
    of.kind = 'mean';
    const { see } = query(of);
    const offered = [...see('listing-column').element().querySelectorAll('option')];
    expect(offered.map((one) => one.value)).toEqual(['age']);
    expect(of.sent.column).toBe('age');
    of.dataset = 'words';
    expect(of.kinds).toEqual(['count', 'histogram', 'moments']);
    expect(of.sent.kind).toBe('count');
  });

  it('keeps the column that is shown when another kind is chosen', () => {
    const of = form();
    of.kind = 'mean';
    of.kind = 'histogram';
    expect(of.sent.column).toBe('age');
    // What was written for one column is no bin of another.
    of.typed.bins = ['3'];
    of.columnName = 'town';
    expect(of.sent.bins).toEqual([]);
  });

  it('comes back where it was left, in its home alone', () => {
    const of = form();
    of.typed.title = 'Half a listing';
    const again = new ListingForm(`home ${homes}`, '', 'EUR', () => [clinic]);
    expect([again.resumed, again.typed.title]).toEqual([true, 'Half a listing']);
    expect(form().resumed).toBe(false);
    // What is changed of it is kept, too.
    const copied = { ...blank('clinic', 'count', 'EUR'), title: 'A copy' };
    keepDraft('copying', copied);
    new ListingForm('copying', '', 'EUR', () => [clinic]).typed.title = 'A changed copy';
    expect(new ListingForm('copying', '', 'EUR', () => [clinic]).typed.title).toBe(
      'A changed copy',
    );
    again.afresh();
    expect(again.typed.title).toBe('');
    again.done();
    keepDraft('another', blank('clinic', 'count', 'EUR'));
    expect(new ListingForm('another', '', 'EUR', () => [clinic]).resumed).toBe(false);
  });
});

describe('the columns of a cross-tabulation', () => {
  const crossing = () => {
    const of = form();
    of.kind = 'cross-tabulation';
    return of;
  };

  inLanguages('are named for those who hear them, and fit a narrow form', async () => {
    const of = crossing();
    of.crossed.add();
    for (const width of [300, 500]) {
      const { container, count } = query(of, width);
      expect(count('listing-crossed-3-column')).toBe(1);
      expect(await faults(container)).toEqual([]);
      expect(overflows(container)).toBe(false);
    }
  });

  it('are two different ones to begin with, and are offered where there are two', () => {
    const of = crossing();
    expect(of.sent.crossed.map(({ column }) => column)).toEqual(['town', 'smokes']);
    const { see } = query(of);
    const offered = (i: number) =>
      [...see(`listing-crossed-${i}-column`).element().querySelectorAll('option')].map(
        (one) => one.value,
      );
    expect(offered(1)).toEqual(['town', 'smokes', 'age']);
    expect(offered(2)).toEqual(['town', 'smokes', 'age']);
    of.dataset = 'words';
    expect(of.kinds).not.toContain('cross-tabulation');
  });

  it('are picked by keys alone, each with its bins', async () => {
    const of = crossing();
    const { count, focus, see } = query(of);
    focus('listing-crossed-1-column');
    await userEvent.keyboard('age{Tab}a range{Tab}0{Enter}18,5{Enter}65{Enter}');
    expect(count('listing-crossed-1-edge-chip')).toBe(3);
    expect(of.sent.crossed).toEqual([
      { column: 'age', binWay: 'edges', bins: [], edges: ['0', '18,5', '65'] },
      { column: 'smokes', binWay: 'values', bins: [], edges: [] },
    ]);
    await see('listing-crossed-2-bin-remove', 0).click();
    focus('listing-crossed-add');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('listing-crossed-3-column')).toHaveFocus();
    expect(count('listing-crossed-add')).toBe(0);
    await see('listing-crossed-3-bin').fill('Bonn');
    await see('listing-crossed-3-bin-add').click();
    expect(of.sent.crossed.slice(1)).toEqual([
      { column: 'smokes', binWay: 'values', bins: ['no', 'at times'], edges: [] },
      { column: 'town', binWay: 'values', bins: ['Bonn'], edges: [] },
    ]);
    // The others keep their columns and bins.
    focus('listing-crossed-2-remove');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('listing-crossed-2-column')).toHaveFocus();
    expect(of.sent.crossed.map(({ column }) => column)).toEqual(['age', 'town']);
    expect(of.sent.crossed[1]?.bins).toEqual(['Bonn']);
    expect(count('listing-crossed-1-remove')).toBe(0);
    // What was written for one column is no bin of another.
    await see('listing-crossed-2-column').selectOptions('smokes');
    expect(of.sent.crossed[1]).toEqual({ column: 'smokes', binWay: 'values', bins: [], edges: [] });
  });

  it('change places where one takes the place of another, each with its bins', async () => {
    const of = crossing();
    const { see } = query(of);
    await see('listing-crossed-1-bin').fill('Bonn');
    await see('listing-crossed-1-bin-add').click();
    await see('listing-crossed-2-column').selectOptions('town');
    expect(of.sent.crossed).toEqual([
      { column: 'smokes', binWay: 'values', bins: [], edges: [] },
      { column: 'town', binWay: 'values', bins: ['Bonn'], edges: [] },
    ]);
    await expect.element(see('listing-crossed-1-column')).toHaveValue('smokes');
    await expect.element(see('listing-crossed-2-column')).toHaveValue('town');
    // Back again, by the other place.
    await see('listing-crossed-2-column').selectOptions('smokes');
    expect(of.sent.crossed.map(({ column }) => column)).toEqual(['town', 'smokes']);
    expect(of.sent.crossed[0]?.bins).toEqual(['Bonn']);
  });
});

describe('the bins', () => {
  inLanguages('are named for those who hear them', async () => {
    const of = form();
    of.kind = 'histogram';
    for (const name of ['town', 'smokes', 'age']) {
      of.columnName = name;
      const { container } = query(of, 300);
      expect(await faults(container)).toEqual([]);
      expect(overflows(container)).toBe(false);
    }
  });

  it('are chips: Enter adds one, leaving the field too, and several are pasted at once', async () => {
    const of = form();
    of.kind = 'histogram';
    of.columnName = 'town';
    const { count, focus, see } = query(of);
    focus('listing-bin');
    await userEvent.keyboard('"Ulm, old"{Enter}Bonn{Tab}');
    expect(of.sent.bins).toEqual(['Ulm, old', 'Bonn']);
    const data = new DataTransfer();
    data.setData('text', 'Kiel\nTrier, new\nBonn\n');
    const pasted = new ClipboardEvent('paste', { clipboardData: data, cancelable: true });
    see('listing-bin').element().dispatchEvent(pasted);
    await eventually(() => expect(count('listing-bin-chip')).toBe(4));
    // What is there already is not added again.
    expect(of.sent.bins).toEqual(['Ulm, old', 'Bonn', 'Kiel', 'Trier, new']);
    await see('listing-bin-remove', 0).click();
    expect(of.sent.bins).toEqual(['Bonn', 'Kiel', 'Trier, new']);
    await expect.element(see('listing-bin-remove', 0)).toHaveFocus();
    expect(count('listing-bin-chip')).toBe(3);
  });

  it('that are declared are all taken to begin with, and never none', async () => {
    const of = form();
    of.kind = 'histogram';
    of.columnName = 'smokes';
    const { count, see } = query(of);
    expect(of.sent.bins).toEqual([]);
    expect(count('listing-bin-chip')).toBe(3);
    expect(count('listing-bin-declared')).toBe(0);
    await see('listing-bin-remove', 1).click();
    expect(of.sent.bins).toEqual(['yes', 'at times']);
    await see('listing-bin-remove', 0).click();
    await expect.element(see('listing-bin-remove')).toHaveAttribute('aria-disabled', 'true');
    await see('listing-bin').fill('No');
    await see('listing-bin-add').click();
    expect(of.sent.bins).toEqual(['at times', 'No']);
    await see('listing-bin-declared').click();
    expect(of.sent.bins).toEqual([]);
    expect(count('listing-bin-chip')).toBe(3);
  });

  it('that are no declared value are marked and named', async () => {
    const of = form();
    of.kind = 'histogram';
    of.columnName = 'smokes';
    of.typed.bins = ['yes', 'No', 'nno'];
    const preview = {
      undeclared_bins: [{ column: 'smokes', bins: ['No', 'nno'] }],
    } as unknown as DraftPreview;
    const { see, container } = show(ListingQuery, { form: of, populations: [], preview }, 300);
    await expect
      .element(see('listing-bin-undeclared'))
      .toHaveTextContent(/^2 bins are not declared values .* No, nno/);
    await expect.element(see('listing-bin-chip', 1)).toHaveTextContent('No, not declared');
    await expect.element(see('listing-bin-chip', 0)).toHaveTextContent(/^yes$/);
    expect(await faults(container)).toEqual([]);
    expect(overflows(container)).toBe(false);
  });

  it('are taken from a codebook, or its error stands below it until it is mended', async () => {
    const of = form();
    of.kind = 'histogram';
    of.columnName = 'town';
    const read = vi
      .spyOn(platform, 'readCodebook')
      .mockRejectedValueOnce({ code: 'no-bins', message: 'It lists none.', hints: [] })
      .mockResolvedValue(['1', '2']);
    const { count, see } = query(of);
    await see('listing-codebook-open').click();
    await see('listing-codebook-take').click();
    await expect.element(see('error-note')).toHaveTextContent('It lists none.');
    await see('listing-codebook').fill('1 = never\n2 = often');
    expect(count('error-note')).toBe(0);
    await see('listing-codebook-take').click();
    await expect.element(see('listing-bin-chip', 1)).toHaveTextContent('2');
    expect(read).toHaveBeenLastCalledWith('1 = never\n2 = often');
    expect(of.sent.bins).toEqual(['1', '2']);
  });

  it('of numbers may lie between edges, also as bands of one width', async () => {
    const of = form();
    of.kind = 'histogram';
    of.columnName = 'age';
    const { see } = query(of);
    await see('listing-bin').fill('7');
    await see('listing-bin-add').click();
    expect(of.sent).toMatchObject({ binWay: 'values', bins: ['7'] });
    await see('listing-bin-way').selectOptions('edges');
    await see('listing-edge').fill('0');
    await see('listing-edge-add').click();
    await userEvent.keyboard('18,5{Enter}');
    expect(of.sent).toMatchObject({ binWay: 'edges', edges: ['0', '18,5'] });
    const cut = vi.spyOn(platform, 'cutBands').mockResolvedValue(['0', '2.5', '5']);
    await see('listing-bands').click();
    await see('listing-bands-low').fill('0');
    await see('listing-bands-high').fill('5');
    await see('listing-bands-width').fill('2,5');
    await see('listing-bands-cut').click();
    await expect.element(see('listing-edge-chip', 1)).toHaveTextContent('2.5');
    expect(cut).toHaveBeenCalledWith('0', '5', '2.5');
    expect(of.sent.edges).toEqual(['0', '2.5', '5']);
    // Texts have none.
    of.columnName = 'town';
    expect(of.sent.edges).toEqual([]);
  });
});
