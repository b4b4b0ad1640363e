import { t } from '../../text';
import { slip, type Problem } from '../../lib/error';

/**
 * What is wrong with a new passphrase, typed twice, as far as it can be seen before the host is
 * asked.
 */
export function wrongWith(passphrase: string, again: string, fewest: number): Problem | null {
  // As the host counts: characters, not the halves of them.
  if ([...passphrase].length < fewest) return slip(t.firstRun.short(fewest), t.firstRun.shortHint);
  return passphrase === again ? null : slip(t.firstRun.differ, t.firstRun.differHint);
}
