// The reason of a withdrawal, also of one by which a listing is corrected.

import type { Problem } from '../../lib/error';
import { slipIf } from '../../lib/slips';
import { t } from '../../text';

/** The slip of a reason that is blank. */
export const lackingReason = (reason: string): Problem[] =>
  slipIf(reason.trim() === '', 'reason', t.listings.needsReason, t.listings.needsReasonHint);
