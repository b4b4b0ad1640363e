import type { ErrorCode } from '../platform/types/ErrorCode';
import type { ErrorView } from '../platform/types/ErrorView';
import { t } from '../text';

/**
 * An error as the window keeps it: the host's, a slip that it noticed itself (in its own words), or
 * a fault of its own.
 */
export type Problem = Omit<ErrorView, 'code'> & { code: ErrorCode | 'slip' | 'window' };

/**
 * The host names what is typed by the command line's options; the window names it by its own
 * labels.
 */
export function inWindow(text: string): string {
  const labels: Record<string, string> = t.options.labels;
  // An example is what is typed into the field, without the option's name.
  const plain = text.replace(
    /such as --([a-z]+(?:-[a-z]+)*) (?=\S)/g,
    (all: string, name: string) => (name in labels ? 'such as ' : all),
  );
  return plain.replace(/--([a-z]+(?:-[a-z]+)*)/g, (option: string, name: string) => {
    const label = labels[name];
    return label === undefined ? option : t.options.named(label);
  });
}

function isOfHost(thrown: unknown): thrown is ErrorView {
  if (typeof thrown !== 'object' || thrown === null) return false;
  const { code, message, hints } = thrown as Partial<ErrorView>;
  return typeof code === 'string' && typeof message === 'string' && Array.isArray(hints);
}

/** What an old copy of a home is refused for. */
const BEHIND: ReadonlySet<Problem['code']> = new Set<Problem['code']>([
  'behind-market',
  'behind-mark',
  'behind-order',
]);

/** Whether the home is an old copy of itself, and may catch up. */
export function isBehind({ code }: Pick<Problem, 'code'>): boolean {
  return BEHIND.has(code);
}

/** Whatever was thrown, as a problem. */
export function asError(thrown: unknown): Problem {
  if (isOfHost(thrown)) return { code: thrown.code, message: thrown.message, hints: thrown.hints };
  const message =
    typeof thrown === 'object' && thrown !== null && 'message' in thrown ? thrown.message : thrown;
  return { code: 'window', message: String(message), hints: [] };
}

/** An error of the window's own, for what can be seen to be wrong before the host is asked. */
export function slip(message: string, ...hints: string[]): Problem {
  return { code: 'slip', message, hints };
}
