import { afterEach, describe, expect, it } from 'vitest';

import { hashIn, sideWords } from '../src/lib/side';
import type { SidePhrase } from '../src/platform/types/SidePhrase';
import type { SideValue } from '../src/platform/types/SideValue';
import * as de from '../src/text/de';
import * as en from '../src/text/en';
import { speech, type Language } from '../src/text/speech.svelte';

afterEach(() => {
  speech.language = 'en';
});

const PHRASES = Object.keys(en.sides.phrases) as SidePhrase[];

const euros = (minor: number): SideValue => ({
  kind: 'money',
  value: [{ currency: 'EUR', minor, exponent: 2 }],
});

function say(language: Language, says: SidePhrase, ...values: SideValue[]): string {
  speech.language = language;
  return sideWords({ text: 'as the host says it', says, with: values });
}

describe('a side of a comparison', () => {
  it.each(PHRASES)('has the same values in both languages: %s', (phrase) => {
    const places = (text: string) => (text.match(/\{\d\}/g) ?? []).sort();
    const english = places(en.sides.phrases[phrase]);
    expect(places(de.sides.phrases[phrase])).toEqual(english);
    expect(english).toEqual(english.map((_, i) => `{${i}}`));
  });

  it.each<[SidePhrase, SideValue[], string, string]>([
    [
      'level-step',
      [
        { kind: 'level', value: 0 },
        { kind: 'level', value: 1_500_000 },
      ],
      'ε\u00a00 → 1.5',
      'ε\u00a00 → 1,5',
    ],
    ['at-least-money', [euros(1501)], 'at least €15.01', 'mindestens 15,01\u00a0€'],
    ['plain', [{ kind: 'entries', value: 1 }], '1 entry', '1 Eintrag'],
    ['plain', [{ kind: 'entries', value: 12_480 }], '12\u202f480 entries', '12\u202f480 Einträge'],
    ['plain', [{ kind: 'rows', value: 1 }], '1 row', '1 Zeile'],
    ['after-entry', [{ kind: 'entry', value: 0 }], 'after entry 1', 'nach Eintrag 1'],
    [
      'pair',
      [
        { kind: 'adjacency', value: 'add-remove' },
        { kind: 'unit', value: 'household' },
      ],
      'one unit added or removed, household',
      'eine Einheit hinzugefügt oder entfernt, Haushalt',
    ],
    [
      'wrong-values',
      [
        { kind: 'count', value: 2 },
        { kind: 'values', value: 5 },
        { kind: 'count', value: 3 },
      ],
      '2 of 5 values wrong, value 3 first',
      '5 Werte, davon 2 falsch, zuerst Wert 3',
    ],
    [
      'unchanged-between',
      [
        { kind: 'count', value: 3 },
        { kind: 'count', value: 9 },
        { kind: 'thousandths', value: 70 },
      ],
      '3 to 9 unchanged; p = 0.070',
      '3 bis 9 unverändert; p = 0,070',
    ],
    [
      'published-at',
      [{ kind: 'file', value: 'shop (a listing of its owner)' }],
      'the log published at shop (a listing of its owner)',
      'das Protokoll, veröffentlicht unter shop (ein Angebot seines Eigentümers)',
    ],
  ])('is said in the language of the window: %s', (says, values, english, german) => {
    expect(say('en', says, ...values)).toBe(english);
    expect(say('de', says, ...values)).toBe(german);
  });

  it('fills in each value once, whatever it says', () => {
    const braces: SideValue = { kind: 'text', value: '{1}' };
    expect(say('en', 'plain-in', braces, { kind: 'file', value: '$& {0}' })).toBe('{1} ($& {0})');
  });

  it('has a hash to copy where it names one', () => {
    const root: SideValue = { kind: 'text', value: 'x'.repeat(44) };
    const said = (...values: SideValue[]) =>
      hashIn({ text: '', says: 'root-in', with: values }) ?? null;
    expect(said(root, { kind: 'file', value: 'f'.repeat(44) })).toBe(root.value);
    expect(said({ kind: 'text', value: '2026-11-21T00:10:00Z' })).toBeNull();
  });
});
