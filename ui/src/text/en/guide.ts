import { count, counted } from '../digits';

/** Advice beside the form of a new listing. */
export const guide = {
  query: {
    title: 'Question',
    intro: 'One question about the data, answered with noise. It cannot be changed afterwards.',
  },
  bounds: {
    title: 'Effect of one unit',
    intro:
      'The noise is as large as the change that one privacy unit can cause. These choices decide how large that is.',
  },
  ceiling: {
    title: 'Highest level',
    intro:
      'Buyers, alone or together, never learn more about this question than its ceiling allows.',
  },
  tariff: {
    title: 'Price',
    intro: 'Every buyer pays by weight: the price of a level is the same in one step or in many.',
  },
  words: { title: 'Texts for buyers', intro: 'These texts are signed with the listing.' },
  sign: {
    title: 'Check and sign',
    intro: 'It is signed with your key and published on the market.',
  },
  resumed: 'This is your unfinished draft.',
  afresh: 'Start over',
  giveUpCopy: 'Discard the copy',

  halfBounds: (now: string, half: string) =>
    `Wide bounds cost accuracy: at ε 1 the answer is ${now} with these bounds, and ${half} with bounds half as wide.`,
  boundsHow:
    'State plausible values, from public knowledge. A value beyond a bound counts as the bound.',
  ownBounds:
    'The bounds only keep the answer in a sensible range. The noise follows from the distance to be protected.',
  tooCoarse: (now: string, finer: string) =>
    `A coarse step costs accuracy: the best answer sold is ${now}, and would be ${finer} with a step a tenth as large.`,
  manyRows: (unit: string, rows: number, now: string, one: string) =>
    `One ${unit} counts with up to ${count(rows)} rows, and the noise hides all of them: at ε 1 the answer is ${now}, and would be ${one} with one row each. Each question selects the rows that count.`,
  oneRow: (unit: string) =>
    `Every row was declared to be a different ${unit}. If one has several rows, each row is hidden, but not the ${unit}.`,
  own: 'Any change of your numbers within the distance that you state is protected. A larger change may show.',

  guess: (level: string, sentence: string) =>
    `At ${level}: ${sentence} A coin toss is right 50% of the time.`,
  guessMuch: 'That is a high privacy loss. Most publishers of such answers stay at ε 1 to 3.',
  guessTooMuch:
    'That is nearly certain: above ε 5 the noise hides hardly anyone. Would the people in the data agree to that?',
  countsAgain: (loss: string) =>
    `This question was sold up to ${loss} before its population was merged. The population carries that loss, and counts the question once more when it is listed again.`,
  guessCap: (guess: string, cap: string) =>
    `All questions about the population together, at its cap of ${cap}: ${guess}.`,
  stepAdvised: (step: string) =>
    `No step is stated, so the advised step of ${step} is used. It follows only from the bounds, the rows of one unit and the ceiling.`,
  openAlready: 'Show the open listing',

  ready: 'Ready to sign.',
  errors: (n: number) => counted(n, 'error'),
  warnings: (n: number) => `Check before you sign: ${counted(n, 'warning')}`,
  goTo: (field: string) => `Go to the field “${field}”`,
  allFree: 'Every level is free.',
  facts: {
    query: 'query',
    numbers: 'numbers',
    ceiling: 'ceiling',
    best: 'best answer sold',
    whole: 'price in all',
  },
};
