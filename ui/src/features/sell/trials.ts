// Drafts of moments with one column more or less, by which the form tells what it costs.

import type { ColumnView } from '../../platform/types/ColumnView';
import type { ListingForm } from '../../platform/types/ListingForm';
import { GROUPS, VARIABLES } from '../../platform/types/kindOptions';
import type { Text } from '../../text/shape';
import { rolesOf, unbinned, unbounded } from './draft';

export type Change = keyof Text['moments']['changes'];

/** A draft that differs in one column. */
export type Trial = { change: Change; column: string; form: ListingForm };

/** Two different values, as a column of numbers or of texts may have them. */
const TWO: [string, string] = ['0', '1'];

/**
 * The drafts that differ from this one in the last variable or group column, or in one more. The
 * noise on the rows does not depend on a variable's bounds or values, so one more has any.
 */
export function trialsOf(form: ListingForm, columns: ColumnView[]): Trial[] {
  const { variables, groups } = form;
  const used = [...variables, ...groups].map(({ column }) => column);
  const left = columns.find(
    ({ name, column_type }) => !used.includes(name) && rolesOf(column_type).length > 0,
  );
  const trials: Trial[] = [];
  const put = (change: Change, column: string, changed: Partial<ListingForm>) =>
    trials.push({ change, column, form: { ...form, ...changed } });
  const [last, by] = [variables.at(-1), groups.at(-1)];
  if (last && variables.length > VARIABLES.least)
    put('variable-less', last.column, { variables: variables.slice(0, -1) });
  if (left && variables.length < VARIABLES.most) {
    const one = unbounded(left.name, rolesOf(left.column_type)[0]);
    const [low, high] = TWO;
    put('variable-more', left.name, {
      variables: [...variables, { ...one, low, high, values: TWO }],
    });
  }
  if (by) put('group-less', by.column, { groups: groups.slice(0, -1) });
  if (left && groups.length < GROUPS.most) {
    const bins = left.values.length > 0 ? [] : [...TWO];
    put('group-more', left.name, { groups: [...groups, { ...unbinned(left.name), bins }] });
  }
  return trials;
}
