import type { ListingView } from '../platform/types/ListingView';

/**
 * Whether nothing more of a listing is sold: to this home, or, of its own, above what it sold
 * already.
 */
export function isSoldOut(listing: ListingView): boolean {
  const { mine, loss_micro_epsilon: sold, held: held } = listing;
  const from = mine ? (sold ?? 0) : held;
  return listing.ceiling - from < listing.grain;
}
