import type { Seat } from '../platform/types/Seat';
import type { Route } from '../route.svelte';
import type { Text } from '../text/shape';

/** A step of the tour: what it is about, from which seat it is seen, and where. */
export type Step = { about: keyof Text['sample']['steps']; seat: Seat; place: Route };

/** From the data to the auditor, in the order of a sale. */
export const STEPS: readonly Step[] = [
  { about: 'data', seat: 'clinic', place: { name: 'listings' } },
  { about: 'approve', seat: 'clinic', place: { name: 'inbox' } },
  { about: 'arrive', seat: 'insurer', place: { name: 'orders' } },
  { about: 'hold', seat: 'insurer', place: { name: 'holdings' } },
  { about: 'check', seat: 'auditor', place: { name: 'verify' } },
];

/** First page of each seat, where no step says it. */
export const FIRST: Record<Seat, Route> = {
  clinic: { name: 'inbox' },
  insurer: { name: 'orders' },
  auditor: { name: 'verify' },
};
