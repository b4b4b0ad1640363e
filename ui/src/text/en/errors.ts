import type { ErrorCode } from '../../platform/types/ErrorCode';
import type { ErrorPlace } from '../../platform/types/ErrorPlace';
import type { Money } from '../../platform/types/Money';
import type { QueryErrorCode } from '../../platform/types/QueryErrorCode';

/** The error, then the way out. Not the particulars: those are in the host's own message. */
export type Sentences = readonly [string, string?];
/** How amounts, days, levels and half-widths in a sentence are written. */
export type Writes = {
  money: (amount: Money) => string;
  day: (day: string) => string;
  level: (micro: number) => string;
  accuracy: (halfWidth: string, unit: string) => string;
};
/** Codes whose sentences the host has in each language. */
export type SaidByHost = Exclude<
  QueryErrorCode,
  | 'bounds'
  | 'file-not-utf8'
  | 'filter'
  | 'is-a-folder'
  | 'no-law'
  | 'no-person-column'
  | 'no-step'
  | 'no-step-advised'
  | 'not-a-number'
  | 'protect'
  | 'rows-per-person'
  | 'zero-epsilon'
>;
/** The sentences for each of the host's other errors. */
export type Says = Record<Exclude<ErrorCode, SaidByHost>, Sentences>;

export const errors = {
  /** None where the host's own message is in the language of the window already. */
  says: (_code: ErrorCode): Sentences | null => null,
  /** Whether those sentences say all that the host's own message says. */
  isWhole: (_code: ErrorCode): boolean => false,
  /** The sentences for an error whose place is known; none where the host's own say it. */
  at: (_place: ErrorPlace, _code: ErrorCode | undefined, _writes: Writes): Sentences | null => null,
  window: [
    'The window made a mistake.',
    'What is stored is unharmed. Close the app and open it again.',
  ] as Sentences,
};
