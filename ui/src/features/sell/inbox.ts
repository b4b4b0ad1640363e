// The orders that wait, as the window groups them, and how far the home can answer them.

import { isBehind } from '../../lib/error';
import type { InboxItem } from '../../platform/types/InboxItem';
import type { LogStanding } from '../../platform/types/LogStanding';
import type { OrderView } from '../../platform/types/OrderView';

/**
 * Whether the home can answer an order. An old copy may already have answered it. `later`: the home
 * must catch up first. `unconfirmed`: its owner must first confirm that it is the newest copy.
 * `never`: it has stopped selling.
 */
export type Answering = 'now' | 'later' | 'unconfirmed' | 'never';

/** How far the home can answer an order. */
export function canAnswer({ problem }: InboxItem, standing: LogStanding | null): Answering {
  const state = standing?.state;
  if (state === 'unconfirmed') return state;
  if (state === 'behind' || state === 'lacking') return 'later';
  if (problem !== null && isBehind(problem)) return 'later';
  return problem?.code === 'sells-no-more' || problem?.code === 'two-histories' ? 'never' : 'now';
}

/** Orders for one population that fit under its cap one by one, and not together. */
type Unfit = { population: string; orders: OrderView[]; after: number; cap: number };

/** The orders that do not fit together, population by population. */
export function unfit(items: InboxItem[]): Unfit[] {
  const groups = new Map<string, Unfit>();
  for (const { population, order, together, cap_micro_epsilon: cap } of items) {
    if (together === null) continue;
    const group = groups.get(population);
    if (group) group.orders.push(order);
    else
      groups.set(population, {
        population,
        orders: [order],
        after: together.population_loss_after,
        cap,
      });
  }
  return [...groups.values()];
}
