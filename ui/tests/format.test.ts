import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import {
  ago,
  amountOf,
  bytes,
  count,
  date,
  dateTime,
  eps,
  epsDecimal,
  epsPounds,
  epsStep,
  epsText,
  group,
  estimateIn95,
  halfWidth,
  halfWidths,
  money,
  moneyDecimal,
  moneyTick,
  moneys,
  parseEps,
  percent,
  pounds,
  short,
  slug,
  timeLeft,
  timeTick,
  withUnit,
} from '../src/lib/format';
import { cellText, tickText } from '../src/lib/scale';
import type { Estimate } from '../src/platform/types/Estimate';
import type { HalfWidth } from '../src/platform/types/HalfWidth';
import { t } from '../src/text';
import { speech } from '../src/text/speech.svelte';

describe('long work', () => {
  it('says how much is done, in its unit', () => {
    const told = { step: 'check', permille: 250 } as const;
    expect(amountOf({ ...told, unit: 'bytes', done: 20_000_000, total: 80_000_000 })).toBe(
      '20.0 MB of 80.0 MB',
    );
    expect(amountOf({ ...told, unit: 'rows', done: 4096, total: 1_000_000 })).toBe(
      '4096 of 1\u202f000\u202f000 rows',
    );
  });

  it('tells the time left no finer than it is known', () => {
    expect(timeLeft(2)).toBe('a few seconds left');
    expect(timeLeft(16.2)).toBe('about 20 s left');
    expect(timeLeft(89)).toBe('about 90 s left');
    expect(timeLeft(100)).toBe('about 2 min left');
  });
});

describe('levels', () => {
  it('are exact decimals without trailing zeros', () => {
    expect(epsDecimal(1)).toBe('0.000001');
    expect(epsDecimal(1_500_000)).toBe('1.5');
    expect(epsDecimal(0)).toBe('0');
    expect(epsDecimal(2 ** 40)).toBe('1099511.627776');
    expect(epsStep(500_000, 4_000_000)).toBe('ε\u00a00.5 → 4');
  });

  it('are weighed in pounds, eighths as fractions', () => {
    expect(epsPounds(1_500_000)).toBe('ε\u00a01.5 (1½\u00a0lb)');
    expect(pounds(250_000)).toBe('¼\u00a0lb');
    expect(pounds(3_000_000)).toBe('3\u00a0lb');
    expect(pounds(1_300_000)).toBe('1.3\u00a0lb');
    expect(eps(100_000)).toBe('ε\u00a00.1');
  });

  it('are read as typed, and as nothing else', () => {
    expect(parseEps('1.5')).toBe(1_500_000);
    expect(parseEps(' .25 ')).toBe(250_000);
    expect(parseEps('0.000001')).toBe(1);
    expect(parseEps('1,5')).toBe(1_500_000);
    expect(parseEps(',25')).toBe(250_000);
    for (const wrong of [
      '',
      '.',
      ',',
      '0',
      '0.0',
      '0,0',
      '-1',
      '1e3',
      '0.0000001',
      '0,0000001',
      '1.000,5',
      '1,5,',
      'x',
    ])
      expect(parseEps(wrong)).toBeNull();
  });

  it('survive being written and read', () => {
    for (const micro of [1, 999_999, 1_000_000, 4_650_000, 123_456_789]) {
      expect(parseEps(epsDecimal(micro))).toBe(micro);
      expect(parseEps(epsText(micro))).toBe(micro);
    }
  });
});

describe('money', () => {
  it('has the decimals of its currency', () => {
    expect(money({ minor: 1200, currency: 'EUR', exponent: 2 })).toBe('€12.00');
    expect(money({ minor: 5, currency: 'EUR', exponent: 2 })).toBe('€0.05');
    expect(money({ minor: 1200, currency: 'JPY', exponent: 0 })).toBe('JP¥1200');
    expect(money({ minor: 1500, currency: 'KWD', exponent: 3 }).replace(/\s/g, ' ')).toBe(
      'KWD 1.500',
    );
  });

  it('keeps its thousands apart as other numbers do, in each language', () => {
    const euros = (minor: number) => money({ minor, currency: 'EUR', exponent: 2 });
    const said = () => [euros(123_450), euros(1_248_000), euros(-1_248_000)];
    expect(said()).toEqual(['€1234.50', '€12\u202f480.00', '-€12\u202f480.00']);
    speech.language = 'de';
    expect(said()).toEqual(['1234,50\u00a0€', '12\u202f480,00\u00a0€', '-12\u202f480,00\u00a0€']);
    speech.language = 'en';
  });

  it('is exact where a float is not', () => {
    expect(moneyDecimal(Number.MAX_SAFE_INTEGER, 2)).toBe('90071992547409.91');
    expect(moneyDecimal('27021597764222973', 2)).toBe('270215977642229.73');
    expect(money({ minor: Number.MAX_SAFE_INTEGER, currency: 'EUR', exponent: 2 })).toBe(
      '€90\u202f071\u202f992\u202f547\u202f409.91',
    );
  });

  it('at an axis has as many decimals as the others there, and none without need', () => {
    const at = (ticks: number[]) => ticks.map((one) => moneyTick(one, ticks, 'EUR', 2));
    expect(at([0, 50, 100])).toEqual(['€0', '€50', '€100']);
    expect(at([0, 0.5, 1])).toEqual(['€0.00', '€0.50', '€1.00']);
    expect(at([0, 0.002, 0.004])).toEqual(['€0.000', '€0.002', '€0.004']);
    expect(at([0, 1_500_000, 3_000_000])).toEqual(['€0', '€1.5m', '€3m']);
    speech.language = 'de';
    expect(at([0, 0.5]).map((text) => text.replaceAll(/\s/g, ' '))).toEqual(['0,00 €', '0,50 €']);
    speech.language = 'en';
  });

  it('of an unknown code is still shown', () => {
    expect(money({ minor: 100, currency: 'not a code', exponent: 2 })).toBe('not a code 1.00');
    expect(money({ minor: 1_248_000, currency: 'not a code', exponent: 2 })).toBe(
      'not a code 12\u202f480.00',
    );
  });
});

describe('numbers', () => {
  it('are grouped from five digits on, decimals untouched', () => {
    expect(group('1234')).toBe('1234');
    expect(group('-1234567.25')).toBe('−1\u202f234\u202f567.25');
    expect(group('0.12345')).toBe('0.12345');
    expect(group('not a number')).toBe('not a number');
    expect(count(12480)).toBe('12\u202f480');
  });

  it('are grouped within sentences, too', () => {
    const many = 12_480;
    for (const language of ['en', 'de'] as const) {
      speech.language = language;
      const said = [
        t.importing.types.notNumber('csv', many, 'age', 'x'),
        t.rules.atOnce(many),
        t.settings.waits(many),
        t.drafting.partBin(many),
        t.verify.report.first(many, many, many),
        t.phrases.label('sum of income above 12480'),
        t.phrases.label('count × 12480'),
      ];
      for (const one of said) expect(one).toMatch(/12\u202f480/);
      expect(said.filter((one) => /12480|12[.,]480/.test(one))).toEqual([]);
    }
    speech.language = 'en';
  });

  it('carry their half-width and unit', () => {
    const kg: HalfWidth = { of: 'mean', text: '0.8', number: 0.8, unit: 'kg', basis: 'exact' };
    expect(halfWidth(kg)).toBe('±\u00a00.8 kg (95%)');
    expect(halfWidths([])).toBe('nothing yet');
    const sure: HalfWidth = { of: 'count', text: '0', number: 0, unit: 'rows', basis: 'exact' };
    expect(halfWidth(sure)).toBe('exact in 95 of 100');
    expect(halfWidths([kg, sure])).toBe(`${kg.of} ±\u00a00.8 kg (95%), count exact in 95 of 100`);
    const estimate = { text: '33', half_width: '0' } as Estimate;
    expect(estimateIn95(estimate, 'rows')).toBe('33 rows, exact in 95 of 100');
    expect(estimateIn95({ ...estimate, half_width: '6' }, 'rows')).toBe(
      '33 rows ±\u00a06 rows (95%)',
    );
    expect(estimateIn95({ ...estimate, half_width: null }, 'rows')).toBe('33 rows');
    expect(
      halfWidths([
        { ...kg, of: 'sum' },
        { of: 'count' as const, text: '3', number: 3, unit: '', basis: 'exact' as const },
      ]),
    ).toBe('sum ±\u00a00.8 kg, count ±\u00a03 (95%)');
  });

  it('round shares of whole millionths up, and whole permille not at all', () => {
    for (let permille = 500; permille <= 999; permille++) {
      expect(percent(permille / 1000)).toBe(`${(permille / 10).toFixed(1)}%`);
      if (permille < 999)
        expect(percent((permille * 1000 + 1) / 1e6)).toBe(`${((permille + 1) / 10).toFixed(1)}%`);
    }
  });

  it('never turn a chance into certainty', () => {
    expect(percent(0.5)).toBe('50.0%');
    expect(percent(0.98787)).toBe('98.8%');
    expect(percent(0.983)).toBe('98.3%');
    expect(percent(0.9991)).toBe(null);
    expect(percent(0.99999)).toBe(null);
    expect(percent(1)).toBe(null);
  });
});

describe('the rest', () => {
  it('shortens ids by their ends', () => {
    expect(short('7Qx3AAAAAAAAAAv9Kd')).toBe('7Qx3…v9Kd');
    expect(short('short')).toBe('short');
  });

  it('tells how long ago', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    expect(ago('2026-11-21T11:48:00Z', now)).toBe('12 min ago');
    expect(ago('2026-11-21T09:00:00Z', now)).toBe('3 h ago');
    expect(ago('2026-11-21T11:59:59Z', now)).toBe('just now');
  });

  it('names files', () => {
    expect(slug('Mean of “income”, adults')).toBe('mean-of-income-adults');
    expect(slug('…')).toBe('export');
    expect(bytes(412)).toBe('412 B');
    expect(bytes(3100)).toBe('3.1 kB');
  });
});

describe('in German', () => {
  // Local noon of the day, wherever the test runs.
  const noon = new Date(2026, 10, 21, 14, 5);

  beforeEach(() => {
    speech.language = 'de';
  });
  afterEach(() => {
    speech.language = 'en';
  });

  it('decimals have a comma, also those the host wrote', () => {
    expect(eps(1_500_000)).toBe('ε\u00a01,5');
    expect(epsPounds(1_300_000)).toBe('ε\u00a01,3 (1,3\u00a0lb)');
    expect(epsPounds(1_500_000)).toBe('ε\u00a01,5 (1½\u00a0lb)');
    expect(epsStep(500_000, 4_000_000)).toBe('ε\u00a00,5 → 4');
    expect(group('-1234567.25')).toBe('−1\u202f234\u202f567,25');
    expect(group('1234.5')).toBe('1234,5');
    expect(group('not a number.')).toBe('not a number.');
    expect(count(12480)).toBe('12\u202f480');
    expect(withUnit('0.8', 'kg')).toBe('0,8 kg');
    expect(bytes(3100)).toBe('3,1 kB');
    expect(tickText(1_500_000)).toBe('1,5M');
    expect(tickText(0.25)).toBe('0,25');
    expect(cellText(12.345)).toBe('12,35');
  });

  it('levels for the host and for files keep their point', () => {
    expect(epsDecimal(1_500_000)).toBe('1.5');
    for (const micro of [1, 999_999, 4_650_000]) expect(parseEps(epsText(micro))).toBe(micro);
    expect(parseEps('1.5')).toBe(1_500_000);
    expect(moneyDecimal(1250, 2)).toBe('12.50');
  });

  it('money stands before its sign, with the narrow space of other numbers', () => {
    expect(money({ minor: 1200, currency: 'EUR', exponent: 2 })).toBe('12,00\u00a0€');
    expect(money({ minor: 120_000, currency: 'JPY', exponent: 0 })).toBe('120\u202f000\u00a0¥');
    expect(money({ minor: Number.MAX_SAFE_INTEGER, currency: 'EUR', exponent: 2 })).toBe(
      '90\u202f071\u202f992\u202f547\u202f409,91\u00a0€',
    );
    expect(money({ minor: 100, currency: 'not a code', exponent: 2 })).toBe('not a code 1,00');
    expect(moneys([])).toBe('nichts');
  });

  it('intervals and chances say their percent with a space', () => {
    const kg: HalfWidth = { of: 'sum', text: '0.8', number: 0.8, unit: 'kg', basis: 'exact' };
    expect(halfWidth(kg)).toBe('±\u00a00,8 kg (95\u00a0%)');
    expect(
      halfWidths([
        kg,
        { of: 'count' as const, text: '3', number: 3, unit: '', basis: 'exact' as const },
      ]),
    ).toBe('Summe ±\u00a00,8 kg, Anzahl ±\u00a03 (95\u00a0%)');
    expect(halfWidths([])).toBe('noch nichts');
    expect(percent(0.98787)).toBe('98,8\u00a0%');
    expect(percent(0.99999)).toBe(null);
  });

  it('dates are German, and English again when English is spoken', () => {
    const at = noon.toISOString();
    expect(date(at)).toBe('21. Nov. 2026');
    expect(dateTime(at)).toBe('21. Nov. 2026, 14:05');
    expect(timeTick(noon.getTime() / 1000, 30 * 86_400)).toBe('21. Nov.');
    expect(ago('2026-11-21T11:48:00Z', new Date('2026-11-21T12:00:00Z'))).toBe('vor 12 Min.');
    expect(ago('2026-11-21T09:00:00Z', new Date('2026-11-21T12:00:00Z'))).toBe('vor 3 Std.');
    speech.language = 'en';
    expect(date(at)).toBe('21 Nov 2026');
    expect(dateTime(at)).toBe('21 Nov 2026, 14:05');
    expect(timeTick(noon.getTime() / 1000, 30 * 86_400)).toBe('21 Nov');
  });
});
