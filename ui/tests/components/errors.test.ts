// Every form that asks for several things says all that is wrong with them at once.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import Bins from '../../src/features/sell/Bins.svelte';
import Codebooks from '../../src/features/sell/Codebooks.svelte';
import Import from '../../src/features/sell/Import.svelte';
import InvoiceSetup from '../../src/features/sell/InvoiceSetup.svelte';
import MyListing from '../../src/features/sell/MyListing.svelte';
import NewListing from '../../src/features/sell/NewListing.svelte';
import Population from '../../src/features/sell/Population.svelte';
import Populations from '../../src/features/sell/Populations.svelte';
import ReceiptPaid from '../../src/features/sell/ReceiptPaid.svelte';
import RuleForm from '../../src/features/sell/RuleForm.svelte';
import StatementImport from '../../src/features/sell/StatementImport.svelte';
import { formOf } from '../../src/features/sell/importing';
import CreateHome from '../../src/features/settings/CreateHome.svelte';
import OpenHome from '../../src/features/settings/OpenHome.svelte';
import SettingsKeys from '../../src/features/settings/SettingsKeys.svelte';
import { shell } from '../../src/lib/shell.svelte';
import AddContact from '../../src/parts/AddContact.svelte';
import { platform } from '../../src/platform';
import type { CsvPreview } from '../../src/platform/types/CsvPreview';
import type { PopulationView } from '../../src/platform/types/PopulationView';
import type { ReceiptView } from '../../src/platform/types/ReceiptView';
import type { SessionView } from '../../src/platform/types/SessionView';
import type { StatementLook } from '../../src/platform/types/StatementLook';
import { column, held, row, table } from './columns';
import { listing } from './listings';
import { faults, show } from './support.svelte';

type Shown = Omit<ReturnType<typeof show>, 'component'>;
type Form = {
  /** Shows the form. */
  open: () => Shown | Promise<Shown>;
  submit: string;
  /** The wrong fields in the order of the page, and what mends the first, if it is typed. */
  wrong: string[];
  mend?: string;
};

const session = {
  home_at_start: null,
  suggested_dir: '',
  market_suggestion: '',
  shortest_passphrase: 12,
  recent: [],
} as unknown as SessionView;

const population = {
  ...{ id: 'p'.repeat(43), name: 'people', unit_name: 'person', adjacency: 'add-remove' },
  ...{ cap_micro_epsilon: 6e6, cap_nano_rho: 0, loss_micro_epsilon: 0, loss_nano_rho: 0 },
  ...{ carried_micro_epsilon: 0, carried_nano_rho: 0, questions: 0, openings: 0 },
  ...{ datasets: [], entries: [], lacks_tables: false, merged_into: null },
  ...{ guess_now: { guess_presence: 0.5, guess_value: 0.5 } },
  ...{ guess_at_cap: { guess_presence: 0.9, guess_value: 0.9 } },
  created_at: '2026-11-21T12:00:00Z',
} as unknown as PopulationView;

/** The form of a new listing, with a host that finds one error in it at a time. */
function newListing() {
  vi.spyOn(platform, 'datasets').mockResolvedValue([held]);
  vi.spyOn(platform, 'populations').mockResolvedValue([]);
  vi.spyOn(platform, 'myListings').mockResolvedValue([]);
  vi.spyOn(platform, 'previewListing').mockRejectedValue({
    ...{ code: 'no-bounds', message: 'It lacks bounds.', hints: [] },
  });
  return show(NewListing, { asked: 'people' }, 900);
}

const FORMS: Record<string, Form> = {
  'a new home': {
    open: () => show(CreateHome, { session, door: 'buy' as const, onmade: () => {} }),
    submit: 'create-home',
    wrong: ['new-home-name', 'new-home-passphrase', 'new-home-dir'],
    mend: 'Clinic',
  },
  'a home that is opened': {
    open: () => {
      vi.spyOn(platform, 'homeExists').mockResolvedValue(false);
      return show(OpenHome, { session, onopened: () => {} });
    },
    submit: 'open-home',
    wrong: ['open-home-dir', 'open-home-passphrase'],
    mend: '/homes/mine',
  },
  'another passphrase': {
    open: async () => {
      shell.shortestPassphrase = 12;
      const shown = show(SettingsKeys, { onmade: () => {} }, 700);
      await userEvent.fill(shown.see('settings-passphrase-new-again'), 'other');
      return shown;
    },
    submit: 'settings-change-passphrase',
    wrong: [
      ...['settings-passphrase-old', 'settings-passphrase-new'],
      'settings-passphrase-new-again',
    ],
    mend: 'three unrelated words',
  },
  'a contact': {
    open: () => show(AddContact, { open: true }),
    submit: 'add-contact-confirm',
    wrong: ['contact-key', 'contact-name-field'],
    mend: 'K',
  },
  'a rule': {
    open: () => {
      for (const read of ['contacts', 'myListings', 'populations'] as const)
        vi.spyOn(platform, read).mockResolvedValue([]);
      return show(RuleForm, { onadded: () => {}, oncancel: () => {} }, 700);
    },
    submit: 'rule-add',
    wrong: ['rule-who', 'rule-what', 'rule-up-to', 'rule-per-order', 'rule-payment'],
  },
  'a population': {
    open: async () => {
      vi.spyOn(platform, 'offeredCaps').mockResolvedValue([]);
      vi.spyOn(platform, 'populations').mockResolvedValue([population]);
      const shown = show(Populations, {}, 700);
      await userEvent.click(shown.see('new-population'));
      await expect.element(shown.see('new-people')).toBeVisible();
      return shown;
    },
    submit: 'population-create',
    wrong: ['new-people', 'new-cap', 'new-population-name'],
  },
  'a merge': {
    open: async () => {
      const others = { ...population, name: 'others' };
      vi.spyOn(platform, 'population').mockResolvedValue(population);
      vi.spyOn(platform, 'populations').mockResolvedValue([population, others]);
      vi.spyOn(platform, 'myListings').mockResolvedValue([]);
      vi.spyOn(platform, 'planBudget').mockReturnValue(new Promise(() => {}));
      vi.spyOn(platform, 'promise').mockReturnValue(new Promise(() => {}));
      const shown = show(Population, { name: 'people' }, 900);
      await expect.element(shown.see('population-merge')).not.toHaveAttribute('aria-disabled');
      await userEvent.click(shown.see('population-merge'));
      return shown;
    },
    submit: 'population-merge-confirm',
    wrong: ['population-merge-into', 'population-merge-sure'],
  },
  'a codebook': {
    open: async () => {
      vi.spyOn(platform, 'codebooks').mockResolvedValue([]);
      const shown = show(Codebooks, {}, 700);
      await expect.element(shown.see('codebook-import')).toBeVisible();
      return shown;
    },
    submit: 'codebook-import',
    wrong: ['codebook-name', 'codebook-import-file'],
    mend: 'By hand',
  },
  'the details on invoices': {
    open: async () => {
      const shown = show(InvoiceSetup, { kept: null }, 700);
      await userEvent.click(shown.see('vat-rate'));
      await userEvent.fill(shown.see('invoice-days'), 'soon');
      return shown;
    },
    submit: 'invoicing-keep',
    wrong: [
      ...['seller-name', 'seller-street', 'seller-city', 'seller-country'],
      ...['vat-percent', 'invoice-days'],
    ],
    mend: 'Clinic',
  },
  'a payment': {
    open: async () => {
      const euros = { minor: 500, currency: 'EUR', exponent: 2 };
      const receipt = {
        ...{ id: 'R', number: 1, buyer_name: 'Bea', contact: null, payment_reference: 'RF' },
        ...{ price: euros, owed: euros, payments: [] },
      } as unknown as ReceiptView;
      const shown = show(ReceiptPaid, { receipt }, 700);
      await userEvent.click(shown.see('receipt-paid'));
      await userEvent.fill(shown.see('paid-on'), 'never');
      await userEvent.fill(shown.see('paid-amount'), 'much');
      return shown;
    },
    submit: 'paid-confirm',
    wrong: ['paid-on', 'paid-amount'],
    mend: '2026-11-20',
  },
  'the columns of a bank': {
    open: async () => {
      vi.spyOn(platform, 'lookAtStatement').mockResolvedValue({
        csv: { header: 1, encoding: 'utf-8', columns: [{ name: 'Tag', examples: [] }], lines: [] },
        ...{ banks: [], bank: null, proposed: { iban: '', day: '', amount: '', text: [] } },
      } as unknown as StatementLook);
      const shown = show(StatementImport, {}, 700);
      await userEvent.fill(shown.see('statement-file'), '/bank.csv');
      await userEvent.click(shown.see('statement-read'));
      await expect.element(shown.see('bank-iban')).toBeVisible();
      return shown;
    },
    submit: 'statement-import',
    wrong: ['bank-name', 'bank-iban', 'bank-day', 'bank-amount', 'bank-text'],
    mend: 'Harbour Bank',
  },
  'an import': {
    open: async () => {
      vi.spyOn(platform, 'populations').mockResolvedValue([]);
      vi.spyOn(platform, 'previewCsv').mockResolvedValue({
        ...{ file: '/t.csv', suggested_name: 't', kind: 'csv', sheet: null, sheets: [], rows: 9 },
        ...{ delimiter: ',', proposed_delimiter: ',', quotes: 'double', proposed_quotes: 'double' },
        ...{ encoding: 'utf-8', proposed_encoding: 'utf-8', first_not_ascii: [], short_rows: 0 },
        ...{ first_short_row: null, rows_over_lines: 0, first_row_over_lines: null },
        ...{ repeated_ids: [], decimal: 'point', proposed_decimal: 'point', percent: false },
        ...{ form: formOf({}, null), proposed: formOf({}, null), lines_above: [], lines_below: [] },
        ...{ nameless: [], header_like_data: [], sample: [], types: '' },
        columns: [
          {
            ...{ name: 'town', column_type: 'text', empty: 0, not_numbers: 9, days: [] },
            ...{ first_not_numbers: [], reasons: [], with_comma: 0, with_point: 0 },
            ...{ with_percent: 0, rewritten: 0, day_order: null },
          },
        ],
      } as unknown as CsvPreview);
      const shown = show(Import, {}, 900);
      await userEvent.fill(shown.see('import-file'), '/t.csv');
      await userEvent.click(shown.see('import-preview'));
      await expect.element(shown.see('import-whose-new')).toBeVisible();
      return shown;
    },
    submit: 'import-confirm',
    wrong: ['import-settled', 'import-whose-new', 'import-unit-row'],
  },
  'a listing with blank fields': {
    open: async () => {
      const shown = newListing();
      vi.spyOn(platform, 'readListing').mockResolvedValue({ faults: [], price: [], grain: null });
      await userEvent.selectOptions(shown.see('listing-kind'), 'mean');
      return shown;
    },
    submit: 'listing-create',
    wrong: ['listing-low', 'listing-high', 'listing-price-level', 'listing-title'],
  },
  'a listing with unreadable fields': {
    open: async () => {
      const shown = newListing();
      const fault = { is: 'number', fault: 'no-number' } as const;
      vi.spyOn(platform, 'readListing').mockResolvedValue({
        faults: [
          { field: 'filters', row: 0, fault: { is: 'no-value' } },
          { field: 'filters', row: 1, fault: { is: 'no-value' } },
          { field: 'high', row: null, fault },
        ],
        ...{ price: [], grain: null },
      });
      await userEvent.selectOptions(shown.see('listing-kind'), 'mean');
      for (const _ of [1, 2]) await userEvent.click(shown.see('listing-filter-add'));
      await userEvent.fill(shown.see('listing-low'), '0');
      await userEvent.fill(shown.see('listing-high'), 'many');
      await userEvent.fill(shown.see('listing-price-level'), '1');
      await userEvent.fill(shown.see('listing-title'), 'Age');
      return shown;
    },
    submit: 'listing-create',
    wrong: [
      ...['listing-filter-value', 'listing-filter-value-2'],
      ...['listing-high', 'listing-price-amount'],
    ],
    mend: '5',
  },
  'several listings': {
    open: async () => {
      const { see, ...shown } = table([row('age'), row('income')], null);
      const fault = { is: 'number', fault: 'no-number' } as const;
      vi.spyOn(platform, 'readListings').mockResolvedValue({
        faults: [
          { row: null, at: { field: 'grain', row: null, fault } },
          { row: 0, at: { field: 'low', row: null, fault } },
          { row: 1, at: { field: 'high', row: null, fault } },
        ],
      });
      await userEvent.fill(see('batch-price-level'), '1');
      return { see, ...shown };
    },
    submit: 'batch-sign',
    wrong: ['batch-low', 'batch-high-2', 'batch-price-amount', 'batch-grain'],
    mend: '1',
  },
  'another price': {
    open: async () => {
      const tariff = [
        { level: 1_000_000, minor: 1000 },
        { level: 2_000_000, minor: 2000 },
      ];
      const own = listing({ tariff, mine: true, loss_micro_epsilon: 0 });
      vi.spyOn(platform, 'listing').mockResolvedValue(own);
      vi.spyOn(platform, 'datasets').mockResolvedValue([held]);
      vi.spyOn(platform, 'listingCurves').mockReturnValue(new Promise(() => {}));
      vi.spyOn(platform, 'previewReprice').mockReturnValue(new Promise(() => {}));
      const shown = show(MyListing, { id: own.id }, 900);
      await userEvent.click(shown.see('reprice'));
      await userEvent.fill(shown.see('reprice-price-level'), 'one');
      await userEvent.fill(shown.see('reprice-price-amount-2'), '');
      return shown;
    },
    submit: 'reprice-confirm',
    wrong: ['reprice-price-level', 'reprice-price-amount-2'],
    mend: '1',
  },
  'bands of one width': {
    open: async () => {
      const props = { column: column('age') as never, binWay: 'edges' as const, testid: 'it' };
      const shown = show(Bins, { ...props, bins: [], edges: [], undeclared: [] }, 500);
      await userEvent.click(shown.see('it-bands'));
      return shown;
    },
    submit: 'it-bands-cut',
    wrong: ['it-bands-low', 'it-bands-high', 'it-bands-width'],
    mend: '0',
  },
};

/** Whether an error names the field as its own. */
function isNoted(field: Element): boolean {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.some((id) => document.getElementById(id)?.querySelector('[data-testid="error-note"]'));
}

afterEach(() => (shell.home = null));

describe('all that is wrong stands at its field at once, in', () => {
  it.each(Object.entries(FORMS))('%s', async (_, { open, submit, wrong, mend }) => {
    const shown = await open();
    const fields = () => wrong.map((id) => shown.see(id).element() as HTMLInputElement);
    await userEvent.click(shown.see(submit));
    await expect.poll(() => fields().map(isNoted)).toEqual(wrong.map(() => true));
    expect(shown.count('error-note')).toBe(wrong.length);
    for (const field of fields()) {
      // One of several answers is not wrong by itself.
      const invalid = field.type === 'radio' ? null : 'true';
      expect(field.getAttribute('aria-invalid'), field.dataset['testid']).toBe(invalid);
    }
    const [first] = fields();
    await expect.element(shown.see(wrong[0] ?? '')).toHaveFocus();
    expect(await faults(shown.container)).toEqual([]);
    if (mend === undefined || !first) return;
    await userEvent.fill(first, mend);
    await expect.poll(() => fields().map(isNoted)).toEqual(wrong.map((_, i) => i > 0));
    await expect.element(shown.see(wrong[0] ?? '')).toHaveFocus();
  });
});
