// The errors of a form, each at its field until it is put right.

import { fieldOf, place, type Placed, type Problem, type Signs } from './error';

/** The errors of a form that still hold: placed, and all of them. */
export type Wrong<Name extends string> = {
  readonly now: Placed<Name>;
  readonly all: readonly Problem[];
};

/**
 * Places the errors of a form at its fields. A slip holds until its field changes, or its row of
 * that field. An error of the host holds until any value changes, because the host judged all of
 * them together. An error that is gone does not come back when the change is undone.
 *
 * `values` has the value of each field, and other values that the host judges with them.
 */
export function atFields<Name extends string>(
  problems: () => readonly (Problem | null)[],
  fields: () => Signs<Name>,
  values: () => Record<NoInfer<Name>, unknown> & Record<string, unknown>,
): Wrong<Name> {
  /** The value at which each error was found; `null` once it has changed. */
  const found = new WeakMap<Problem, string | null>();
  const all = $derived.by(() => {
    const [of, now] = [fields(), values()];
    const told = problems().filter((problem) => problem !== null);
    const valueOf = (problem: Problem) => {
      const name = problem.code === 'slip' ? fieldOf(problem, of) : null;
      const value: unknown = name === null ? now : now[name];
      const row = problem.row ?? null;
      return JSON.stringify(row !== null && Array.isArray(value) ? value[row] : value) ?? '';
    };
    for (const problem of told) {
      const before = found.get(problem);
      const value = valueOf(problem);
      if (before === undefined) found.set(problem, value);
      else if (before !== value) found.set(problem, null);
    }
    return told.filter((problem) => found.get(problem) !== null);
  });
  const now = $derived(place(all, fields()));
  return {
    get now() {
      return now;
    },
    get all() {
      return all;
    },
  };
}
