// Forms whose act cannot be taken back: Enter in a field of theirs does not do it, their button does.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import Alarms from '../../src/features/audit/Alarms.svelte';
import DatasetSeal from '../../src/features/sell/DatasetSeal.svelte';
import GrantOpening from '../../src/features/sell/GrantOpening.svelte';
import InvoiceDraft from '../../src/features/sell/InvoiceDraft.svelte';
import ListColumns from '../../src/features/sell/ListColumns.svelte';
import NewListing from '../../src/features/sell/NewListing.svelte';
import RuleForm from '../../src/features/sell/RuleForm.svelte';
import OpenHome from '../../src/features/settings/OpenHome.svelte';
import SettingsKeys from '../../src/features/settings/SettingsKeys.svelte';
import Standing from '../../src/frame/Standing.svelte';
import AddContact from '../../src/parts/AddContact.svelte';
import Confirm from '../../src/parts/Confirm.svelte';
import { shell } from '../../src/lib/shell.svelte';
import { platform } from '../../src/platform';
import type { HomeView } from '../../src/platform/types/HomeView';
import { held, row } from './columns';
import { euros } from './orders';
import { show } from './support.svelte';

let submitted: HTMLFormElement[] = [];
/** Counts what is submitted, and keeps it from being done. */
function count(event: SubmitEvent) {
  event.preventDefault();
  event.stopImmediatePropagation();
  submitted.push(event.target as HTMLFormElement);
}

beforeEach(() => {
  submitted = [];
  window.addEventListener('submit', count, true);
});
afterEach(() => window.removeEventListener('submit', count, true));

const never = () => new Promise<never>(() => undefined);

/** Fills what is empty and ticks what is not ticked, so that the button can do what it does. */
function fill(form: HTMLFormElement) {
  for (const field of form.querySelectorAll('input')) {
    if (field.type === 'checkbox' || field.type === 'radio') {
      if (!field.checked) field.click();
    } else if (field.value === '') {
      field.value = 'words';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }
}

/** Presses Enter in every field of the form that has the button, and then on the button. */
async function press(container: HTMLElement, button: string) {
  const find = () => container.querySelector<HTMLElement>(`[data-testid="${button}"]`);
  await expect.poll(find).not.toBeNull();
  const act = find();
  const form = act?.closest('form');
  if (!act || !form) throw new Error('no form');
  form.querySelectorAll('details').forEach((part) => (part.open = true));
  const part = act.closest('details');
  if (part) part.open = true;
  fill(form);
  await expect.poll(() => act.getAttribute('aria-disabled')).toBeNull();
  const fields = [...form.querySelectorAll<HTMLElement>('input, select')];
  expect(fields.length).toBeGreaterThan(0);
  for (const field of fields) {
    field.focus();
    await userEvent.keyboard('{Enter}');
  }
  const byFields = submitted.length;
  for (const key of ['{Enter}', ' ']) {
    act.focus();
    await userEvent.keyboard(key);
  }
  return { byFields, byButton: submitted.length - byFields };
}

/** Each of them, and the button that does it. */
const FORMS: Record<string, [() => HTMLElement, string]> = {
  'a new listing': [
    () => {
      vi.spyOn(platform, 'datasets').mockResolvedValue([held]);
      vi.spyOn(platform, 'populations').mockResolvedValue([]);
      vi.spyOn(platform, 'myListings').mockResolvedValue([]);
      vi.spyOn(platform, 'previewListing').mockImplementation(never);
      vi.spyOn(platform, 'readListing').mockImplementation(never);
      return show(NewListing, { asked: 'people' }, 900).container;
    },
    'listing-create',
  ],
  'listings of several columns': [
    () => {
      vi.spyOn(platform, 'datasets').mockResolvedValue([held]);
      vi.spyOn(platform, 'codebooks').mockResolvedValue([]);
      vi.spyOn(platform, 'myListings').mockResolvedValue([]);
      vi.spyOn(platform, 'previewListings').mockImplementation(never);
      vi.spyOn(platform, 'readListings').mockImplementation(never);
      vi.spyOn(platform, 'proposeListings').mockResolvedValue({ rows: [row('age')], misfits: [] });
      return show(ListColumns, { asked: 'people' }, 900).container;
    },
    'batch-sign',
  ],
  'a new rule': [
    () => {
      vi.spyOn(platform, 'contacts').mockResolvedValue([]);
      vi.spyOn(platform, 'myListings').mockResolvedValue([]);
      vi.spyOn(platform, 'populations').mockResolvedValue([]);
      return show(RuleForm, { onadded: () => {}, oncancel: () => {} }, 900).container;
    },
    'rule-add',
  ],
  'an opening': [
    () => {
      vi.spyOn(platform, 'suggestFile').mockResolvedValue('/home/a.opening');
      return show(GrantOpening, { listing: { id: 'L', title: 'Age' } as never, close: () => {} })
        .container;
    },
    'grant-confirm',
  ],
  'an invoice': [
    () => {
      const party = { name: 'Bea', street: '', postcode: '', city: 'Ulm', country: 'DE' };
      vi.spyOn(platform, 'previewInvoice').mockResolvedValue({
        state: 'draft',
        invoice: {
          ...{ number: '1', credits: null, lines: [], vat: { kind: 'not-subject', reason: 'x' } },
          ...{ seller: party, buyer: party, due_on: null, account: null },
        },
        ...{ net: euros(0), tax: euros(0), total: euros(0), payable: euros(0), open: euros(0) },
        ...{ rounding: 0, lines: [], others: [], issued: null, reference: '' },
      } as never);
      const invoicing = {
        ...{ vat: { kind: 'not-subject', reason: '' }, language: 'en', days: 14, prefix: '' },
      } as never;
      return show(InvoiceDraft, { receipt: 'R', invoicing }, 700).container;
    },
    'invoice-issue',
  ],
  'the seal of a dataset': [
    () => {
      shell.home = { dir: '/clinic' } as HomeView;
      vi.spyOn(platform, 'previewSeal').mockResolvedValue({
        ...{ kept: [], erased: [], stolen_micro_epsilon: 0, cap_micro_epsilon: 1 },
        ...{ still_held: [], population: 'people' },
      } as never);
      return show(DatasetSeal, { name: 'people', held: true, close: () => {} }, 700).container;
    },
    'seal-confirm',
  ],
  'giving up selling': [
    () => {
      shell.home = { dir: '/clinic' } as HomeView;
      vi.spyOn(platform, 'suggestFile').mockResolvedValue('/home/losses.json');
      shell.standing = { state: 'behind', entries: 3, problem: null } as never;
      return show(Standing, { onclose: () => {} }, 700).container;
    },
    'give-up',
  ],
  'the end of an alarm': [
    () => {
      vi.spyOn(platform, 'alarms').mockResolvedValue([
        {
          ...{ number: 1, order: null, seller_name: 'Harbour Clinic', seller_kid: 'C'.repeat(43) },
          ...{ contact: null, dismissal: null, kept_size: 3, found_size: 2, message: '' },
          ...{ found_at: '2026-11-18T12:00:00Z', kind: 'rolled-back', evidence: '' },
        } as never,
      ]);
      const { container } = show(Alarms, {}, 700);
      void vi
        .waitUntil(() => container.querySelector<HTMLElement>('[data-testid="alarm-dismiss"]'))
        .then((button) => button.click());
      return container;
    },
    'alarm-dismiss-confirm',
  ],
  'a new recovery key': [
    () => show(SettingsKeys, { onmade: () => {} }, 700).container,
    'settings-new-recovery-key',
  ],
  'a question that needs a reason': [
    () => {
      const children = (() => undefined) as never;
      const words = { title: 'Withdraw?', action: 'Withdraw', otherwise: 'Keep', children };
      const props = { ...words, open: true, testid: 'withdraw', onconfirm: () => {} };
      const { container } = show(Confirm, props);
      container.querySelector('h2')?.after(document.createElement('input'));
      return container;
    },
    'withdraw-confirm',
  ],
};

describe('what cannot be taken back', () => {
  it.each(Object.keys(FORMS))('is not done by Enter in a field: %s', async (name) => {
    const [shown, button] = FORMS[name] ?? [];
    if (!shown || !button) throw new Error(name);
    const { byFields, byButton } = await press(shown(), button);
    expect(byFields).toBe(0);
    expect(byButton).toBe(2);
  });
});

describe('what is harmless', () => {
  it('is done by Enter in a field: a home is opened, a contact is added', async () => {
    vi.spyOn(platform, 'homeExists').mockResolvedValue(true);
    const session = { home_at_start: '/a', suggested_dir: '/a', recent: [] } as never;
    const home = show(OpenHome, { session, onopened: () => {} });
    await userEvent.fill(home.see('open-home-passphrase'), 'words');
    await userEvent.keyboard('{Enter}');
    expect(submitted).toHaveLength(1);
    const contact = show(AddContact, { open: true });
    contact.focus('contact-name-field');
    await userEvent.keyboard('{Enter}');
    expect(submitted).toHaveLength(2);
  });
});
