// The orders that wait, as the window groups them.

import type { InboxItem } from '../../platform/types/InboxItem';
import type { OrderView } from '../../platform/types/OrderView';

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
