/** The scale for ε. */
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
    'The interval of the mean needs the number of rows, which the seller does not state. After your first purchase it is shown with the count that you hold.',
  badAccuracy: (typed: string) => `“${typed}” is not a half-width.`,
  badAccuracyHint: 'Enter a number above 0, such as 0.5.',
  least: (level: string) => `${level} is the lowest level for it.`,
  about: (text: string) => `≈ ${text}`,
  of: (a: string, b: string) => `${a} of ${b}`,
  noCap: (a: string) => `${a} · no cap`,
  step: (a: string, b: string) => `${a} → ${b}`,
};
