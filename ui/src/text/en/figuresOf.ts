import { count } from '../digits';

/** Figures that a holder computes from moments. */
export const figuresOf = {
  title: 'Groups, correlations and regressions',
  intro:
    'Computed from your answer, for free and without privacy loss. At a higher level all of them are more exact.',
  level: 'Level',
  interval: (low: string, high: string) => `${low} to ${high}`,
  tooUncertain: 'too uncertain',
  tooUncertainBelow: (level: string) => `too uncertain; try about ε ${level}`,
  notAsked: '—',

  groups: (level: string) => `Groups, at ${level}`,
  groupsBy: (columns: string) => `Groups by ${columns}`,
  allRows: (level: string) => `Means, at ${level}`,
  allRowsOf: 'Means of all rows',
  everyRow: 'all rows',
  variable: 'Variable',
  rows: 'rows',
  mean: 'Mean',
  deviation: 'Standard deviation',
  sum: 'Sum',
  shareOf: (value: string, column: string) => `share of ${value} in ${column}`,
  together: (groups: number) => `${count(groups)} groups together`,
  merge: 'Merge the ticked groups',
  part: 'Show every group again',
  clamped:
    'All figures are of clamped values: a number beyond a bound of the listing counts as the bound. Rows with a missing variable are left out.',
  divisor: 'Standard deviations have the number of rows as the divisor.',
  mergedNoise: 'Figures of merged groups have the noise of all of them.',

  correlations: (level: string) => `Correlations, at ${level}`,
  correlationsOf: 'Correlations of the variables',
  itself: '1',
  heat: 'The darker a cell, the farther its correlation is from 0: green above 0, ochre below.',
  overAll: 'They are over all groups.',

  fit: (level: string) => `Regression, at ${level}`,
  response: 'Response',
  predictors: 'Predictors',
  factors: 'Factors',
  withoutOther: 'Leave out the rows in “other”',
  choose: 'Choose a predictor or a factor.',
  noFit: 'The coefficients are too uncertain.',
  noFitBelow: (level: string) =>
    `The coefficients are too uncertain at this level. Try about ε ${level}.`,
  coefficients: 'Coefficients of the regression',
  term: 'Term',
  intercept: 'intercept',
  estimate: 'Estimate, noise interval',
  standardError: 'Standard error',
  both: 'Both together (95%)',
  rSquared: 'R²',
  residuals: 'residual standard deviation',
  withoutInterval: 'without a noise interval',
  noisyRows: 'rows, with noise',
  line: (response: string, predictor: string) => `Fitted ${response} by ${predictor}`,
  fitted: (fitted: string, interval: string) => `${fitted}, ${interval}`,
  bothHow:
    'The noise interval contains the coefficient of this table. Both together are an interval for a wider public of which the table is a sample, if the model holds.',
  noStandardErrors: 'There are no standard errors: rows of one person are not independent.',
  noP: 'There are no p-values: the noise is not part of their calculation.',
  afterwards:
    'Intervals of models that are chosen after looking at others hold each by itself, not all at once.',
};
