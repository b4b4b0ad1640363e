import { describe, expect, it } from 'vitest';

import {
  chosenFrom,
  columnsOf,
  sorted,
  stateOf,
  unchosen,
  work,
  type Chosen,
} from '../src/features/sell/payments';
import type { BookedOrder } from '../src/platform/types/BookedOrder';
import type { BookingState } from '../src/platform/types/BookingState';
import type { BookingView } from '../src/platform/types/BookingView';
import { speech } from '../src/text/speech.svelte';

const booking = (number: number, state: BookingState, orders: string[] = []): BookingView => ({
  number,
  state,
  iban: 'DE75512108001245126199',
  booked_on: '2026-11-20',
  amount: { minor: 500, currency: 'EUR', exponent: 2 },
  party: null,
  text: '',
  orders: orders.map((state) => ({ state }) as BookedOrder),
  pays: state === 'proposed',
  set_aside_at: null,
  may_be_set_aside: state !== 'settled',
  to_pay_back: null,
  perhaps_paid_back: false,
});

describe('bookings', () => {
  it('are parted by what is to be done with them, each once', () => {
    const states: BookingState[] = [
      'proposed',
      'not-delivered',
      'other-amount',
      'other-currency',
      'other-account',
      'ambiguous',
      'paid-again',
      'unknown-order',
      'collective',
      'rest',
      'taken-back-delivered',
      'taken-back',
      'settled',
      'settled-by-hand',
      'refunded',
      'set-aside',
    ];
    const parts = sorted(states.map((state, i) => booking(i, state)));
    const numbers = (bookings: BookingView[]) => bookings.map(({ number }) => number);
    expect(numbers(parts.proposed)).toEqual([0]);
    expect(numbers(parts.undelivered)).toEqual([1]);
    expect(numbers(parts.unfit)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(numbers(parts.done)).toEqual([11, 12, 13, 14]);
    expect(numbers(parts.aside)).toEqual([15]);
  });

  it('of another amount say how much is missing, or too much, of how many orders', () => {
    const due = (...minors: number[]): BookingView => ({
      ...booking(1, 'other-amount'),
      orders: minors.map((minor) => {
        const due = { minor, currency: 'EUR', exponent: 2 };
        return { due } as BookedOrder;
      }),
    });
    const both = (of: BookingView) =>
      (['en', 'de'] as const).map((language) => {
        speech.language = language;
        const said = stateOf(of);
        speech.language = 'en';
        return said.replaceAll('\u00a0', ' ');
      });
    expect(both(due(750))).toEqual([
      'Its order costs another amount: €2.50 is missing.',
      'Die genannte Bestellung kostet einen anderen Betrag: Es fehlen 2,50 €.',
    ]);
    expect(both(due(250, 150))).toEqual([
      'Its orders cost another amount together: €1.00 is too much.',
      'Die genannten Bestellungen kosten zusammen einen anderen Betrag: 1,00 € sind zu viel.',
    ]);
    expect(stateOf(due(500))).toBe('Its order costs another amount.');
    expect(stateOf(booking(1, 'refunded'))).toBe('You paid it back.');
  });

  it('approve the orders that wait, and record what was sold on credit', () => {
    const both = [
      booking(1, 'proposed', ['approvable', 'approvable', 'not-delivered']),
      booking(2, 'proposed', ['on-credit', 'settled']),
    ];
    expect(work(both)).toEqual({ approve: 2, record: 1 });
    expect(work([])).toEqual({ approve: 0, record: 0 });
  });
});

describe('the columns of a bank', () => {
  const proposed = chosenFrom(
    {
      iban: '',
      day: 'Day',
      day_order: 'day-month-year',
      amount: 'Amount',
      decimal: 'comma',
      debit: null,
      direction: null,
      came: null,
      went: null,
      currency: null,
      currency_column: null,
      text: ['Text'],
      party: null,
      status: null,
      booked: null,
      encoding: null,
    },
    'EUR',
  );
  const whole: Chosen = { ...proposed, iban: ' DE75 5121 0800 1245 1261 99 ' };

  it('are taken as they are chosen', () => {
    expect(columnsOf(whole)).toMatchObject({
      iban: 'DE75 5121 0800 1245 1261 99',
      currency: 'EUR',
      currency_column: null,
      debit: null,
      direction: null,
      came: null,
      went: null,
      booked: null,
    });
    expect(columnsOf({ ...whole, currencyColumn: 'Ccy', currency: 'USD' })).toMatchObject({
      currency: null,
      currency_column: 'Ccy',
    });
    const status = { ...whole, status: 'State', booked: ' done ' };
    expect(columnsOf(status)).toMatchObject({ status: 'State', booked: 'done' });
    const direction = { ...whole, direction: '#8', came: ' H ', went: 'S' };
    expect(columnsOf(direction)).toMatchObject({ direction: '#8', came: 'H', went: 'S' });
  });

  it('say what is still to be chosen', () => {
    expect(unchosen(whole)).toEqual([]);
    expect(unchosen(proposed)).toEqual(['iban']);
    expect(unchosen({ ...whole, day: '', amount: '' })).toEqual(['day', 'amount']);
    expect(unchosen({ ...whole, currency: ' ' })).toEqual(['currency']);
    expect(unchosen({ ...whole, currency: '', currencyColumn: 'Ccy' })).toEqual([]);
    expect(unchosen({ ...whole, text: [] })).toEqual(['text']);
    expect(unchosen({ ...whole, status: 'State' })).toEqual(['booked']);
    expect(unchosen({ ...whole, direction: '#8', came: 'H' })).toEqual(['direction']);
    expect(unchosen({ ...whole, direction: '#8', came: 'H', went: 'S' })).toEqual([]);
  });
});
