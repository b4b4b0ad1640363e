import type { ErrorCode } from '../platform/types/ErrorCode';
import type { ErrorView } from '../platform/types/ErrorView';
import type { NumberOf } from '../platform/types/NumberOf';

/**
 * An error as the window keeps it: the host's, a slip that it noticed itself (in its own words), or
 * a fault of its own.
 */
export type Problem = Omit<ErrorView, 'code'> & {
  code: ErrorCode | 'slip' | 'window';
  /** The field that a slip is in, as its form calls it. */
  field?: string;
};

/**
 * Identifies the error of a field: by its code, or by the part and field of the request, which is a
 * document's text, an amount or a number.
 */
export type FieldSign = ErrorCode | `text:${string}` | `amount:${string}` | `number:${NumberOf}`;

/** Whether an error is known by one of these. */
function isKnown({ code, at }: Problem, signs: readonly FieldSign[]): boolean {
  const part = at && 'field' in at ? `${at.part}:${at.field}` : code;
  const number = at?.part === 'number' ? `number:${at.of}` : code;
  return signs.some((sign) => sign === code || sign === part || sign === number);
}

/**
 * Field of a form that an error is of, by its code or its text; `rest` has it where it is of none.
 * So it stands where it is to be put right, once.
 */
export function place<Name extends string>(
  problem: Problem | null | undefined,
  fields: Record<Name, readonly FieldSign[]>,
): Record<Name | 'rest', Problem | null> {
  const names = Object.keys(fields) as Name[];
  const at = names.find(
    (name) => problem && (problem.field === name || isKnown(problem, fields[name])),
  );
  const placed = names.map((name) => [name, name === at ? problem : null]);
  return Object.fromEntries([
    ...placed,
    ['rest', at === undefined ? (problem ?? null) : null],
  ]) as Record<Name | 'rest', Problem | null>;
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

/** An error of the window's own, for what can be seen to be wrong before the host is asked. */
export function slip(message: string, ...hints: string[]): Problem {
  return { code: 'slip', message, hints };
}
