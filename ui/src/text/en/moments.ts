import type { VariableRole } from '../../platform/types/VariableRole';
import { count, counted } from '../digits';

/** Moments: their form, and the figures that a holder computes from them. */
export const moments = {
  variables: 'Variables',
  variablesHint:
    'Buyers compute the mean of each variable, and with squares also standard deviations, correlations and regressions. A row counts if no variable is missing.',
  variableNumber: (n: number) => `Variable ${count(n)}`,
  addVariable: 'Add a variable',
  role: 'Role',
  roles: {
    squares: 'with standard deviation',
    'two-valued': 'one of two values',
    'mean-only': 'mean only',
  } satisfies Record<VariableRole, string>,
  roleHints: {
    squares: 'A number beyond a bound counts as the bound. State plausible bounds, not the data’s.',
    'two-valued':
      'Of two texts the mean is the share of the second one. A row with any other value does not count.',
    'mean-only':
      'Without its square there is no standard deviation, no correlation and no regression.',
  } satisfies Record<VariableRole, string>,
  low: 'Lower bound',
  high: 'Upper bound',
  oneValue: 'One value',
  otherValue: 'The other value',
  groups: 'Groups',
  groupNumber: (n: number) => `Grouped by column ${count(n)}`,
  groupsHint:
    'All figures are computed for each group, and the rest is the group “other”. Without a column all rows are one group.',
  addGroup: 'Group by a column',
  cost: 'What each column costs',
  numbers: (values: number, steps: number) =>
    `${counted(values, 'value')} in an answer. One unit changes them by at most ${counted(steps, 'step')}.`,
  choice: 'Choice',
  values: 'Values',
  noise: 'Noise on the rows of a group at ε 1',
  noiseOnRows: 'The noise on the rows of a group',
  asStated: 'As stated',
  changes: {
    'variable-less': (column: string) => `Without the variable ${column}`,
    'variable-more': (column: string) => `With ${column} as one more variable`,
    'group-less': (column: string) => `Not grouped by ${column}`,
    'group-more': (column: string) => `Also grouped by ${column}`,
  },
  costHint:
    'The noise on the other figures of a group grows with it. More groups have fewer rows each. Figures of several groups together have the noise of all of them.',
};
