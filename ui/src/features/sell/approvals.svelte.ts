// What is approved, and how: kept while other screens are looked at, until the home is closed.
// The reason of a refusal is kept longer, as the drafts of listings are.

import { shell } from '../../lib/shell.svelte';
import { atWorkMade, Work } from '../../lib/work.svelte';
import type { BookingsApproved } from '../../platform/types/BookingsApproved';
import type { OrderView } from '../../platform/types/OrderView';
import { to } from '../../route.svelte';
import { t } from '../../text';
import { settlingOf, type Settling } from './approval';
import { reasons } from './drafts';

/** The answer to an order: as it is typed, and what came of it. */
export class Answer extends Work<string> {
  settling = $state<Settling>() as Settling;
  #reason = $state('');
  readonly #order: OrderView;
  readonly #draft: string;

  constructor(order: OrderView) {
    super({ title: () => t.work.title.approve(order.title), at: to({ name: 'inbox' }) });
    this.#order = order;
    this.#draft = `${shell.home?.dir ?? ''}/${order.id}`;
    this.settling = settlingOf(order);
    this.#reason = reasons.get(this.#draft) ?? '';
  }

  /** The reason with which it is declined; kept until it is answered. */
  get reason(): string {
    return this.#reason;
  }

  set reason(reason: string) {
    this.#reason = reason;
    reasons.set(this.#draft, reason);
  }

  /** It is answered: no reason comes back. */
  done(): void {
    this.#reason = '';
    reasons.delete(this.#draft);
  }

  override clear(): void {
    super.clear();
    this.settling = settlingOf(this.#order);
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
