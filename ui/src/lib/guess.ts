// Bounds on a guess about one unit, in words. Both numbers come from Rust, rounded up.

import type { Guess } from '../platform/types/Guess';
import { percent } from './format';
import { t } from '../text';

/** `at most 73.2% of the time`, or `almost always (over 99.9%)`. */
export function rightShare(share: number): string {
  return inWords(share, t.guess.atMost);
}

function inWords(share: number, atMost: (percent: string) => string): string {
  const shown = percent(share);
  return shown === null ? t.guess.almostAlways : atMost(shown);
}

/** The whole sentence about one unit. */
export function guessSentence({ basis, guess_presence, guess_value }: Guess, unit: string): string {
  const value = rightShare(guess_value);
  switch (basis) {
    case 'add-remove':
      return t.guess.addRemove(
        unit,
        rightShare(guess_presence ?? 1),
        inWords(guess_value, t.guess.andAtMost),
      );
    case 'public-rows':
      return t.guess.publicRows(unit, value);
    case 'replace':
      return t.guess.replace(unit, value);
    case 'own-numbers':
      return t.guess.ownNumbers(value);
  }
}

/** The same as a part of a sentence: each number with what it is about. */
export function guessShort({ guess_presence, guess_value }: Guess): string {
  if (guess_presence === null) return t.guess.valueIs(rightShare(guess_value));
  return t.guess.joined([
    t.guess.presenceIs(rightShare(guess_presence)),
    t.guess.valueIs(inWords(guess_value, t.guess.andAtMost)),
  ]);
}
