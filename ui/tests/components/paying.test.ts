import { beforeEach, expect, vi } from 'vitest';

import OrderCard from '../../src/features/buy/OrderCard.svelte';
import { Ordering } from '../../src/features/buy/ordering.svelte';
import PayCard from '../../src/features/buy/PayCard.svelte';
import { platform } from '../../src/platform';
import type { HoldingView } from '../../src/platform/types/HoldingView';
import type { ListingView } from '../../src/platform/types/ListingView';
import type { PayCard as Pay } from '../../src/platform/types/PayCard';
import type { Quote } from '../../src/platform/types/Quote';
import { t } from '../../src/text';
import { settled } from '../../src/lib/phrases';
import { euros, order } from './orders';
import { eventually, faults, inLanguages, overflows, show } from './support.svelte';

beforeEach(() => {
  vi.spyOn(platform, 'qrCode').mockImplementation(async (text) =>
    text === 'BCD' ? ['101', '010', '111'] : null,
  );
});

const ordered = order({ price: euros(123_450), pay_to: 'payto://iban/DE75512108001245126199' });
const pay: Pay = {
  recipient: 'Harbour Clinic',
  iban: 'DE75512108001245126199',
  until: '2026-12-11T12:00:00Z',
  code: 'BCD',
};

inLanguages('a pay card shows what a transfer needs, in groups', async () => {
  for (const width of [280, 800]) {
    const card = show(PayCard, { order: ordered, pay }, width);
    await expect.element(card.see('pay-iban')).toHaveTextContent('DE75 5121 0800 1245 1261 99');
    await expect.element(card.see('reference')).toHaveTextContent('00RX QAP2 26MF C');
    await expect.element(card.see('pay-no-contact')).toHaveTextContent(t.contacts.unknown);
    for (const copied of ['copy-recipient', 'copy-iban', 'copy-amount', 'copy-reference'])
      expect(card.count(copied), copied).toBe(1);
    const aligned = [...card.container.querySelectorAll('dd')].map(
      (value) => getComputedStyle(value).textAlign,
    );
    expect(new Set(aligned)).toEqual(new Set(['left']));
    expect(overflows(card.container)).toBe(false);
    expect(await faults(card.container)).toEqual([]);
  }
});

inLanguages('each dark run of modules is drawn once, within a quiet zone of four', async () => {
  const card = show(PayCard, { order: ordered, pay });
  await expect.element(card.see('pay-qr')).toBeVisible();
  const svg = card.container.querySelector('[data-testid="pay-qr"] svg');
  expect(svg?.getAttribute('viewBox')).toBe('0 0 11 11');
  expect(svg?.querySelector('path')?.getAttribute('d')).toBe(
    'M4 4h1v1h-1zM6 4h1v1h-1zM5 5h1v1h-1zM4 6h3v1h-3z',
  );
  await expect.element(card.see('pay-qr')).toHaveTextContent(t.paying.scan);
});

inLanguages('an address that is no account is shown by what it names, without a code', async () => {
  const elsewhere = { ...ordered, pay_to: 'payto://ach/122000661/1234', contact: 'The clinic' };
  const card = show(PayCard, { order: elsewhere, pay: { ...pay, iban: null, code: null } });
  expect(card.container.textContent).toContain('ach: 122000661/1234');
  expect(card.container.textContent).not.toContain('payto:');
  expect(card.count('pay-qr') + card.count('pay-no-contact') + card.count('pay-iban')).toBe(0);
  await expect.element(card.see('contact-name')).toHaveTextContent('The clinic');
});

inLanguages('an account is shown by its holder and number, an address never', async () => {
  const listing = {
    seller_name: 'Harbour Clinic',
    seller_kid: 'C'.repeat(43),
    contact: 'The clinic',
    terms: '',
    pay_to: 'payto://iban/DE75512108001245126199?receiver-name=Clinic%20of%20the%20Harbour',
    account: { holder: 'Clinic of the Harbour', iban: 'DE75512108001245126199' },
  } as unknown as ListingView;
  const quote = {
    from: 0,
    to: 500_000,
    price: ordered.price,
  } as unknown as Quote;
  const props = { listing, quote, ordering: new Ordering(), ready: true };
  const card = show(OrderCard, props, 300);
  await expect.element(card.see('pay-account')).toHaveTextContent('DE75 5121 0800 1245 1261 99');
  expect(card.container.textContent).toContain('Clinic of the Harbour');
  expect(card.container.textContent).not.toContain('payto');
  expect(overflows(card.container)).toBe(false);
  const elsewhere = { ...listing, pay_to: 'payto://ach/122000661/1234', account: null };
  const other = show(OrderCard, { ...props, listing: elsewhere }, 300);
  expect(other.container.textContent).toContain('ach: 122000661/1234');
  expect(other.container.textContent).not.toContain('payto');
});

inLanguages('a sale on credit is to be paid if it is not yet, as its receipt says', async () => {
  const holding = (payment_reference: string) =>
    ({ responses: [{ receipt: { order: ordered.id, payment_reference } }] }) as HoldingView;
  const holdings = vi.spyOn(platform, 'holdings').mockResolvedValue([holding('monthly invoice')]);
  const delivered = {
    ...ordered,
    status: 'delivered' as const,
    settlement: 'credit' as const,
    pay,
  };
  const card = show(PayCard, { order: delivered, pay });
  await expect.element(card.see('pay-in-receipt')).toHaveTextContent('monthly invoice');
  expect(await faults(card.container)).toEqual([]);
  expect(settled('credit', ordered.price)).toMatch(/if not paid yet|falls noch nicht bezahlt/);
  // What says the same says nothing.
  holdings.mockResolvedValue([holding(ordered.reference ?? '')]);
  const same = show(PayCard, { order: delivered, pay });
  await eventually(() => expect(holdings).toHaveBeenCalledTimes(2));
  expect(same.count('pay-in-receipt')).toBe(0);
  // Nothing is approved yet of one that waits.
  show(PayCard, { order: ordered, pay });
  expect(holdings).toHaveBeenCalledTimes(2);
});
