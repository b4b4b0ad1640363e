import { count } from '../digits';

/** Bounds on a guess about one unit. */
export const guess = {
  /** A share of guesses, as `right … about`. */
  atMost: (percent: string) => `at most ${percent} of the time`,
  /** The same, beside another share. */
  andAtMost: (percent: string) => `at most ${percent}`,
  almostAlways: 'almost always (over 99.9%)',
  addRemove: (unit: string, presence: string, value: string) =>
    `Someone who knows everything else and guesses from even odds is right ${presence} about whether one given ${unit} is in the data, and ${value} about which of two values that ${unit} has.`,
  publicRows: (unit: string, value: string) =>
    `Someone who knows everything else and guesses from even odds is right ${value} about which of two values one given ${unit} has. A number of rows is public, so whether the ${unit} is in the data is not protected.`,
  replace: (unit: string, value: string) =>
    `Someone who knows everything else and guesses from even odds is right ${value} about which of two values one given ${unit} has, or which of two units is in the data. The number of rows is not protected.`,
  ownNumbers: (value: string) =>
    `Someone who knows everything else and guesses from even odds is right ${value} about which of two numbers within the stated distance is yours. For numbers further apart the loss counts once for each distance between them.`,
  rows: (unit: string) => `A ${unit} is all its counted rows, at most K per table.`,
  rowsOf: (unit: string, rows: number) =>
    rows === 1
      ? `A ${unit} is its one counted row.`
      : `A ${unit} is its counted rows, at most ${count(rows)} (K).`,
  /** The same in a list: whether it is in the data, and which value it has. */
  presence: 'whether it is in the data',
  value: 'which of two values it has',
  presenceIs: (share: string) => `right ${share} about whether it is in the data`,
  valueIs: (share: string) => `right ${share} about which of two values it has`,
  joined: (parts: string[]) => parts.join(', and '),
  /** Begins a list of shares for one unit. */
  lead: (unit: string) =>
    `How often someone who knows everything else and guesses from even odds is right about one given ${unit}:`,
};
