import { afterEach, describe, expect, it } from 'vitest';

import { asError, slip } from '../src/lib/error';
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
      t.errors.at({ part: 'text', field, fault: { is: 'hidden', sign } })?.[0];
    expect(of('title', 'U+200B')).toBeUndefined();
    speech.language = 'de';
    expect(of('title', 'U+200B')).toBe('Im Titel steht ein unsichtbares Zeichen, U+200B.');
    expect(of('terms', 'U+0007')).toBe('In den Bedingungen steht ein Steuerzeichen, U+0007.');
    expect(of('title', 'U+00AD')).toBe('Im Titel steht ein unsichtbares Zeichen, U+00AD.');
    expect(of('unit', 'U+000A')).toBe('In der Einheit steht ein Zeilenumbruch.');
    expect(of('name', 'U+0009')).toBe('Im Namen steht ein Tabulator.');
    expect(t.errors.at({ part: 'point', row: 1, fault: 'no-price' })?.[0]).toMatch(
      /^Preis, Punkt 2: /,
    );
  });
});
