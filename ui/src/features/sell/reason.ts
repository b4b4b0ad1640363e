// The reason of a withdrawal, also of one by which a listing is corrected.

import { slip, type Problem } from '../../lib/error';
import { t } from '../../text';

/** What is wrong with a reason that is blank, in the field `reason`. */
export function lackingReason(reason: string): Problem | null {
  if (reason.trim() !== '') return null;
  return { ...slip(t.listings.needsReason, t.listings.needsReasonHint), field: 'reason' };
}
