import { expect, it } from 'vitest';

import { payTarget } from '../src/lib/payto';

it('what an address names is told by its kind', () => {
  expect(payTarget('payto://ach/122000661/1234')).toBe('ach: 122000661/1234');
  expect(payTarget('payto://bitcoin/abc?amount=BTC:1')).toBe('bitcoin: abc');
  expect(payTarget('payto://iban')).toBe('iban: ');
  expect(payTarget('elsewhere')).toBe('elsewhere');
});
