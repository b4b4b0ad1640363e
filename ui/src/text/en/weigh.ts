/** The scale on which ε is weighed out. */
export const weigh = {
  slider: 'ε to hold',
  value: (level: string, pounds: string) => `${level}, ${pounds}`,
  held: 'held',
  more: (pounds: string) => `+ ${pounds}`,
  less: 'One step less',
  greater: 'One step more',
  by: 'What you state',
  byWeight: 'By weight',
  byAccuracy: 'By accuracy',
  accuracy: (unit: string) => (unit === '' ? 'At most ±' : `At most ±, in ${unit}`),
  accuracyOf: 'of',
  noMeanYet:
    'The interval of the mean needs the number of rows, which the seller does not state. It is shown from your first purchase on, by the count that you hold then.',
  badAccuracy: (typed: string) => `“${typed}” is no half-width.`,
  badAccuracyHint: 'Write a decimal above 0, such as 0.5.',
  least: (level: string) => `${level} is the least that gives it.`,
  about: (text: string) => `≈ ${text}`,
  of: (a: string, b: string) => `${a} of ${b}`,
  noCap: (a: string) => `${a} · no cap`,
  step: (a: string, b: string) => `${a} → ${b}`,
};
