import { expect, it, vi } from 'vitest';

import InvoiceDraft from '../../src/features/sell/InvoiceDraft.svelte';
import InvoiceFacts from '../../src/features/sell/InvoiceFacts.svelte';
import IssuedInvoice from '../../src/features/sell/IssuedInvoice.svelte';
import { stateOf } from '../../src/features/sell/invoices';
import { minusMoney, money } from '../../src/lib/format';
import { shell } from '../../src/lib/shell.svelte';
import { platform } from '../../src/platform';
import type { InvoiceState } from '../../src/platform/types/InvoiceState';
import type { InvoiceView } from '../../src/platform/types/InvoiceView';
import type { Invoicing } from '../../src/platform/types/Invoicing';
import type { Party } from '../../src/platform/types/Party';
import { t } from '../../src/text';
import { eventually, faults, inLanguages, overflows, show } from './support.svelte';

const euros = (minor: number) => ({ minor, currency: 'EUR', exponent: 2 });

const party = (name: string): Party => ({
  name,
  street: 'Hafenweg 1',
  post_code: '20457',
  city: 'Hamburg',
  country: 'DE',
  vat_id: null,
  tax_number: null,
  email: null,
  reference: null,
  id: 'K'.repeat(43),
});

/** An invoice of €119.00, with this much still to be paid. */
function invoice(state: InvoiceState, open: number): InvoiceView {
  const cancels = state === 'cancellation';
  return {
    issued: state !== 'draft',
    state,
    credited_by: state === 'cancelled' ? 'R-2' : null,
    invoice: {
      number: cancels ? 'R-2' : 'R-1',
      issued_on: '2026-11-21',
      due_on: cancels ? null : '2026-12-05',
      credits: cancels
        ? { number: 'R-1', issued_on: '2026-11-21', reason: 'The name was wrong.' }
        : null,
      seller: party('Clinic'),
      buyer: party('Institute'),
      vat: { kind: 'rate', percent: '19' },
      currency: 'EUR',
      lines: [
        {
          item: 'Education',
          detail: 'ε 0 → ε 0.5',
          supplied_on: '2026-11-20',
          price: 11_900,
          paid: 0,
          order: 'O'.repeat(43),
          reference: '00RXQAP226MFC',
          receipt: 'R'.repeat(43),
          receipt_number: 7,
          code: '7-ZW0F-Y07Z',
        },
      ],
      account: cancels ? null : { iban: 'DE75512108001245126199', bic: null, holder: 'Clinic' },
      language: 'en',
    } as InvoiceView['invoice'],
    lines: [euros(10_000)],
    net: euros(10_000),
    tax: euros(1_900),
    rounding: 0,
    total: euros(11_900),
    payable: euros(11_900),
    open: euros(open),
    reference: '00RXQAP226MFC',
    others: [],
  };
}

const IBAN = 'DE75 5121 0800';

inLanguages('what is to be paid is asked for, and nothing else', async () => {
  for (const [state, open, said] of [
    ['open', 11_900, money(euros(11_900))],
    ['open', 500, money(euros(500))],
    ['paid', 0, t.invoices.paidAlready],
    ['cancelled', 0, t.invoices.nothingToPay],
    ['cancellation', 0, t.invoices.nothingToPay],
  ] as const) {
    const { see, container } = show(InvoiceFacts, { view: invoice(state, open) }, 320);
    await expect.element(see('invoice-code')).toHaveTextContent('7-ZW0F-Y07Z');
    expect(see('invoice-payable').element().textContent, state).toContain(said);
    expect(container.textContent.includes(IBAN), state).toBe(open > 0);
    expect(container.textContent.includes(t.paying.reference), state).toBe(open > 0);
    expect(overflows(container)).toBe(false);
    expect(await faults(container)).toEqual([]);
  }
  const draft = { ...invoice('draft', 0), payable: euros(0) };
  const paid = show(InvoiceFacts, { view: draft });
  expect(paid.see('invoice-payable').element().textContent).toContain(t.invoices.paidAlready);
  expect(paid.container.textContent).not.toContain(IBAN);
});

inLanguages('a cancellation has its own head, and takes its amounts off', () => {
  const { container } = show(IssuedInvoice, { view: invoice('cancellation', 0) });
  expect(container.querySelector('h2')?.textContent).toContain(t.invoices.creditTitle('R-1'));
  expect(container.textContent).toContain(t.invoices.creditNumber('R-2'));
  for (const amount of [10_000, 1_900, 11_900])
    expect(container.textContent).toContain(minusMoney(euros(amount)));
  const { container: whole } = show(IssuedInvoice, { view: invoice('open', 11_900) });
  expect(whole.textContent).not.toContain(minusMoney(euros(11_900)));
  return Promise.resolve();
});

inLanguages('the list says of each that it was issued, and what became of it', () => {
  const said = (state: InvoiceState) => stateOf(invoice(state, 0));
  expect(said('open')).toBe(t.invoices.isIssued);
  expect(said('paid')).toBe(t.invoices.isPaid);
  expect(said('cancelled')).toBe(t.invoices.cancelled('R-2'));
  expect(said('cancellation')).toBe(t.invoices.cancels('R-1'));
  return Promise.resolve();
});

it('the draft after a cancelled invoice has the other receipts again that stood on it', async () => {
  const also = (receipt: string) => ({ receipt, number: 8, title: 'Income', price: euros(500) });
  const others = [also('S'.repeat(43)), also('T'.repeat(43))];
  const preview = vi
    .spyOn(platform, 'previewInvoice')
    .mockResolvedValue({ ...invoice('draft', 11_900), others });
  const invoicing = { seller: party('Clinic'), vat: { kind: 'rate', percent: '19' } } as Invoicing;
  // What stands on another invoice by now is not offered, and so not on it.
  const before = ['R', 'S', 'U'].map((sign) => sign.repeat(43));
  const { container } = show(InvoiceDraft, { receipt: 'R'.repeat(43), invoicing, before }, 700);
  await expect.poll(() => preview.mock.lastCall?.[0]).toEqual(['R'.repeat(43), 'S'.repeat(43)]);
  const boxes = container.querySelectorAll<HTMLInputElement>('[data-testid=invoice-also]');
  expect([...boxes].map((box) => box.checked)).toEqual([true, false]);
});

inLanguages('a comma stands at the title that it is after', async () => {
  vi.spyOn(platform, 'previewInvoice').mockResolvedValue({
    ...invoice('draft', 11_900),
    others: [{ receipt: 'S'.repeat(43), number: 1, title: 'Age', price: euros(500) }],
  } as InvoiceView);
  const invoicing = {
    ...{ seller: party('Clinic'), vat: { kind: 'rate', percent: '19' }, days: 14 },
    ...{ prefix: '', language: 'en' },
  } as never;
  const { see } = show(InvoiceDraft, { receipt: 'R'.repeat(43), invoicing }, 700);
  await expect.element(see('invoice-also')).toBeVisible();
  const title = see('invoice-also').element().closest('label')?.querySelector('bdi');
  const after = title?.nextSibling;
  if (!title || !after) throw new Error('no title');
  const comma = document.createRange();
  comma.selectNode(after);
  expect(comma.getBoundingClientRect().left).toBeLessThan(title.getBoundingClientRect().right + 2);
});

/**
 * A draft with all that its form asks for, which the host numbers as it says. `hold` has the next
 * answer wait until it is let go.
 */
async function draftOf(number: () => string) {
  const draft = invoice('draft', 11_900);
  const preview = vi.spyOn(platform, 'previewInvoice').mockImplementation((_, { vat }) =>
    Promise.resolve({
      ...draft,
      invoice: { ...draft.invoice, ...(vat && { vat }), number: number() },
    }),
  );
  const answer = preview.getMockImplementation();
  const hold = () => {
    let letGo: () => void = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    preview.mockImplementation((...asked) => held.then(() => answer!(...asked)));
    return letGo;
  };
  const issue = vi.spyOn(platform, 'issueInvoice').mockReturnValue(new Promise(() => {}));
  const invoicing = {
    ...{ seller: party('Clinic'), vat: { kind: 'rate', percent: '19' }, days: 14 },
    ...{ prefix: 'R-', language: 'en' },
  } as Invoicing;
  const shown = show(InvoiceDraft, { receipt: 'R'.repeat(43), invoicing }, 700);
  await expect.element(shown.see('invoice-issue')).toHaveTextContent(t.invoices.issue(number()));
  return { ...shown, hold, issue };
}

inLanguages('an invoice is issued with the number that was shown', async () => {
  let number = 'R-1';
  const { see, issue, hold } = await draftOf(() => number);
  const letGo = hold();
  // The next number was set.
  number = 'R-7';
  shell.changes += 1;
  await see('invoice-issue').click();
  await expect.element(see('error-note')).toHaveTextContent(t.invoices.lookFirst);
  letGo();
  await expect.element(see('invoice-issue')).toHaveTextContent(t.invoices.issue('R-7'));
  expect(issue).not.toHaveBeenCalled();
  await see('invoice-issue').click();
  await eventually(() => expect(issue).toHaveBeenCalledOnce());
});

inLanguages('an invoice is issued only as it was shown', async () => {
  const { see, issue, hold, count, container } = await draftOf(() => 'R-1');
  await expect.element(see('invoice-payable')).toBeVisible();
  const letGo = hold();
  await see('invoice-vat-reverse-charge').click();
  await expect.element(see('invoice-payable')).not.toBeVisible();
  await see('invoice-issue').click();
  await expect.element(see('error-note')).toHaveTextContent(t.invoices.lookFirst);
  expect(await faults(container)).toEqual([]);
  letGo();
  await expect.element(see('invoice-payable')).toBeVisible();
  expect(container.textContent).toContain(t.invoices.vats['reverse-charge']);
  expect(issue).not.toHaveBeenCalled();
  await see('invoice-issue').click();
  await eventually(() => expect(issue).toHaveBeenCalledOnce());
  expect(issue.mock.calls[0]?.[1].vat).toEqual({ kind: 'reverse-charge' });
  expect(count('error-note')).toBe(0);
});

it('an error in the number of an invoice is gone once the number is set', async () => {
  let number = 'R-1';
  const { see, issue, count } = await draftOf(() => number);
  issue.mockRejectedValue({ code: 'invoice-number', message: 'It is taken.', hints: [] });
  await see('invoice-issue').click();
  await expect.element(see('error-note')).toHaveTextContent('It is taken.');
  number = 'R-2';
  shell.changes += 1;
  await expect.element(see('invoice-issue')).toHaveTextContent(t.invoices.issue('R-2'));
  expect(count('error-note')).toBe(0);
});
