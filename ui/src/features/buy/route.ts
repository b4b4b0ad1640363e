import { isOneOf, type Address } from '../../lib/address';

const PLAIN = ['market', 'orders', 'holdings'] as const;
const OF_ONE = ['listing', 'holding'] as const;

/** A screen of a person who buys. `of` is the id of a listing or of its question. */
export type BuyRoute =
  { name: (typeof PLAIN)[number] } | { name: (typeof OF_ONE)[number]; of: string };

/** The screens that the sidebar names. */
export type BuyEntry = (typeof PLAIN)[number];

/** The entry under which each screen belongs. */
export const BUY_ENTRIES: Record<BuyRoute['name'], BuyEntry> = {
  market: 'market',
  listing: 'market',
  orders: 'orders',
  holdings: 'holdings',
  holding: 'holdings',
};

export function buyRoute({ name, of }: Address): BuyRoute | null {
  if (isOneOf(OF_ONE, name)) return of === null ? null : { name, of };
  return isOneOf(PLAIN, name) ? { name } : null;
}
