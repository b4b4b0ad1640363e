import { platform } from '../platform';
import type { Seat } from '../platform/types/Seat';
import type { Route } from '../route.svelte';
import type { Text } from '../text/shape';

/** What a step asks to be done: its words, and how much of it is left to do. */
export type Act = { words: keyof Text['sample']['acts']; left: () => Promise<number> };

/** A step of the tour: what it is about, from which seat it is seen, and where. */
export type Step = {
  about: keyof Text['sample']['steps'];
  seat: Seat;
  place: Route;
  /** What later steps show the result of: the tour waits for it. */
  act?: Act;
};

const APPROVE: Act = { words: 'approve', left: async () => (await platform.inbox()).length };
const COLLECT: Act = { words: 'arrive', left: () => platform.deliveries() };

/** From the data to the auditor, in the order of a sale. */
export const STEPS: readonly Step[] = [
  { about: 'data', seat: 'clinic', place: { name: 'listings' } },
  { about: 'approve', seat: 'clinic', place: { name: 'inbox' }, act: APPROVE },
  { about: 'arrive', seat: 'insurer', place: { name: 'orders' }, act: COLLECT },
  { about: 'hold', seat: 'insurer', place: { name: 'holdings' } },
  { about: 'check', seat: 'auditor', place: { name: 'verify' } },
];

/** First page of each seat, where no step says it. */
export const FIRST: Record<Seat, Route> = {
  clinic: { name: 'inbox' },
  insurer: { name: 'orders' },
  auditor: { name: 'verify' },
};
