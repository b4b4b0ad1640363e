import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { asError, slip } from '../src/lib/error';
import { errorAt } from '../src/lib/phrases';
import type { AmountFault } from '../src/platform/types/AmountFault';
import type { DayFault } from '../src/platform/types/DayFault';
import type { ErrorCode } from '../src/platform/types/ErrorCode';
import { t } from '../src/text';
import { speech } from '../src/text/speech.svelte';

afterEach(() => {
  speech.language = 'en';
});

describe('what was thrown', () => {
  it('is the host\u2019s error as it is', () => {
    const thrown = {
      code: 'no-bins',
      message: 'It needs bins.',
      hints: ['State its bins, such as A,B,C.'],
    };
    expect(asError(thrown)).toEqual(thrown);
  });

  it('is told even where it is no error of the host', () => {
    expect(asError(new TypeError('x is undefined'))).toEqual({
      code: 'window',
      message: 'x is undefined',
      hints: [],
    });
    expect(asError('gone')).toEqual({ code: 'window', message: 'gone', hints: [] });
    expect(asError(null).message).toBe('null');
    expect(asError({ message: 'm', hints: 'not a list', code: 3 })).toEqual({
      code: 'window',
      message: 'm',
      hints: [],
    });
  });

  it('can be the window\u2019s own', () => {
    expect(slip('No reason.', 'Give one.')).toEqual({
      code: 'slip',
      message: 'No reason.',
      hints: ['Give one.'],
    });
  });
});

describe('what the host says of an error', () => {
  it('stands alone in English, and below the window\u2019s own words in German', () => {
    expect(t.errors.says('in-use')).toBeNull();
    speech.language = 'de';
    expect(t.errors.says('in-use')?.[0]).toBe('Die Mappe ist in einem anderen Programm geöffnet.');
    expect(t.errors.says('wrong-passphrase')?.[1]).toContain('Wiederherstellungsschlüssel');
  });

  it('of a text names its field and the sign that is not seen', () => {
    const of = (field: string, sign: string) =>
      errorAt({ part: 'text', field, fault: { is: 'hidden', sign } })?.[0];
    expect(of('title', 'U+200B')).toBeUndefined();
    speech.language = 'de';
    expect(of('title', 'U+200B')).toBe('Im Titel steht ein unsichtbares Zeichen, U+200B.');
    expect(of('terms', 'U+0007')).toBe('In den Bedingungen steht ein Steuerzeichen, U+0007.');
    expect(of('title', 'U+00AD')).toBe('Im Titel steht ein unsichtbares Zeichen, U+00AD.');
    expect(of('unit', 'U+000A')).toBe('In der Einheit steht ein Zeilenumbruch.');
    expect(of('name', 'U+0009')).toBe('Im Namen steht ein Tabulator.');
    expect(errorAt({ part: 'point', row: 1, fault: 'no-price' })?.[0]).toMatch(/^Preis, Punkt 2: /);
  });

  it('of a day or an amount says the reason, in German without the host\u2019s English', () => {
    const day = (fault: DayFault) => errorAt({ part: 'day', field: 'on', fault });
    const amount = (fault: AmountFault) => errorAt({ part: 'amount', field: 'amount', fault });
    expect(day({ is: 'to-come' })).toBeNull();
    speech.language = 'de';
    expect(day({ is: 'no-day' })?.[0]).toBe('Das ist kein Tag des Kalenders.');
    expect(day({ is: 'to-come' })?.[0]).toBe('Dieser Tag liegt in der Zukunft.');
    expect(day({ is: 'over' })?.[0]).toBe('Dieser Tag ist vorbei.');
    expect(day({ is: 'before-order', ordered: '2026-11-18' })?.[0]).toBe(
      'Dieser Tag liegt vor der Bestellung vom 18.11.2026.',
    );
    expect(amount({ is: 'empty' })?.[0]).toBe('Der Betrag fehlt.');
    expect(amount({ is: 'zero' })?.[0]).toBe('Ein Betrag von 0 bezahlt nichts.');
    expect(amount({ is: 'negative' })?.[0]).toBe('Der Betrag ist negativ.');
    expect(amount({ is: 'no-amount' })?.[0]).toBe('Das ist kein Betrag.');
    expect(amount({ is: 'too-many-decimals', most: 2, currency: 'EUR' })?.[0]).toBe(
      'EUR hat höchstens 2 Nachkommastellen.',
    );
    expect(amount({ is: 'too-many-decimals', most: 0, currency: 'JPY' })?.[0]).toBe(
      'JPY hat keine Nachkommastellen.',
    );
    expect(amount({ is: 'too-large' })?.[0]).toBe('So groß kann ein Betrag nicht sein.');
    const owed = { owed: 123_450, currency: 'EUR', exponent: 2 };
    expect(amount({ is: 'above-owed', ...owed })?.[0]).toMatch(
      /^Das ist mehr, als offen ist: 1\s234,50\s€\.$/,
    );
    expect(amount({ is: 'nothing-owed' })?.[0]).toContain('Nichts ist offen');
  });
});

const SRC = join(import.meta.dirname, '../src');
const codesOf = (type: string) =>
  [...readFileSync(join(SRC, `platform/types/${type}.ts`), 'utf8').matchAll(/"([a-z0-9-]+)"/g)].map(
    ([, code = '']) => code,
  );
const CODES = [...codesOf('ErrorCode'), ...codesOf('QueryErrorCode')] as ErrorCode[];

/** Errors of fields whose reason the host gives as data, so that each language says it. */
const REASON_AS_DATA = [
  'payment-amount',
  'payment-day',
  'rule-amount',
  'rule-until',
  'tariff',
  'text',
];

/**
 * Errors of fields whose reason is in the host's English alone, below German sentences that say
 * what is wrong in general. Whoever adds one here gives it a part of `ErrorPlace` instead.
 */
const REASON_IN_ENGLISH = `
  accurate-already bank bank-name bounds ceiling-over-cap codebook codebook-exists codebook-name
  contact-name contact-name-taken contact-note dataset-name edges file-binary file-empty file-exists
  file-name file-not-utf8 file-too-large grain home-exists invoice-number invoice-party
  invoice-terms invoice-vat invoice-vat-id is-a-folder kind losses-file market-url missing-as-mid
  name no-home no-home-folder no-market no-such-dataset no-such-market not-a-file not-a-home
  not-a-number not-empty not-found not-on-the-lattice not-tighter number-too-large off-grain
  over-ceiling permission population-name public-rows read-only rule-currency rule-payment
  sensitivity sensitivity-too-large short-passphrase statement step strange-link tariff-too-short
  too-many-values top-below-ceiling unit-name unknown-column value-too-large
`
  .trim()
  .split(/\s+/);

describe('every error of the host', () => {
  it('has sentences in German', () => {
    expect(CODES.length).toBeGreaterThan(200);
    speech.language = 'de';
    const silent = CODES.filter((code) => (t.errors.says(code)?.[0] ?? '').trim() === '');
    expect(silent).toEqual([]);
  });

  it('of a field gives its reason as data, or is known not to', () => {
    const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
      .filter((file) => /^(features|parts)[/\\].*\.(svelte|ts)$/.test(file))
      .map((file) => readFileSync(join(SRC, file), 'utf8'))
      .filter((source) => /\bplace\(|FieldSign|ErrorCode/.test(source));
    const known = new Set<string>(CODES);
    const lists = sources.flatMap((source) => source.match(/\[[^[\]]*\]/g) ?? []);
    const placed = lists.flatMap((list) =>
      [...list.matchAll(/'([a-z0-9-]+)'/g)].map(([, code = '']) => code),
    );
    const told = [...new Set(placed.filter((code) => known.has(code)))].sort();
    speech.language = 'de';
    const isSaid = (code: string) =>
      REASON_AS_DATA.includes(code) || t.errors.isWhole(code as ErrorCode);
    expect(told.filter((code) => !isSaid(code))).toEqual(REASON_IN_ENGLISH);
  });
});
