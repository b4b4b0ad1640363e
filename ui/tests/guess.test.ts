// Bounds on a guess about one unit, in words.

import { afterEach, describe, expect, it } from 'vitest';
import { guessSentence, guessShort } from '../src/lib/guess';
import { speech } from '../src/text/speech.svelte';
import { guessed } from './support/guess';

afterEach(() => {
  speech.language = 'en';
});

describe('A guess', () => {
  const guess = guessed(0.731059);
  const value = { ...guess, guess_presence: null, guess_value: 0.731059 };

  it('states presence and value, each with its bound', () => {
    expect(guessSentence(guess, 'person')).toBe(
      'Someone who knows everything else and guesses from even odds is right at most 73.2% of the time about whether one given person is in the data, and at most 88.1% about which of two values that person has.',
    );
    expect(guessShort(guess)).toBe(
      'right at most 73.2% of the time about whether it is in the data, and right at most 88.1% about which of two values it has',
    );
    speech.language = 'de';
    expect(guessSentence(guess, 'person')).toBe(
      'Wer alles andere weiß und bei gleichen Chancen rät, liegt bei der Frage, ob eine bestimmte Einheit (Person) in den Daten ist, in höchstens 73,2\u00a0% der Fälle richtig. Bei der Frage, welchen von zwei Werten sie hat, liegt er in höchstens 88,1\u00a0% der Fälle richtig.',
    );
  });

  it('says nothing of presence where it is not protected', () => {
    for (const basis of ['public-rows', 'replace'] as const) {
      const words = guessSentence({ ...value, basis }, 'person');
      expect(words).toContain('at most 73.2% of the time about which of two values');
      expect(words).toContain(basis === 'replace' ? 'not protected' : 'is in the data is not');
    }
    expect(guessSentence({ ...value, basis: 'own-numbers' }, '')).toContain('two numbers');
    expect(guessShort({ ...value, basis: 'replace' })).not.toContain('in the data');
  });

  it('is almost always right above 99.9%', () => {
    expect(guessShort({ ...guess, guess_value: 0.999001 })).toContain(
      'right almost always (over 99.9%) about which of two values',
    );
    expect(guessShort({ ...guess, guess_value: 0.999 })).toContain('at most 99.9%');
  });
});
