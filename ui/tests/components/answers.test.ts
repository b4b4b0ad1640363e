import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import Inbox from '../../src/features/sell/Inbox.svelte';
import Payments from '../../src/features/sell/Payments.svelte';
import { money } from '../../src/lib/format';
import { leave } from '../../src/lib/leave';
import { shell } from '../../src/lib/shell.svelte';
import { platform } from '../../src/platform';
import type { BookingsApproved } from '../../src/platform/types/BookingsApproved';
import type { BookingView } from '../../src/platform/types/BookingView';
import type { ReceiptView } from '../../src/platform/types/ReceiptView';
import { t } from '../../src/text';
import { euros, item, order } from './orders';
import { eventually, faults, inLanguages, show } from './support.svelte';

const waiting = item(order());
const receipt = { number: 7, price: euros(500) } as unknown as ReceiptView;
const said = () => t.inbox.approved(7, 'Bea', money(euros(500)));

/** An inbox whose orders go once they are answered. */
function inbox() {
  const read = vi.spyOn(platform, 'inbox').mockResolvedValue([waiting]);
  vi.spyOn(platform, 'leftOut').mockResolvedValue({ orders: 0, orders_left: 0 } as never);
  vi.spyOn(platform, 'answered').mockResolvedValue([]);
  vi.spyOn(platform, 'rules').mockResolvedValue([]);
  const gone = () => {
    read.mockResolvedValue([]);
    shell.changes += 1;
  };
  return {
    gone,
    approve: vi.spyOn(platform, 'approve').mockImplementation(() => {
      gone();
      return Promise.resolve(receipt);
    }),
  };
}

async function begin(shown: ReturnType<typeof show>) {
  await userEvent.click(shown.see('inbox-review'));
  await userEvent.click(shown.see('payment-credit'));
  await userEvent.fill(shown.see('payment-reference'), 'by hand');
  await userEvent.click(shown.see('approve'));
  await expect.element(shown.see('approval-undo')).toHaveFocus();
}

beforeEach(leave);
describe('while an approval can still be undone', () => {
  inLanguages('what is signed cannot be changed, and then it can', async () => {
    const { approve } = inbox();
    const shown = show(Inbox, {}, 900);
    await begin(shown);
    const { see, value, container } = shown;
    for (const id of ['payment-paid', 'payment-credit', 'payment-free', 'payment-reference'])
      await expect.element(see(id)).toBeDisabled();
    await expect.element(see('decline-reason')).toBeDisabled();
    await expect.element(see('payment-credit')).toBeChecked();
    expect(value('payment-reference')).toBe('by hand');
    expect(await faults(container)).toEqual([]);
    await userEvent.click(see('approval-undo'));
    await expect.element(see('payment-credit')).toBeEnabled();
    await expect.element(see('payment-credit')).toBeChecked();
    expect(value('payment-reference')).toBe('by hand');
    await userEvent.fill(see('payment-reference'), 'another');
    await userEvent.click(see('payment-paid'));
    await userEvent.click(see('approve'));
    await userEvent.click(see('approval-now'));
    await expect.poll(() => see('inbox-said').element().textContent).toBe(said());
    expect(approve.mock.calls[0]?.slice(1, 3)).toEqual(['paid', 'another']);
  });

  it('it can be undone in its row, whether its review is open or not', async () => {
    const { approve } = inbox();
    const shown = show(Inbox, {}, 900);
    await begin(shown);
    const { see, count, value } = shown;
    await userEvent.click(see('inbox-review'));
    expect(count('approval')).toBe(1);
    await expect.element(see('inbox-review')).toHaveFocus();
    await userEvent.click(see('approval-undo'));
    await expect.element(see('approve-work-said')).toHaveTextContent(t.inbox.undone);
    await userEvent.click(see('inbox-review'));
    expect(value('payment-reference')).toBe('by hand');
    expect(approve).not.toHaveBeenCalled();
  });

  inLanguages('another screen may be looked at: it is there when one comes back', async () => {
    const { approve } = inbox();
    const before = show(Inbox, {}, 900);
    await begin(before);
    await before.close();
    const { see, count, value, container } = show(Inbox, {}, 900);
    await expect.element(see('approval')).toHaveTextContent(/\d/);
    expect(see('approval-undo').element()).not.toBe(document.activeElement);
    expect(await faults(container)).toEqual([]);
    await userEvent.click(see('inbox-review'));
    await expect.element(see('payment-credit')).toBeDisabled();
    await expect.element(see('payment-credit')).toBeChecked();
    expect(value('payment-reference')).toBe('by hand');
    expect(count('approval')).toBe(1);
    await userEvent.click(see('approval-now'));
    await expect.poll(() => see('inbox-said').element().textContent).toBe(said());
    expect(approve).toHaveBeenCalledTimes(1);
    expect(count('inbox-row')).toBe(0);
  });

  inLanguages('another screen may be looked at: what came of it is told afterwards', async () => {
    const { approve, gone } = inbox();
    let end: (error?: unknown) => void = () => undefined;
    approve.mockImplementation(
      () =>
        new Promise((resolve, reject) => {
          end = (error) => {
            if (error !== undefined) return reject(error as Error);
            gone();
            resolve(receipt);
          };
        }),
    );
    const failed = show(Inbox, {}, 900);
    await begin(failed);
    await userEvent.click(failed.see('approval-now'));
    await eventually(() => expect(approve).toHaveBeenCalledTimes(1));
    await failed.close();
    end({ code: 'disk-full', message: 'Full.', hints: [] });
    const again = show(Inbox, {}, 900);
    await expect.element(again.see('error-note')).toHaveAttribute('data-code', 'disk-full');
    await again.close();

    const left = show(Inbox, {}, 900);
    await begin(left);
    await userEvent.click(left.see('approval-now'));
    await eventually(() => expect(approve).toHaveBeenCalledTimes(2));
    await left.close();
    end();
    await eventually(() => expect(shell.answered).toEqual([said()]));
    const back = show(Inbox, {}, 900);
    await expect.poll(() => back.see('inbox-said').element().textContent).toBe(said());
    // Once.
    await back.close();
    const later = show(Inbox, {}, 900);
    await expect.element(later.see('inbox-empty')).toBeVisible();
    expect(later.see('inbox-said').element().textContent).toBe('');
  });

  it('closing the home drops it', async () => {
    const { approve } = inbox();
    const before = show(Inbox, {}, 900);
    await begin(before);
    await before.close();
    leave();
    const { see, count } = show(Inbox, {}, 900);
    await expect.element(see('inbox-review')).toBeVisible();
    expect(count('approval')).toBe(0);
    expect(approve).not.toHaveBeenCalled();
  });

  it('no other discarded order takes its place', async () => {
    inbox();
    const discarded = (id: string) => order({ id: id.repeat(43), status: 'discarded' });
    vi.spyOn(platform, 'answered').mockResolvedValue([discarded('1'), discarded('2')]);
    const { see, count } = show(Inbox, {}, 900);
    await userEvent.click(see('inbox-answered'));
    await userEvent.click(see('approve-discarded'));
    await userEvent.click(see('approve-discarded-paid'));
    await userEvent.click(see('approve-discarded-confirm'));
    await expect.element(see('approve-discarded-undo')).toBeVisible();
    const others = document.querySelectorAll('button[data-testid="approve-discarded"]');
    expect(others).toHaveLength(2);
    for (const other of others) expect(other.getAttribute('aria-disabled')).toBe('true');
    expect(count('approve-discarded-undo')).toBe(1);
  });
});

describe('while bookings can still be undone', () => {
  const booking = (number: number) =>
    ({
      number,
      state: 'proposed',
      iban: 'DE75512108001245126199',
      booked_on: '2026-11-20',
      amount: euros(500),
      party: 'Northern',
      text: '00RXQAP226MFC',
      pays: true,
      set_aside_at: null,
      may_be_set_aside: true,
      orders: [],
    }) as unknown as BookingView;

  it('those that are approved stay in sight, and none is set aside', async () => {
    const approve = vi
      .spyOn(platform, 'approveBookings')
      .mockResolvedValue({ receipts: [], unsent: [], refused: [] } as BookingsApproved);
    const read = vi.spyOn(platform, 'bookings').mockResolvedValue([booking(1), booking(2)]);
    vi.spyOn(platform, 'banks').mockResolvedValue([]);
    const before = show(Payments, {}, 900);
    await userEvent.click(before.see('booking-chosen', 1));
    await userEvent.click(before.see('bookings-approve'));
    await expect.element(before.see('bookings-approval-undo')).toHaveFocus();
    await before.close();
    // One more arrived meanwhile.
    read.mockResolvedValue([booking(1), booking(2), booking(3)]);
    const { see, container } = show(Payments, {}, 900);
    await expect.element(see('booking-chosen', 2)).toBeVisible();
    await expect.element(see('booking-chosen', 0)).toBeChecked();
    for (const nth of [1, 2]) await expect.element(see('booking-chosen', nth)).not.toBeChecked();
    const aside = [...container.querySelectorAll('[data-testid="booking-aside"]')];
    expect(aside).toHaveLength(3);
    for (const one of aside) expect(one.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(see('bookings-approval-now'));
    await eventually(() => expect(approve.mock.calls[0]?.[0]).toEqual([1]));
  });
});
