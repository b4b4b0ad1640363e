import { count, counted } from '../digits';

/** Advice beside the form of a new listing. */
export const guide = {
  query: {
    title: 'What is sold',
    intro:
      'One question about the data, asked once and answered with noise. It cannot be changed afterwards.',
  },
  bounds: {
    title: 'How much one unit can matter',
    intro:
      'The noise is as large as what one privacy unit can change. These choices decide how large that is.',
  },
  ceiling: {
    title: 'How much is sold at most',
    intro:
      'Nobody, alone or together with others, ever learns more of this question than its ceiling gives.',
  },
  tariff: {
    title: 'What it costs',
    intro: 'Every buyer pays by weight: the price of a level is the same in one step and in many.',
  },
  words: { title: 'What buyers read', intro: 'Signed with the offer.' },
  sign: {
    title: 'Check and sign',
    intro: 'It is signed with your key and published on the market.',
  },
  resumed: 'This is the draft that you left.',
  afresh: 'Start afresh',
  giveUpCopy: 'Give up the copy',

  halfBounds: (now: string, half: string) =>
    `Wide bounds cost accuracy: at ε 1 the answer is ${now} with these bounds, and ${half} with bounds half as wide.`,
  boundsHow:
    'State what is plausible, from public knowledge. A value beyond a bound counts as the bound.',
  ownBounds:
    'The bounds only keep the answer in a sensible range. The noise follows from the distance to be protected.',
  tooCoarse: (now: string, finer: string) =>
    `The step costs accuracy: the best answer sold is ${now}, and would be ${finer} with a step a tenth as large.`,
  manyRows: (unit: string, rows: number, now: string, one: string) =>
    `One ${unit} counts with up to ${count(rows)} rows, and the noise hides all of them: at ε 1 the answer is ${now}, and would be ${one} with one row each. Each question draws the rows that count.`,
  oneRow: (unit: string) =>
    `Every row was declared to be a different ${unit}. If one has several rows, each row is hidden, but not the ${unit}.`,
  own: 'Any change of your numbers within the distance that you state is protected. A larger change may show.',

  guess: (level: string, sentence: string) =>
    `At ${level}: ${sentence} A coin toss is right 50% of the time.`,
  guessMuch: 'That is a lot to give away. Most who publish such answers stay at ε 1 to 3.',
  guessTooMuch:
    'That is nearly certainty: above ε 5 the noise hides hardly anybody. Is that what the people in the data would agree to?',
  countsAgain: (loss: string) =>
    `This question was sold up to ${loss} before its population was merged. The population carries that loss, and counts the question once more when it is listed again.`,
  guessCap: (guess: string, cap: string) =>
    `All questions about the population together, at its cap of ${cap}: ${guess}.`,
  stepAdvised: (step: string) =>
    `No step is stated: the advised step of ${step} is taken. It follows from bounds, rows of one unit and ceiling alone.`,
  openAlready: 'To the listing that is open',

  ready: 'Ready to sign.',
  errors: (n: number) => counted(n, 'error'),
  warnings: (n: number) => `Check before you sign: ${counted(n, 'warning')}`,
  goTo: (field: string) => `Go to the field “${field}”`,
  allFree: 'No level costs anything: whoever orders owes you nothing.',
  facts: {
    query: 'query',
    numbers: 'numbers',
    ceiling: 'ceiling',
    best: 'best answer sold',
    whole: 'price in all',
  },
};
