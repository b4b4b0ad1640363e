// What arrived while the home is open: shown in the window, and told on the desktop in a line or
// two.

import { platform } from '../platform';
import type { Arrived } from '../platform/types/Arrived';
import type { Route } from '../route.svelte';
import { t } from '../text';
import { shell } from '../lib/shell.svelte';

/** A line for the desktop, and the place where what it tells of is to be found. */
export type Line = { line: string; place: Route };

/** The lines for the desktop: one a kind of thing, by name where there is one of it. */
export function lines({
  orders,
  approved,
  deliveries,
  collected,
}: Pick<Arrived, 'orders' | 'approved' | 'deliveries' | 'collected'>): Line[] {
  const said: Line[] = [];
  const words = t.rules.notify;
  const [order, used] = [orders[0], approved[0]];
  if (order) {
    const one = orders.length === 1;
    said.push({
      line: one
        ? words.order(order.contact ?? order.buyer_name, order.title)
        : words.orders(orders.length),
      place: { name: 'inbox' },
    });
  }
  if (used) {
    const one = approved.length === 1;
    said.push({
      line: one
        ? words.approved(used.contact ?? used.buyer_name, used.title)
        : words.manyApproved(approved.length),
      place: { name: 'inbox' },
    });
  }
  const [came] = collected?.releases ?? [];
  if (collected && came)
    said.push({
      line:
        collected.releases.length === 1
          ? words.arrived(came.title)
          : words.manyArrived(collected.releases.length),
      place: { name: 'orders' },
    });
  if (deliveries > 0) said.push({ line: words.deliveries(deliveries), place: { name: 'orders' } });
  return said;
}

/**
 * Tells it; whoever clicks on the line is shown what it tells of, if its home is still the one that
 * is open.
 */
async function tell(
  { line, place }: Line,
  home: string,
  go: (place: Route) => void,
): Promise<void> {
  if ((await platform.notify(line, t.rules.notify.open)) && shell.home?.dir === home) go(place);
}

/** Arrivals in a home that the window does not show: not yet, or no longer. */
let early: Arrived[] = [];

/** Something arrived; `go` shows a place. */
export function arrived(what: Arrived, go: (place: Route) => void): void {
  if (shell.home?.dir !== what.home) {
    early.push(what);
    return;
  }
  shell.approved = [...what.approved].reverse().concat(shell.approved);
  shell.stopped = what.stopped;
  if (what.collected) shell.collected = what.collected;
  for (const line of lines(what)) tell(line, what.home, go).catch(() => undefined);
}

/** A home is shown: what arrived in it before is told now. */
export function opened(go: (place: Route) => void): void {
  const waiting = early;
  early = [];
  for (const what of waiting) if (what.home === shell.home?.dir) arrived(what, go);
}
