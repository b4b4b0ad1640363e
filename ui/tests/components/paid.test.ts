import { expect, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import ReceiptPaid from '../../src/features/sell/ReceiptPaid.svelte';
import type { Problem } from '../../src/lib/error';
import { platform } from '../../src/platform';
import type { ReceiptView } from '../../src/platform/types/ReceiptView';
import { speech } from '../../src/text/speech.svelte';
import { faults, inLanguages, show } from './support.svelte';

const euros = (minor: number) => ({ minor, currency: 'EUR', exponent: 2 });
const receipt = {
  id: 'R'.repeat(43),
  number: 1,
  buyer_name: 'Bea',
  contact: null,
  price: euros(500),
  owed: euros(500),
  payment_reference: '',
  payments: [],
} as unknown as ReceiptView;

const refused = (code: string, at: Problem['at']): Problem =>
  ({
    code,
    message: 'In the words of the host.',
    hints: [],
    at,
    german: { message: 'In den Worten der App.', hints: [] },
  }) as Problem;

inLanguages('what is wrong with a later payment stands at its field, with the reason', async () => {
  const record = vi.spyOn(platform, 'recordPayment');
  const { container, see, focus, count } = show(ReceiptPaid, { receipt }, 700);
  const fieldOf = () =>
    container.querySelector('[data-testid="error-note"]')?.closest('.field')?.querySelector('input')
      ?.dataset['testid'];
  await userEvent.click(see('receipt-paid'));

  const tooMuch = { is: 'above-owed', owed: 500, currency: 'EUR', exponent: 2 } as const;
  const amount = { part: 'amount', field: 'amount', fault: tooMuch } as const;
  record.mockRejectedValue(refused('payment-amount', amount));
  focus('paid-confirm');
  await userEvent.keyboard('{Enter}');
  await expect.element(see('paid-amount')).toHaveFocus();
  expect(fieldOf()).toBe('paid-amount');
  expect(count('error-note')).toBe(1);
  const german = speech.language === 'de';
  const words = () => container.querySelector('[data-testid="error-words"]')?.textContent ?? '';
  expect(words().trim()).toBe(german ? 'In den Worten der App.' : 'In the words of the host.');

  await userEvent.fill(see('paid-amount'), '4');
  expect(count('error-note')).toBe(0);
  const ordered = { is: 'before-order', ordered: '2026-11-18' } as const;
  record.mockRejectedValue(refused('payment-day', { part: 'day', field: 'on', fault: ordered }));
  await userEvent.keyboard('{Enter}');
  await expect.element(see('paid-on')).toHaveFocus();
  expect(fieldOf()).toBe('paid-on');
  expect(await faults(container)).toEqual([]);
});
