// Drafts of listings that were left, one a home, until the window is closed.

import type { Typed } from './draft';

const kept = new Map<string, Typed>();

/** The draft left in a home. */
export function keptDraft(home: string): Typed | undefined {
  return kept.get(home);
}

export function keepDraft(home: string, typed: Typed): void {
  kept.set(home, typed);
}

export function dropDraft(home: string): void {
  kept.delete(home);
}
