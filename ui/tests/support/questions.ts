// Questions of tests.

import type { Question } from '../../src/platform/types/Question';

/** The number of all rows. */
export const ROWS: Question = { kind: 'count', filters: [] };

/** A mean of hours. */
export const HOURS: Question = {
  kind: 'mean',
  column: 'hours',
  filters: [],
  bounds: ['0', '80'],
  step: '0.5',
  missing: 'excluded',
  public_rows: null,
};
