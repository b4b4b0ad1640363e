import { afterEach, describe, expect, it } from 'vitest';

import { lines } from '../src/frame/arrivals';
import type { OrderView } from '../src/platform/types/OrderView';
import type { RuleUse } from '../src/platform/types/RuleUse';
import { speech } from '../src/text/speech.svelte';

const order = {
  buyer_name: 'Bea',
  contact: null,
  title: 'Mean income',
  price: { minor: 999, currency: 'EUR', exponent: 2 },
} as OrderView;
const use = {
  rule: 1,
  buyer_name: 'Bea',
  contact: 'Northern Insurance',
  title: 'Education',
  to: 7,
} as RuleUse;

afterEach(() => {
  speech.language = 'en';
});

describe('what is told on the desktop', () => {
  it('names one order by its buyer and listing, and nothing more private', () => {
    expect(lines({ orders: [order], approved: [], deliveries: 0, collected: null })).toEqual([
      { line: 'An order from Bea on Mean income', place: { name: 'inbox' } },
    ]);
  });

  it('calls a contact by the name that this home gave it', () => {
    expect(lines({ orders: [], approved: [use], deliveries: 0, collected: null })).toEqual([
      { line: 'Approved by rule: Northern Insurance, Education', place: { name: 'inbox' } },
    ]);
  });

  it('counts many of a kind in one line', () => {
    expect(
      lines({ orders: [order, order], approved: [use, use, use], deliveries: 1, collected: null }),
    ).toEqual([
      { line: '2 new orders', place: { name: 'inbox' } },
      { line: '3 orders were approved by rule', place: { name: 'inbox' } },
      { line: '1 delivery waits to be collected', place: { name: 'orders' } },
    ]);
  });

  it('says nothing of nothing', () => {
    expect(lines({ orders: [], approved: [], deliveries: 0, collected: null })).toEqual([]);
  });

  it('speaks the language of the window', () => {
    speech.language = 'de';
    expect(lines({ orders: [order], approved: [], deliveries: 2, collected: null })).toEqual([
      { line: 'Eine Bestellung von Bea auf Mean income', place: { name: 'inbox' } },
      { line: '2 Lieferungen warten darauf, abgeholt zu werden', place: { name: 'orders' } },
    ]);
  });
});
