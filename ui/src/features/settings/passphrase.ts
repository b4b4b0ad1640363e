import { t } from '../../text';
import type { Problem } from '../../lib/error';
import { slipIf } from '../../lib/slips';
import type { ErrorCode } from '../../platform/types/ErrorCode';

/** Host errors of a new passphrase. */
export const OF_A_NEW_PASSPHRASE = [
  'empty-passphrase',
  'short-passphrase',
  'recovery-key-as-passphrase',
] as const satisfies ErrorCode[];

/**
 * Errors in a new passphrase, typed twice, as far as they can be seen before the host is asked.
 */
export const wrongWith = (passphrase: string, again: string, fewest: number): Problem[] => [
  // As the host counts: characters, not the halves of them.
  ...slipIf(
    [...passphrase].length < fewest,
    'passphrase',
    t.firstRun.short(fewest),
    t.firstRun.shortHint,
  ),
  ...slipIf(passphrase !== again, 'again', t.firstRun.differ, t.firstRun.differHint),
];
