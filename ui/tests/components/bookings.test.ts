import { createRawSnippet } from 'svelte';
import { expect, it, vi } from 'vitest';

import BookingOrders from '../../src/features/sell/BookingOrders.svelte';
import BookingsToApprove from '../../src/features/sell/BookingsToApprove.svelte';
import Chips from '../../src/features/sell/Chips.svelte';
import { platform } from '../../src/platform';
import type { BookedOrder } from '../../src/platform/types/BookedOrder';
import type { BookedOrderState } from '../../src/platform/types/BookedOrderState';
import type { BookingState } from '../../src/platform/types/BookingState';
import type { BookingView } from '../../src/platform/types/BookingView';
import type { ReceiptView } from '../../src/platform/types/ReceiptView';
import { t } from '../../src/text';
import { faults, inLanguages, live, overflows, show } from './support.svelte';

const euros = (minor: number) => ({ minor, currency: 'EUR', exponent: 2 });

const booking = (state: BookingState, pays: boolean, of: BookedOrderState): BookingView => ({
  number: 1,
  state,
  iban: 'DE75512108001245126199',
  booked_on: '2026-11-20',
  amount: euros(500),
  party: 'Northern',
  text: '00RXQAP226MFC',
  pays,
  set_aside_at: null,
  may_be_set_aside: true,
  orders: [
    {
      order: {
        id: 'A'.repeat(43),
        title: '\u05d4\u05db\u05e0\u05e1\u05d4 (2026)',
        buyer_name: 'Northern',
        contact: null,
        from: 0,
        to: 500_000,
      },
      due: euros(500),
      rest: null,
      state: of,
      problem: null,
      delivered_order: null,
      instead: [],
    } as unknown as BookedOrder,
  ],
  to_pay_back: euros(500),
  perhaps_paid_back: false,
});

inLanguages('an order is called paid only by the booking that pays it', async () => {
  const { orderStates, unpaidStates } = t.payments;
  for (const state of ['approvable', 'on-credit'] as const) {
    const paid = show(BookingOrders, { booking: booking('proposed', true, state) }, 300);
    await expect.element(paid.see('booked-order')).toHaveTextContent(orderStates[state]);
    expect(paid.container.querySelector('.good')?.textContent).toBe(orderStates[state]);
  }
  for (const mismatch of ['other-amount', 'other-account', 'paid-again', 'set-aside'] as const)
    for (const state of ['approvable', 'on-credit', 'not-delivered'] as const) {
      const unpaid = show(BookingOrders, { booking: booking(mismatch, false, state) }, 300);
      await expect.element(unpaid.see('booked-order')).toHaveTextContent(unpaidStates[state]);
      await expect.element(unpaid.see('booked-order')).not.toHaveTextContent(orderStates[state]);
      expect(unpaid.container.querySelector('.good'), `${mismatch}, ${state}`).toBeNull();
      expect(await faults(unpaid.container)).toEqual([]);
      expect(overflows(unpaid.container)).toBe(false);
    }
});

it('a title that is read from the right keeps what stands after it in its place', () => {
  const { container } = show(BookingOrders, { booking: booking('proposed', true, 'approvable') });
  const title = container.querySelector('small bdi');
  const level = title?.nextSibling;
  if (!title || !level) throw new Error('no title');
  const place = document.createRange();
  place.selectNode(level);
  expect(title.getBoundingClientRect().right).toBeLessThanOrEqual(
    place.getBoundingClientRect().left + 1,
  );
});

inLanguages('typed values are split at commas, and a quoted one is asked about', async () => {
  const props = live({
    label: 'Bins',
    hint: 'Values of the column',
    values: [] as string[],
    one: 'A value',
    add: 'Add',
    testid: 'bin',
  });
  const { see, count, container } = show(Chips, props, 300);
  await see('bin').fill('f, m,x');
  await see('bin-add').click();
  expect(props.values).toEqual(['f', 'm', 'x']);
  props.values = [];
  await see('bin').fill('"0,1"');
  await see('bin-add').click();
  expect(props.values).toEqual(['0,1']);
  expect(count('bin-chip')).toBe(1);
  await expect.element(see('bin-part')).toHaveTextContent(t.drafting.partBin(2));
  expect(container.textContent).toContain(t.drafting.joinedBin('0,1'));
  expect(await faults(container)).toEqual([]);
  await see('bin-part').click();
  expect(count('bin-chip')).toBe(2);
  expect(count('bin-part')).toBe(0);
});

inLanguages('what came of an approval is not told of the next one', async () => {
  const receipt = { number: 7 } as ReceiptView;
  vi.spyOn(platform, 'approveBookings')
    .mockResolvedValueOnce({ receipts: [receipt], unsent: [], refused: [] })
    .mockRejectedValue({ code: 'disk-full', message: 'No room.', hints: [] });
  const actions = createRawSnippet<[BookingView, boolean]>(() => ({ render: () => '<i></i>' }));
  const bookings = [booking('proposed', true, 'approvable')];
  const { see } = show(BookingsToApprove, { bookings, actions }, 900);
  const approve = async () => {
    await see('bookings-approve').click();
    await see('bookings-approval-now').click();
  };
  await approve();
  await expect.element(see('bookings-said')).toHaveTextContent(t.payments.approved([7]));
  await approve();
  await expect.element(see('error-note')).toHaveTextContent('No room.');
  await expect.element(see('bookings-said')).toHaveTextContent(/^$/);
});
