import type { ErrorCode } from '../platform/types/ErrorCode';
import type { ErrorView } from '../platform/types/ErrorView';
import type { NumberOf } from '../platform/types/NumberOf';

/**
 * An error as the window keeps it: the host's, a slip that it noticed itself (in its own words), or
 * a fault of its own.
 */
export type Problem = Omit<ErrorView, 'code' | 'also'> & {
  code: ErrorCode | 'slip' | 'window';
  /** The field that a slip is in, as its form calls it. */
  field?: string;
  /** The row of that field, from 0, if the field is a list. */
  row?: number;
};

/**
 * Identifies the error of a field: by its code; by the part and field of the request, which is a
 * document's text, an amount, a line about a party, a number, or the terms of invoices; or by the
 * name of what it is of.
 */
export type FieldSign =
  | ErrorCode
  | `text:${string}`
  | `amount:${string}`
  | `party:${string}`
  | `number:${NumberOf}`
  | 'terms:days'
  | 'terms:prefix'
  | `of:${string}`;

/** The signs of an error besides its code. */
function signsOf({ at, of }: Problem): string[] {
  const signs = of === undefined ? [] : [`of:${of}`];
  if (at === undefined) return signs;
  if ('field' in at) signs.push(`${at.part}:${at.field}`);
  if (at.part === 'number') signs.push(`number:${at.of}`);
  if (at.part === 'invoice-terms')
    signs.push(at.fault.is === 'days' ? 'terms:days' : 'terms:prefix');
  return signs;
}

/** Whether an error is known by one of these. */
function isKnown(problem: Problem, signs: readonly FieldSign[]): boolean {
  const all = [problem.code, ...signsOf(problem)];
  return signs.some((sign) => all.includes(sign));
}

/** The fields of a form, each with the signs of its errors from the host. */
export type Signs<Name extends string> = Record<Name, readonly FieldSign[]>;

/** The first error of each field; `rest` is the first of no field. */
export type Placed<Name extends string> = Record<Name | 'rest', Problem | null>;

/** Returns the field that an error is of, by its name or its sign, or `null`. */
export function fieldOf<Name extends string>(problem: Problem, fields: Signs<Name>): Name | null {
  const names = Object.keys(fields) as Name[];
  return names.find((name) => problem.field === name || isKnown(problem, fields[name])) ?? null;
}

/** Returns the errors of one field. */
export const allAt = <Name extends string>(
  problems: readonly Problem[],
  name: Name,
  fields: Signs<Name>,
): Problem[] => problems.filter((problem) => fieldOf(problem, fields) === name);

/** Places the errors of a form: each stands once, at the field where it is to be put right. */
export function place<Name extends string>(
  problems: readonly (Problem | null | undefined)[],
  fields: Signs<Name>,
): Placed<Name> {
  const placed: Partial<Record<string, Problem>> = {};
  for (const problem of problems) {
    if (problem) placed[fieldOf(problem, fields) ?? 'rest'] ??= problem;
  }
  const names = [...Object.keys(fields), 'rest'];
  return Object.fromEntries(names.map((name) => [name, placed[name] ?? null])) as Placed<Name>;
}

function isOfHost(thrown: unknown): thrown is ErrorView {
  if (typeof thrown !== 'object' || thrown === null) return false;
  const { code, message, hints } = thrown as Partial<ErrorView>;
  return typeof code === 'string' && typeof message === 'string' && Array.isArray(hints);
}

/** Codes with which an old copy of a home is refused. */
const BEHIND: ReadonlySet<Problem['code']> = new Set<Problem['code']>([
  'behind-market',
  'behind-mark',
  'behind-own',
  'behind-order',
]);

/** Whether the home is an old copy of itself, and may catch up. */
export function isBehind({ code }: Pick<Problem, 'code'>): boolean {
  return BEHIND.has(code);
}

/** Whatever was thrown, as a problem. */
export function asError(thrown: unknown): Problem {
  if (isOfHost(thrown)) {
    const { code, message, hints, at, of, german } = thrown;
    return {
      code,
      message,
      hints,
      ...(at && { at }),
      ...(of !== undefined && { of }),
      ...(german && { german }),
    };
  }
  const message =
    typeof thrown === 'object' && thrown !== null && 'message' in thrown ? thrown.message : thrown;
  return { code: 'window', message: String(message), hints: [] };
}

/** Whatever was thrown, as the problems of all fields that the host found wrong. */
export function asErrors(thrown: unknown): Problem[] {
  const others = isOfHost(thrown) ? (thrown.also ?? []) : [];
  return [thrown, ...others].map(asError);
}

/** An error of the window's own, for what can be seen to be wrong before the host is asked. */
export function slip(message: string, ...hints: string[]): Problem {
  return { code: 'slip', message, hints };
}

/** An error of the window's own in a field of its form. */
export const slipAt = (field: string, message: string, ...hints: string[]): Problem => ({
  ...slip(message, ...hints),
  field,
});
