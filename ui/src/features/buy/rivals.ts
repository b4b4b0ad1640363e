import type { OrderView } from '../../platform/types/OrderView';

/** The other waiting orders that begin where this one does: only one of them can be approved. */
export function rivals(order: OrderView, orders: readonly OrderView[]): OrderView[] {
  const waits = (one: OrderView) => one.status === 'pending' && one.stale === null;
  if (!waits(order)) return [];
  return orders.filter(
    (one) =>
      waits(one) &&
      one.id !== order.id &&
      one.listing === order.listing &&
      one.from_micro_epsilon === order.from_micro_epsilon,
  );
}
