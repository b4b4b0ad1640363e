// What is approved, and how: kept while other screens are looked at, until the home is closed.

import { atWorkMade, Work } from '../../lib/work.svelte';
import type { BookingsApproved } from '../../platform/types/BookingsApproved';
import type { OrderView } from '../../platform/types/OrderView';
import { to } from '../../route.svelte';
import { t } from '../../text';
import { settlingOf, type Settling } from './approval';

/** The answer to an order: as it is typed, and what came of it. */
export class Answer extends Work<string> {
  settling = $state<Settling>() as Settling;
  reason = $state('');
  readonly #order: OrderView;

  constructor(order: OrderView) {
    super({ title: () => t.work.title.approve(order.title), at: to({ name: 'inbox' }) });
    this.#order = order;
    this.settling = settlingOf(order);
  }

  override clear(): void {
    super.clear();
    this.settling = settlingOf(this.#order);
    this.reason = '';
  }
}

/** The answer to an order, for a component that shows it. */
export const answerTo = (order: OrderView): Answer =>
  atWorkMade(`answer/${order.id}`, () => new Answer(order));

/** The approval of the bookings that pay orders. */
class BookingsApproval extends Work<BookingsApproved> {
  /** Those that are left out, by number: all are taken unless somebody says otherwise. */
  without = $state.raw<readonly number[]>([]);
  /** Those that are being approved, by number. */
  numbers = $state.raw<readonly number[]>([]);

  constructor() {
    super({ title: () => t.work.title.bookings, at: to({ name: 'payments' }) });
  }

  /** Whether a booking is taken; while they are approved, whether it is among them. */
  takes(number: number): boolean {
    return this.busy ? this.numbers.includes(number) : !this.without.includes(number);
  }
}

/** The approval of bookings, for a component that shows it. */
export const approvalOfBookings = (): BookingsApproval =>
  atWorkMade('bookings', () => new BookingsApproval());
