// Moments of a listing, and the unit of each of their estimates.

import type { ListingView } from '../platform/types/ListingView';
import type { Moments } from '../platform/types/Moments';

/** The moments that a listing is of; `null` if it is of another kind. */
export function momentsOf({ query_parts: of }: Pick<ListingView, 'query_parts'>): Moments | null {
  return of.kind === 'moments' ? of : null;
}

/**
 * The unit of the estimate of that index. Of moments each group has its rows, and then the mean of
 * each variable, which has no unit.
 */
export function unitAt(listing: Pick<ListingView, 'query_parts' | 'unit'>, index: number): string {
  const moments = momentsOf(listing);
  return moments === null || index % (1 + moments.variables.length) === 0 ? listing.unit : '';
}
