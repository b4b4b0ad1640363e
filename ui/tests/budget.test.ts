import { describe, expect, it } from 'vitest';

import { NOTHING_TRIED, trialsOf, type Tried } from '../src/features/sell/budget';
import { t } from '../src/text';
import { LANGUAGES, speech, type Language } from '../src/text/speech.svelte';

const tried = (more: Partial<Tried>): Tried => ({ ceiling: '', price: '', ends: false, ...more });

describe('what is tried of a budget', () => {
  it('is nothing where every listing stands as signed', () => {
    expect(trialsOf({ a: tried({}) }, [], { a: '8' }, 'EUR')).toEqual([]);
  });

  it('is a ceiling, a price of everything up to it, or an end', () => {
    const of = (more: Partial<Tried>) => trialsOf({ a: tried(more) }, [], { a: '8' }, 'EUR');
    expect(of({ ceiling: ' 2,5 ' })).toEqual([{ ...NOTHING_TRIED, listing: 'a', ceiling: '2.5' }]);
    expect(of({ ceiling: '2,5', price: '7,50' })).toMatchObject([
      { price: [{ level: '2.5', price: '7.50' }] },
    ]);
    // Without another ceiling it is the price at the one that is signed.
    expect(of({ price: '100' })).toMatchObject([
      { ceiling: null, price: [{ level: '8', price: '100' }] },
    ]);
    expect(of({ ends: true })).toMatchObject([{ listing: 'a', ends: true }]);
  });

  it('has the listings to be made that have a ceiling', () => {
    const made = [
      { title: ' Income ', ceiling: '1,5', price: '3' },
      { title: 'No ceiling', ceiling: '', price: '3' },
      { title: 'Not one', ceiling: '0', price: '' },
    ];
    expect(trialsOf({}, made, {}, 'CHF')).toEqual([
      {
        ...NOTHING_TRIED,
        title: 'Income',
        ceiling: '1.5',
        price: [{ level: '1.5', price: '3' }],
        currency: 'CHF',
      },
    ]);
  });
});

describe('the hint of what a listing can reach', () => {
  it.each(Object.keys(LANGUAGES) as Language[])(
    'names the buttons that change it, in %s',
    (one) => {
      speech.language = one;
      expect(t.budget.reachHint('ε 6')).toContain(t.listings.correct);
      expect(t.budget.reachHint('ε 6')).toContain(t.listings.reprice);
      speech.language = 'en';
    },
  );
});
