// The sides of an audit's comparisons as data.

import type { AuditSide } from '../platform/types/AuditSide';

/** A hash, a root or an id in a side, which can be compared elsewhere: the last one. */
export function hashIn(side: AuditSide): string | undefined {
  const texts = side.with.flatMap((one) => (one.kind === 'text' ? [one.value] : []));
  return texts.findLast((text) => /^\S{24,}$/.test(text));
}
