import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { asError, slip } from '../src/lib/error';
import { errorAt } from '../src/lib/phrases';
import type { AmountFault } from '../src/platform/types/AmountFault';
import type { DayFault } from '../src/platform/types/DayFault';
import type { BankChoice } from '../src/platform/types/BankChoice';
import type { CodebookFault } from '../src/platform/types/CodebookFault';
import type { ErrorCode } from '../src/platform/types/ErrorCode';
import type { ErrorPlace } from '../src/platform/types/ErrorPlace';
import type { NumberFault } from '../src/platform/types/NumberFault';
import type { NumberOf } from '../src/platform/types/NumberOf';
import type { StatementFault } from '../src/platform/types/StatementFault';
import type { TextFault } from '../src/platform/types/TextFault';
import type { VatIdFault } from '../src/platform/types/VatIdFault';
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
    const ofOne = { ...thrown, at: { part: 'path', path: '/a' }, of: 'Age' };
    expect(asError(ofOne)).toEqual(ofOne);
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

/** The German sentences of a place: what is wrong, and the way out. */
function inGerman(place: ErrorPlace, code?: ErrorCode) {
  expect(errorAt(place, code)).toBeNull();
  speech.language = 'de';
  const [wrong, way] = errorAt(place, code) ?? [];
  speech.language = 'en';
  expect(way ?? '').not.toBe('');
  return wrong?.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ');
}

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
      'Dieser Tag liegt vor der Bestellung vom 2026-11-18.',
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
    const owed = { owed: 1_248_000, currency: 'EUR', exponent: 2 };
    expect(amount({ is: 'above-owed', ...owed })?.[0]).toMatch(
      /^Das ist mehr, als offen ist: 12\s480,00\s€\.$/,
    );
    expect(amount({ is: 'nothing-owed' })?.[0]).toContain('Nichts ist offen');
  });
});

describe('a place of an error, in German', () => {
  it('is a level with the one that it does not go with', () => {
    const of = (code: ErrorCode) =>
      inGerman({ part: 'level', level: 3_000_000, limit: 2_500_000 }, code);
    expect(of('ceiling-over-cap')).toBe(
      'Die Obergrenze, ε 3, liegt über der Grenze der Population, ε 2,5.',
    );
    expect(of('grain')).toBe(
      'Die Obergrenze, ε 3, ist kein Vielfaches des kleinsten Schritts, ε 2,5.',
    );
    expect(of('over-ceiling')).toBe('ε 3 liegt über der Obergrenze des Angebots, ε 2,5.');
    expect(of('not-tighter')).toBe(
      'Eine Kopie auf ε 3 verriete nicht weniger als Ihr Bestand, ε 2,5.',
    );
    expect(of('tariff-too-short')).toBe('Der Preis endet bei ε 3, unter der Obergrenze, ε 2,5.');
    expect(of('top-below-ceiling')).toBe(
      'Der Rauschpfad endet bei ε 3, unter der Obergrenze, ε 2,5.',
    );
    speech.language = 'de';
    // A code that has no sentence of its own keeps its general one, with the host's words below.
    expect(errorAt({ part: 'level', level: 1, limit: 2 }, 'over-cap')).toBeNull();
  });

  it('is an increase, with the nearest level that is sold', () => {
    const increase = { part: 'increase', more: 900_000, grain: 500_000 } as const;
    expect(inGerman({ ...increase, nearest: 500_000 })).toBe(
      'ε 0,9 mehr ist kein Vielfaches des kleinsten Schritts, ε 0,5.',
    );
    speech.language = 'de';
    expect(errorAt({ ...increase, nearest: 500_000 })?.[1]).toBe(
      'Die nächste Stufe darunter ist ε\u00a00,5.',
    );
    expect(errorAt({ ...increase, nearest: null })?.[1]).toBe(
      'Das Kleinste, was es zu kaufen gibt, ist ε\u00a00,5.',
    );
  });

  it('is an accuracy that is held', () => {
    expect(inGerman({ part: 'accuracy', held: 2_000_000, half_width: '0.5', unit: 'kg' })).toBe(
      'Ihr Bestand auf ε 2 ist mit ± 0,5 kg schon so genau.',
    );
  });

  it('is a path', () => {
    const of = (code: ErrorCode) => inGerman({ part: 'path', path: '/a/b' }, code);
    expect(of('not-found')).toBe('„/a/b“ gibt es nicht.');
    expect(of('permission')).toBe('Das System erlaubt den Zugriff auf „/a/b“ nicht.');
    expect(of('read-only')).toBe('„/a/b“ ist auf einem schreibgeschützten Datenträger.');
    expect(of('is-a-folder')).toBe('„/a/b“ ist ein Ordner.');
    expect(of('not-a-file')).toContain('„/a/b“ ist ein Ordner oder etwas anderes');
    expect(of('strange-link')).toContain('„/a/b“ ist eine Verknüpfung');
    expect(of('no-home')).toBe('In „/a/b“ ist keine Mappe.');
    speech.language = 'de';
    expect(errorAt({ part: 'path', path: '/a' }, 'io')).toBeNull();
  });

  it('is a file that may not be replaced, or a contact', () => {
    expect(inGerman({ part: 'new-file', fault: 'of-a-key' })).toContain('ein Schlüssel ersetzt');
    expect(inGerman({ part: 'new-file', fault: 'of-the-answer' })).toContain('Rauschgitter');
    expect(inGerman({ part: 'contact', kid: 'Kid1' })).toBe(
      'Der Kontakt dieses Namens hat einen anderen Schlüssel, Kid1.',
    );
  });

  it('is a number with what it is of', () => {
    const of = (of: NumberOf, text: string, fault: NumberFault) =>
      inGerman({ part: 'number', of, text, fault });
    expect(of('bounds', 'abc', 'no-number')).toBe('Schranken: „abc“ ist keine Zahl.');
    expect(of('distance', '', 'no-number')).toBe('Zu schützender Abstand: Es fehlt eine Zahl.');
    expect(of('value', '0.1', 'too-long')).toBe('Wert: „0.1“ hat zu viele Stellen.');
    expect(of('step', '0', 'not-positive')).toBe('Schrittweite: „0“ liegt nicht über 0.');
    expect(of('rows', '1.5', 'not-whole')).toBe(
      'Öffentliche Zeilenzahl: „1.5“ ist keine ganze Zahl.',
    );
    for (const end of ['from', 'to', 'width'] as const)
      expect(of(end, 'x', 'no-number')).toMatch(/^(Untere Grenze|Obere Grenze|Breite): „x“/);
  });

  it('is a kind, or noise that there is not', () => {
    for (const [fault, said] of [
      ['unknown', 'Eine Art „mode“ von Merkmal gibt es nicht.'],
      ['of-own-numbers', 'Wert und Vektor sind eigene Zahlen'],
      ['of-a-dataset', 'Diese Art von Merkmal braucht einen Datensatz.'],
      ['not-of-a-column', 'Die Art „mode“ gibt es nicht von einer Spalte allein.'],
    ] as const)
      expect(inGerman({ part: 'kind', kind: 'mode', fault })).toContain(said);
    expect(inGerman({ part: 'noise', sensitivity: 20_000, level: 1_000 })).toBe(
      'Eine Schutzeinheit verschiebt das Ergebnis um 20 000 Schritte; bei ε 0,001 wäre das Rauschen dazu 2^50 Schritte breit oder breiter, und so breites gibt es nicht.',
    );
    expect(inGerman({ part: 'noise', sensitivity: 0, level: 1_000 })).toContain('kein Rauschen');
  });

  it('is the currency of a rule', () => {
    const of = (place: { are: string[]; stated: string | null }) =>
      inGerman({ part: 'currencies', of: 'population', ...place });
    expect(of({ are: [], stated: null })).toContain('kein offenes Angebot');
    expect(of({ are: ['EUR', 'USD'], stated: null })).toBe(
      'Die Angebote der Population sind in EUR und USD, und eine Regel hat eine Währung.',
    );
    expect(of({ are: ['EUR'], stated: 'JPY' })).toBe(
      'Die Angebote der Population sind in EUR, nicht in JPY.',
    );
    expect(inGerman({ part: 'currencies', of: 'listing', are: ['EUR'], stated: 'JPY' })).toBe(
      'Das Angebot ist in EUR, nicht in JPY.',
    );
  });

  it('is a field of a party of an invoice', () => {
    const of = (whose: 'seller' | 'buyer', field: string, fault: TextFault) =>
      inGerman({ part: 'party', whose, field, fault });
    expect(of('buyer', 'street', { is: 'empty' })).toBe('Die Straße des Käufers fehlt.');
    expect(of('seller', 'name', { is: 'too-long', most: 200 })).toBe(
      'Ihr Name hat mehr als 200 Zeichen.',
    );
    expect(of('seller', 'city', { is: 'hidden', sign: 'U+200B' })).toBe(
      'Ihr Ort enthält ein unsichtbares Zeichen, U+200B.',
    );
    expect(of('seller', 'city', { is: 'hidden', sign: 'U+000A' })).toBe(
      'Ihr Ort enthält einen Zeilenumbruch.',
    );
    expect(of('seller', 'city', { is: 'hidden', sign: 'U+0009' })).toBe(
      'Ihr Ort enthält einen Tabulator.',
    );
    for (const field of ['post_code', 'tax_number', 'email', 'reference'])
      expect(of('buyer', field, { is: 'empty' })).toMatch(/ des Käufers fehlt\.$/);
  });

  it('is the VAT, the terms or the number of an invoice', () => {
    const id = (fault: VatIdFault) => inGerman({ part: 'vat-id', fault });
    expect(id({ is: 'wrong', whose: 'seller' })).toBe('Ihre USt-IdNr. ist keine.');
    expect(id({ is: 'wrong', whose: 'buyer' })).toBe('Die USt-IdNr. des Käufers ist keine.');
    expect(id({ is: 'none-of-buyer' })).toContain('Die USt-IdNr. des Käufers fehlt');
    expect(id({ is: 'none-of-seller' })).toContain('Ihre USt-IdNr. fehlt');
    expect(id({ is: 'no-tax-number-either' })).toContain('Ihre USt-IdNr. und Ihre Steuernummer');
    expect(inGerman({ part: 'vat', fault: 'rate' })).toContain('kein Umsatzsteuersatz');
    expect(inGerman({ part: 'vat', fault: 'reason' })).toContain('sagt in einer Zeile, warum');
    expect(inGerman({ part: 'invoice-terms', fault: { is: 'prefix', most: 20 } })).toContain(
      'mehr als 20 Zeichen',
    );
    expect(inGerman({ part: 'invoice-terms', fault: { is: 'digit-at-end' } })).toContain('Ziffer');
    expect(inGerman({ part: 'invoice-terms', fault: { is: 'days', most: 365 } })).toBe(
      'Eine Rechnung ist in 1 bis 365 Tagen zu bezahlen.',
    );
    expect(inGerman({ part: 'invoice-number', least: 12, most: 999_999_999 })).toBe(
      'Die nächste Rechnung hat eine Nummer von 12 bis 999999999.',
    );
  });

  it('is a bank statement, or the columns of a bank', () => {
    const of = (fault: StatementFault) => inGerman({ part: 'statement', fault });
    expect(of({ is: 'too-many-bytes', most: 2 ** 25 })).toContain('größer als 32 MiB');
    expect(of({ is: 'too-many-bookings', most: 100_000 })).toContain('100 000 Buchungen');
    expect(of({ is: 'binary' })).toBe('Das ist keine Textdatei.');
    expect(of({ is: 'encoding', encoding: 'UTF-8', line: 3 })).toContain(
      'ab Zeile 3 kein Text in der Zeichenkodierung UTF-8',
    );
    expect(of({ is: 'foreign', format: 'MT940' })).toContain('MT940');
    expect(of({ is: 'archive' })).toContain('ZIP-Archiv');
    expect(of({ is: 'xml', byte: 17 })).toContain('Byte 17');
    expect(of({ is: 'doctype' })).toContain('Dokumenttypdefinition');
    expect(of({ is: 'entity', name: 'x' })).toContain('„x“');
    expect(of({ is: 'nesting', most: 64 })).toContain('mehr als 64 Ebenen');
    expect(of({ is: 'long-tag', most: 4096 })).toContain('mehr als 4096 Byte');
    expect(of({ is: 'large-entry', most: 200_000 })).toContain('von 200 000 Elementen');
    expect(of({ is: 'other' })).toContain('nicht als Kontoauszug');
    expect(of({ is: 'not-camt', namespace: 'urn:x' })).toContain('kein CAMT.052');
    expect(of({ is: 'no-columns', bank: null })).toContain('noch nicht gewählt');
    expect(of({ is: 'no-columns', bank: 'Harbour' })).toContain('Ihrer Bank „Harbour“');
    expect(of({ is: 'missing-column', name: 'Betrag', within: 100 })).toBe(
      'Keine der ersten 100 Zeilen hat alle gewählten Spalten: „Betrag“ fehlt.',
    );
    expect(of({ is: 'no-table' })).toContain('keine Spalten');
    expect(of({ is: 'no-header', line: 4, within: 100 })).toContain('Zeile 4 nennt keine');
    expect(of({ is: 'day-order', line: 7, day: '11/30/26' })).toContain('„11/30/26“ in Zeile 7');
    expect(of({ is: 'direction', name: '#8' })).toContain('in Spalte „#8“');
    expect(of({ is: 'far-day', day: '2099-01-02', today: '2026-11-28' })).toBe(
      'Eine Buchung der Datei ist vom 2099-01-02, heute ist der 2026-11-28; nichts wurde importiert.',
    );
    const bank = (missing: BankChoice) => inGerman({ part: 'bank', missing });
    expect(bank('day')).toContain('Buchungstags');
    expect(bank('amount')).toContain('Betrags');
    expect(bank('text')).toContain('Text des Zahlers');
    expect(bank('status')).toContain('Status');
    expect(bank('direction')).toContain('Richtung');
  });

  it('is a codebook, or a file of losses', () => {
    const of = (fault: CodebookFault) => inGerman({ part: 'codebook', fault });
    expect(of({ is: 'no-csv' })).toContain('CSV');
    expect(of({ is: 'no-row' })).toBe('Es ist keine Spalte beschrieben.');
    expect(of({ is: 'too-many-rows', most: 4096 })).toContain('mehr als 4096 Spalten');
    expect(of({ is: 'cells', line: 3, cells: 1, headings: 4 })).toBe(
      'Zeile 3 hat 1 Zelle, die erste 4 Zellen.',
    );
    expect(of({ is: 'take', line: 3, text: 'x' })).toContain('In Zeile 3 steht unter „take“');
    expect(of({ is: 'no-list', line: 3, text: 'x' })).toContain('In Zeile 3 ist „x“');
    const unknown = { is: 'unknown-heading', word: 'x', headings: ['column', 'kind'] } as const;
    expect(of({ ...unknown, headings: [...unknown.headings] })).toContain('„x“');
    speech.language = 'de';
    expect(
      errorAt({ part: 'codebook', fault: { ...unknown, headings: [...unknown.headings] } })?.[1],
    ).toBe('Es gibt column und kind.');
    speech.language = 'en';
    expect(of({ is: 'heading-twice', word: 'kind' })).toContain('„kind“ zweimal');
    expect(of({ is: 'no-heading', word: 'kind' })).toBe('In der ersten Zeile fehlt „kind“.');
    expect(of({ is: 'no-name' })).toContain('keinen Namen');
    expect(of({ is: 'column-twice', column: 'age' })).toContain('„age“ steht zweimal');
    expect(inGerman({ part: 'losses', populations: ['people', 'farms'] })).toBe(
      'Diese Population steht nicht in der Datei, sondern „people“ und „farms“.',
    );
    expect(inGerman({ part: 'losses', populations: [] })).toContain('keine Population');
  });
});

const SRC = join(import.meta.dirname, '../src');
const codesOf = (type: string) =>
  [...readFileSync(join(SRC, `platform/types/${type}.ts`), 'utf8').matchAll(/"([a-z0-9-]+)"/g)].map(
    ([, code = '']) => code,
  );
const CODES = [...codesOf('ErrorCode'), ...codesOf('QueryErrorCode')] as ErrorCode[];

/**
 * Errors of fields whose reason the host gives as data wherever it makes them, so that each language
 * says it. Where it gives none for some of them, the German sentences say all: see `isWhole`.
 */
const REASON_AS_DATA = `
  accurate-already bank bank-name bounds ceiling-over-cap codebook contact-name contact-name-taken
  contact-note edges grain invoice-party invoice-terms invoice-vat invoice-vat-id kind name
  not-a-file not-a-number not-found not-tighter off-grain over-ceiling payment-amount payment-day
  permission reserved-folder rule-amount rule-currency rule-payment rule-until sensitivity
  statement step strange-link tariff tariff-too-short text top-below-ceiling
`
  .trim()
  .split(/\s+/);

/**
 * Errors of fields with a reason in the host's English only, below a general German sentence. The
 * reason is the line or the column of a file. For a new code of a field, give the reason a variant
 * of `ErrorPlace`, or write sentences that are complete without it.
 */
const REASON_IN_ENGLISH: string[] = ['repeated-ids'];

/** Whether the window has German sentences for a code. The host has those of the other codes. */
const isSaidHere = (code: ErrorCode) => (t.errors.says(code)?.[0] ?? '').trim() !== '';

describe('every error of the host', () => {
  it('has sentences in German, here or at the host', () => {
    expect(CODES.length).toBeGreaterThan(200);
    speech.language = 'de';
    const own = codesOf('ErrorCode') as ErrorCode[];
    expect(own.filter((code) => !isSaidHere(code))).toEqual([]);
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
      REASON_AS_DATA.includes(code) ||
      !isSaidHere(code as ErrorCode) ||
      t.errors.isWhole(code as ErrorCode);
    expect(told.filter((code) => !isSaid(code))).toEqual(REASON_IN_ENGLISH);
  });
});
