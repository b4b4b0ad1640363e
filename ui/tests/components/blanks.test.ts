// Forms that were not filled in: their buttons can be pressed, and show all errors at once, each at
// its field, with the focus on the first.

import { beforeEach, expect, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import Alarms from '../../src/features/audit/Alarms.svelte';
import Verify from '../../src/features/audit/Verify.svelte';
import HoldingExports from '../../src/features/buy/HoldingExports.svelte';
import DatasetSeal from '../../src/features/sell/DatasetSeal.svelte';
import GrantOpening from '../../src/features/sell/GrantOpening.svelte';
import InvoiceDraft from '../../src/features/sell/InvoiceDraft.svelte';
import InvoiceSetup from '../../src/features/sell/InvoiceSetup.svelte';
import NextInvoice from '../../src/features/sell/NextInvoice.svelte';
import Populations from '../../src/features/sell/Populations.svelte';
import InviteMember from '../../src/features/settings/InviteMember.svelte';
import SettingsKeys from '../../src/features/settings/SettingsKeys.svelte';
import SettingsMarket from '../../src/features/settings/SettingsMarket.svelte';
import Standing from '../../src/frame/Standing.svelte';
import { shell } from '../../src/lib/shell.svelte';
import SaveMail from '../../src/parts/SaveMail.svelte';
import { platform } from '../../src/platform';
import type { HomeView } from '../../src/platform/types/HomeView';
import { t } from '../../src/text';
import { euros } from './orders';
import { faults, inLanguages, show } from './support.svelte';

type Shown = ReturnType<typeof show>;

/**
 * Presses the button of a form, and expects these errors at these fields, in the order of the page.
 */
async function wrong({ see, container, count }: Shown, button: string, fields: string[]) {
  await userEvent.click(see(button));
  await expect.poll(() => count('error-note')).toBe(fields.length);
  for (const field of fields) {
    await expect.element(see(field)).toHaveAttribute('aria-invalid', 'true');
    const described = see(field).element().getAttribute('aria-describedby') ?? '';
    const notes = described.split(' ').map((id) => document.getElementById(id));
    const note = notes.find((one) => one?.querySelector('[data-testid="error-note"]'));
    expect(note, field).toBeDefined();
  }
  const [first = ''] = fields;
  await expect.element(see(first)).toHaveFocus();
  expect(await faults(container)).toEqual([]);
}

beforeEach(() => {
  vi.spyOn(platform, 'suggestFile').mockRejectedValue({ code: 'io', message: '', hints: [] });
  shell.home = { dir: '/clinic', market: 'file:///market' } as HomeView;
});

inLanguages('an opening needs its auditor, a file and the tick', async () => {
  vi.spyOn(platform, 'suggestFile').mockResolvedValue('');
  const grant = vi.spyOn(platform, 'grant').mockReturnValue(new Promise(() => {}));
  const listing = { id: 'L', title: 'Age' } as never;
  const form = show(GrantOpening, { listing, close: () => {} }, 700);
  await wrong(form, 'grant-confirm', ['grant-recipient', 'grant-file', 'grant-sure']);
  // Each error is cleared alone.
  await userEvent.click(form.see('grant-sure'));
  await expect.poll(() => form.count('error-note')).toBe(2);
  await userEvent.fill(form.see('grant-file'), '/home/a.opening');
  await wrong(form, 'grant-confirm', ['grant-recipient']);
  await userEvent.fill(form.see('grant-recipient'), 'age1auditor');
  // It was agreed to for another auditor, or for none.
  await expect.element(form.see('grant-sure')).not.toBeChecked();
  await userEvent.click(form.see('grant-confirm'));
  expect(grant).not.toHaveBeenCalled();
  await userEvent.click(form.see('grant-sure'));
  await userEvent.click(form.see('grant-confirm'));
  const asked = { path: '/home/a.opening', replace: false };
  expect(grant).toHaveBeenCalledWith('L', 'age1auditor', asked);
});

/** The preview of an invoice to a buyer of whom little is known. */
function drafted() {
  const party = { name: 'Bea', street: '', postcode: '', city: 'Ulm', country: 'DE' };
  return {
    state: 'draft',
    invoice: {
      ...{ number: '1', credits: null, lines: [], vat: { kind: 'rate', percent: '19' } },
      ...{ seller: party, buyer: party, due_on: null, account: null },
    },
    ...{ net: euros(0), tax: euros(0), total: euros(0), payable: euros(0), open: euros(0) },
    ...{ rounding: 0, lines: [], others: [], issued: null, reference: '' },
  } as never;
}

inLanguages('an invoice shows the errors of its VAT and of its buyer together', async () => {
  const preview = vi.spyOn(platform, 'previewInvoice').mockResolvedValue(drafted());
  const issue = vi.spyOn(platform, 'issueInvoice');
  const vat = { kind: 'rate', percent: '19' };
  const invoicing = { vat, language: 'en', days: 14, prefix: '' } as never;
  const form = show(InvoiceDraft, { receipt: 'R', invoicing }, 700);
  await expect.element(form.see('buyer-name')).toBeVisible();
  await userEvent.clear(form.see('invoice-vat-percent'));
  await userEvent.clear(form.see('buyer-name'));
  await wrong(form, 'invoice-issue', ['invoice-vat-percent', 'buyer-name', 'buyer-street']);

  // Errors of the preview are shown before, and take the focus when the button is pressed.
  const refused = { code: 'invoice-vat', message: 'Not a rate.', hints: [] };
  preview.mockRejectedValue(refused);
  const other = show(InvoiceDraft, { receipt: 'R', invoicing }, 700);
  await expect.element(other.see('error-note')).toBeVisible();
  await wrong(other, 'invoice-issue', ['invoice-vat-percent']);

  // Without a treatment there is no preview, and the first choice has the focus.
  const none = { vat: { kind: '' }, language: 'en', days: 14, prefix: '' } as never;
  const blank = show(InvoiceDraft, { receipt: 'R', invoicing: none }, 700);
  await userEvent.click(blank.see('invoice-issue'));
  await expect.element(blank.see('invoice-vat-rate')).toHaveFocus();
  await expect.element(blank.see('error-note')).toHaveTextContent(t.invoices.needsVat);
  expect(issue).not.toHaveBeenCalled();
});

inLanguages('the next number of an invoice has to be there', async () => {
  vi.spyOn(platform, 'invoiceNumbers').mockResolvedValue({ next: null } as never);
  const set = vi.spyOn(platform, 'setNextInvoice');
  const form = show(NextInvoice, {}, 700);
  await expect.element(form.see('invoice-number')).toBeVisible();
  await wrong(form, 'invoice-number-set', ['invoice-number']);
  expect(set).not.toHaveBeenCalled();
});

inLanguages('a file that is saved needs a path', async () => {
  vi.spyOn(platform, 'suggestFile').mockResolvedValue('');
  const save = vi.spyOn(platform, 'saveMail');
  const form = show(SaveMail, { what: 'order', of: 'O'.repeat(43) }, 700);
  await wrong(form, 'mail-save', ['mail-file']);
  await userEvent.fill(form.see('mail-file'), '/a.order');
  expect(form.count('error-note')).toBe(0);
  expect(save).not.toHaveBeenCalled();
});

inLanguages('fields before the file of an export show their errors with it', async () => {
  vi.spyOn(platform, 'suggestFile').mockResolvedValue('');
  const tighten = vi.spyOn(platform, 'tighten');
  const holding = {
    listing: { id: 'L', question: 'Q', title: 'Age', seller_name: 'Clinic' },
    level: 500_000,
    responses: [],
  } as never;
  const form = show(HoldingExports, { holding }, 700);
  await wrong(form, 'tighten', ['copy-level', 'copy-file']);
  await userEvent.fill(form.see('copy-level'), '0.1');
  await expect.poll(() => form.count('error-note')).toBe(1);
  expect(tighten).not.toHaveBeenCalled();
  await userEvent.fill(form.see('copy-file'), '/a.copy');

  const exported = vi.spyOn(platform, 'exportRelease');
  await userEvent.click(form.see('export-lattice'));
  await wrong(form, 'export-release', ['lattice-file', 'export-file']);
  expect(exported).not.toHaveBeenCalled();

  const invited = vi.spyOn(platform, 'invite');
  const invitation = show(InviteMember, {}, 700);
  const part = invitation.container.querySelector('details');
  if (part) part.open = true;
  await userEvent.fill(invitation.see('invite-key'), 'anna');
  await wrong(invitation, 'invite-save', ['invite-secret', 'invite-file']);
  expect(invited).not.toHaveBeenCalled();
});

inLanguages('another market needs an address, and an invitation a file', async () => {
  const set = vi.spyOn(platform, 'setMarket');
  const home = { name: 'Clinic', dir: '/clinic', market: 'file:///market' } as HomeView;
  const form = show(SettingsMarket, { home }, 700);
  await wrong(form, 'settings-change-market', ['settings-market']);
  expect(set).not.toHaveBeenCalled();
  await userEvent.fill(form.see('settings-market'), '/x');
  await wrong(form, 'settings-invitation-open', ['settings-invitation']);
});

inLanguages('a seal needs both of its boxes', async () => {
  vi.spyOn(platform, 'previewSeal').mockResolvedValue({
    ...{ kept: [], erased: [], stolen_micro_epsilon: 2, cap_micro_epsilon: 1 },
    ...{ still_held: [], population: 'people' },
  } as never);
  const seal = vi.spyOn(platform, 'sealDataset').mockResolvedValue({} as never);
  const form = show(DatasetSeal, { name: 'people', held: true, close: () => {} }, 700);
  await expect.element(form.see('seal-sure')).toBeVisible();
  await wrong(form, 'seal-confirm', ['seal-accept', 'seal-sure']);
  await userEvent.click(form.see('seal-accept'));
  await wrong(form, 'seal-confirm', ['seal-sure']);
  expect(seal).not.toHaveBeenCalled();
  await userEvent.click(form.see('seal-sure'));
  await userEvent.click(form.see('seal-confirm'));
  expect(seal).toHaveBeenCalledOnce();
});

inLanguages('a new recovery key needs the passphrase and the tick', async () => {
  const make = vi.spyOn(platform, 'newRecoveryKey');
  const form = show(SettingsKeys, { onmade: () => {} }, 700);
  const fields = ['settings-recovery-passphrase', 'settings-recovery-agreed'];
  await wrong(form, 'settings-new-recovery-key', fields);
  expect(make).not.toHaveBeenCalled();
});

inLanguages('giving up selling needs a file and the tick', async () => {
  vi.spyOn(platform, 'suggestFile').mockResolvedValue('');
  const write = vi.spyOn(platform, 'writeLosses');
  shell.standing = { state: 'behind', entries: 3, problem: null } as never;
  const form = show(Standing, { onclose: () => {} }, 700);
  await userEvent.click(form.see('give-up-part'));
  await wrong(form, 'give-up', ['give-up-file', 'give-up-sure']);
  expect(write).not.toHaveBeenCalled();
});

inLanguages('the end of an alarm needs a choice and a reason', async () => {
  vi.spyOn(platform, 'alarms').mockResolvedValue([
    {
      ...{ number: 1, order: null, seller_name: 'Harbour Clinic', seller_kid: 'C'.repeat(43) },
      ...{ contact: null, dismissal: null, kept_size: 3, found_size: 2, message: '' },
      ...{ found_at: '2026-11-18T12:00:00Z', kind: 'rolled-back', evidence: '' },
    } as never,
  ]);
  const dismiss = vi.spyOn(platform, 'dismissAlarm');
  const form = show(Alarms, {}, 700);
  await userEvent.click(form.see('alarm-dismiss'));
  await userEvent.click(form.see('alarm-dismiss-confirm'));
  await expect.element(form.see('alarm-trust-kept')).toHaveFocus();
  expect(form.count('error-note')).toBe(2);
  await expect.element(form.see('alarm-reason')).toHaveAttribute('aria-invalid', 'true');
  await userEvent.click(form.see('alarm-trust-kept'));
  await wrong(form, 'alarm-dismiss-confirm', ['alarm-reason']);
  expect(dismiss).not.toHaveBeenCalled();
});

inLanguages('an audit needs a file', async () => {
  const check = vi.spyOn(platform, 'auditFiles');
  const form = show(Verify, {}, 700);
  for (const button of ['audit-run', 'audit-add']) await wrong(form, button, ['audit-file']);
  expect(check).not.toHaveBeenCalled();
});

/** Errors of the host in one. */
const together = (...errors: object[]) => {
  const [first, ...also] = errors.map((one) => ({ message: 'Wrong.', hints: [], ...one }));
  return { ...first, also };
};

inLanguages('the errors that the host alone finds are shown together', async () => {
  vi.spyOn(platform, 'populations').mockResolvedValue([]);
  vi.spyOn(platform, 'offeredCaps').mockResolvedValue([]);
  vi.spyOn(platform, 'capGuess').mockReturnValue(new Promise(() => {}));
  vi.spyOn(platform, 'createPopulation').mockRejectedValue(
    together({ code: 'epsilon', of: 'carried' }, { code: 'population-name' }),
  );
  const form = show(Populations, {}, 700);
  await userEvent.click(form.see('new-population'));
  await userEvent.click(form.see('new-cap-own'));
  await userEvent.fill(form.see('new-cap'), '1');
  await userEvent.fill(form.see('new-population-name'), 'two words');
  await userEvent.fill(form.see('new-carried'), 'some');
  await userEvent.click(form.see('population-create'));
  await expect.poll(() => form.count('error-note')).toBe(2);
  for (const field of ['new-population-name', 'new-carried'])
    await expect.element(form.see(field)).toHaveAttribute('aria-invalid', 'true');

  const terms = (is: string) => ({ part: 'invoice-terms', fault: { is, most: 20 } });
  vi.spyOn(platform, 'setInvoicing').mockRejectedValue(
    together(
      { code: 'invoice-vat-id' },
      { code: 'invoice-terms', at: terms('prefix') },
      { code: 'invoice-terms', at: terms('days') },
    ),
  );
  const party = { name: 'Clinic', street: 'Quay 1', post_code: '', city: 'Ulm', country: 'DE' };
  const kept = { seller: party, vat: { kind: 'reverse-charge' }, days: 0, prefix: 'R1' } as never;
  const setup = show(InvoiceSetup, { kept }, 700);
  await wrong(setup, 'invoicing-keep', ['seller-vat-id', 'invoice-days', 'invoice-prefix']);
});
