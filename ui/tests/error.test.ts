import { afterEach, describe, expect, it } from 'vitest';

import { asError, hintsInWindow, inWindow, slip } from '../src/lib/error';
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
      hints: ['State them with --bins A,B,C or --edges 0,18.'],
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
  it('names what is typed into the window by the window\u2019s labels', () => {
    expect(inWindow('State them with --bins A,B,C or --edges 0,18.')).toBe(
      'State them with “Bins” A,B,C or “Edges” 0,18.',
    );
    expect(inWindow('poundwise --help')).toBe('poundwise --help');
  });

  it('gives an example as it is typed into the window', () => {
    expect(inWindow('Give it with --value, such as --value 12.5.')).toBe(
      'Give it with “The value”, such as 12.5.',
    );
    expect(inWindow('It is like --count, such as --count 5.')).toBe(
      'It is like --count, such as --count 5.',
    );
  });

  it('stands alone in English, and below the window\u2019s own words in German', () => {
    expect(t.errors.says('in-use')).toBeNull();
    speech.language = 'de';
    expect(t.errors.says('in-use')?.[0]).toBe('Die Mappe ist in einem anderen Programm geöffnet.');
    expect(t.errors.says('wrong-passphrase')?.[1]).toContain('Wiederherstellungsschlüssel');
  });
});

describe('a way out', () => {
  it('never sends a person in the window to the command line', () => {
    for (const [hint, shown] of [
      ['`poundwise holding list` shows what you hold.', []],
      [
        'Otherwise let this one catch up from the market: poundwise home catch-up',
        ['Otherwise let this one catch up from the market.'],
      ],
      [
        'Make room there; what is signed is sent again with `poundwise deliver`.',
        ['Make room there.'],
      ],
      [
        'Nothing was changed. Make that market reachable, then send it with `poundwise deliver`.',
        ['Nothing was changed. Make that market reachable.'],
      ],
      ['Create one with `poundwise init --name NAME`, or say where yours is with --home.', []],
      ['Give the whole key, as `poundwise whoami` shows it.', ['Give the whole key.']],
      ['Choose a level below ε 4.', ['Choose a level below ε 4.']],
    ] as const)
      expect(hintsInWindow([hint])).toEqual(shown);
  });
});
