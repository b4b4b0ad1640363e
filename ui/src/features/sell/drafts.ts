// Drafts that were left, until the window is closed. Of listings a home has one draft of its own,
// and beside it one that is a copy of a listing, so that a copy never takes the place of the other.

import { written, type Typed } from './draft';

type Kind = 'own' | 'copy';
const kept = new Map<string, Partial<Record<Kind, Typed | undefined>>>();

const kindOf = ({ copyOf }: Typed): Kind => (copyOf === null ? 'own' : 'copy');

/** Drafts left in a home in which something was typed, the copy first. */
export function keptDrafts(home: string): Typed[] {
  const { own, copy } = kept.get(home) ?? {};
  return [copy, own].flatMap((typed) => (typed && written(typed) ? [typed] : []));
}

/** Keeps a draft in place of the one of its kind. */
export function keepDraft(home: string, typed: Typed): void {
  kept.set(home, { ...kept.get(home), [kindOf(typed)]: typed });
}

/** Drops the draft of the same kind. */
export function dropDraft(home: string, typed: Typed): void {
  kept.set(home, { ...kept.get(home), [kindOf(typed)]: undefined });
}

/** Reasons to decline an order that were typed and not sent, by home and order. */
export const reasons = new Map<string, string>();
