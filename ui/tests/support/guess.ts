import type { Guess } from '../../src/platform/types/Guess';

/** A guess under add/remove, at a loss whose bound for presence is this. */
export function guessed(presence: number): Guess {
  const odds = (presence / (1 - presence)) ** 2;
  const value = Math.ceil((odds / (1 + odds)) * 1e6) / 1e6;
  return { basis: 'add-remove', guess_presence: presence, guess_value: value };
}
