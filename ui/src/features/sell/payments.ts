// What bank statements say was paid, as the window sorts it; and the columns of a bank's CSV as
// they are chosen.

import type { BookedOrderState } from '../../platform/types/BookedOrderState';
import type { BookingState } from '../../platform/types/BookingState';
import type { BookingView } from '../../platform/types/BookingView';
import type { CsvColumns } from '../../platform/types/CsvColumns';
import type { DayOrder } from '../../platform/types/DayOrder';
import type { Encoding } from '../../platform/types/Encoding';
import type { DecimalSign } from '../../platform/types/DecimalSign';
import { money } from '../../lib/format';
import { t } from '../../text';
import type { Text } from '../../text/shape';

/** Bookings of which nothing is to be done any more. */
const DONE: readonly BookingState[] = ['settled', 'settled-by-hand', 'refunded', 'taken-back'];

/** What an order is said to be where a booking names it and does not pay it. */
const UNPAID: readonly BookedOrderState[] = ['approvable', 'on-credit', 'not-delivered'];

/** Whether an order waits for money that a booking which names it does not bring. */
export const isUnpaid = (
  booking: BookingView,
  state: BookedOrderState,
): state is keyof Text['payments']['unpaidStates'] => !booking.pays && UNPAID.includes(state);

/** What a booking is, in words. */
export function stateOf({ state, orders, amount }: BookingView): string {
  if (state !== 'other-amount') return t.payments.states[state];
  const { missing, tooMuch, otherAmount } = t.payments;
  const minor = orders.reduce((sum, { due }) => sum + Number(due.minor), -Number(amount.minor));
  const off = money({ ...amount, minor: Math.abs(minor) });
  const by = minor === 0 ? null : minor > 0 ? missing(off) : tooMuch(off);
  return otherAmount(orders.length, by);
}

/** The bookings by what is to be done with them. */
export function sorted(bookings: BookingView[]) {
  const undone = bookings.filter(({ state }) => state !== 'set-aside' && !DONE.includes(state));
  return {
    proposed: undone.filter(({ state }) => state === 'proposed'),
    undelivered: undone.filter(({ state }) => state === 'not-delivered'),
    unfit: undone.filter(({ state }) => state !== 'proposed' && state !== 'not-delivered'),
    aside: bookings.filter(({ state }) => state === 'set-aside'),
    done: bookings.filter(({ state }) => DONE.includes(state)),
  };
}

/**
 * Number of orders that bookings would approve, and of sales on credit whose payment they record.
 */
export function work(bookings: BookingView[]): { approve: number; record: number } {
  const orders = bookings.flatMap((booking) => booking.orders);
  const count = (wanted: string) => orders.filter(({ state }) => state === wanted).length;
  return { approve: count('approvable'), record: count('on-credit') };
}

/** The columns of a bank as they are chosen; nothing is chosen where a name is empty. */
export type Chosen = {
  name: string;
  iban: string;
  day: string;
  dayOrder: DayOrder;
  amount: string;
  decimal: DecimalSign;
  debit: string;
  /** The column of the direction, and its words for incoming and outgoing money. */
  direction: string;
  came: string;
  went: string;
  /** A column; or none, and one currency for all rows. */
  currencyColumn: string;
  currency: string;
  text: string[];
  party: string;
  status: string;
  booked: string;
  /** Empty where the bytes of each file tell it. */
  encoding: Encoding | '';
};

/** Proposed columns, to be looked at. */
export function chosenFrom(columns: CsvColumns, currency: string): Chosen {
  return {
    name: '',
    iban: columns.iban,
    day: columns.day,
    dayOrder: columns.day_order,
    amount: columns.amount,
    decimal: columns.decimal,
    debit: columns.debit ?? '',
    direction: columns.direction ?? '',
    came: columns.came ?? '',
    went: columns.went ?? '',
    currencyColumn: columns.currency_column ?? '',
    currency: columns.currency ?? currency,
    text: columns.text,
    party: columns.party ?? '',
    status: columns.status ?? '',
    booked: columns.booked ?? '',
    encoding: columns.encoding ?? '',
  };
}

/** The columns as the host takes them. */
export function columnsOf(chosen: Chosen): CsvColumns {
  const stated = (text: string) => (text.trim() === '' ? null : text.trim());
  const currencyColumn = stated(chosen.currencyColumn);
  const status = stated(chosen.status);
  const direction = stated(chosen.direction);
  return {
    iban: chosen.iban.trim(),
    day: chosen.day,
    day_order: chosen.dayOrder,
    amount: chosen.amount,
    decimal: chosen.decimal,
    debit: stated(chosen.debit),
    direction,
    came: direction === null ? null : chosen.came.trim(),
    went: direction === null ? null : chosen.went.trim(),
    currency: currencyColumn === null ? chosen.currency.trim().toUpperCase() : null,
    currency_column: currencyColumn,
    text: [...chosen.text],
    party: stated(chosen.party),
    status,
    booked: status === null ? null : chosen.booked.trim(),
    encoding: chosen.encoding === '' ? null : chosen.encoding,
  };
}

/** A column that is still to be chosen; its name is that of its field. */
export type Unchosen = keyof Text['payments']['unchosen'];

export function unchosen(chosen: Chosen): Unchosen[] {
  const words = [chosen.came.trim(), chosen.went.trim()];
  const open: Record<Unchosen, boolean> = {
    iban: chosen.iban.trim() === '',
    day: chosen.day === '',
    amount: chosen.amount === '',
    currency: chosen.currencyColumn === '' && chosen.currency.trim() === '',
    direction: chosen.direction !== '' && words.includes(''),
    text: chosen.text.length === 0,
    booked: chosen.status !== '' && chosen.booked.trim() === '',
  };
  return (Object.keys(open) as Unchosen[]).filter((one) => open[one]);
}
