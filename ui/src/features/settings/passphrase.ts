import { t } from '../../text';
import { slip, type Problem } from '../../lib/error';
import type { ErrorCode } from '../../platform/types/ErrorCode';

/** Host errors of a new passphrase. */
export const OF_A_NEW_PASSPHRASE = [
  'empty-passphrase',
  'short-passphrase',
  'recovery-key-as-passphrase',
] as const satisfies ErrorCode[];

/**
 * Error in a new passphrase, typed twice, as far as it can be seen before the host is
 * asked.
 */
export function wrongWith(passphrase: string, again: string, fewest: number): Problem | null {
  // As the host counts: characters, not the halves of them.
  if ([...passphrase].length < fewest)
    return { ...slip(t.firstRun.short(fewest), t.firstRun.shortHint), field: 'passphrase' };
  if (passphrase === again) return null;
  return { ...slip(t.firstRun.differ, t.firstRun.differHint), field: 'again' };
}
