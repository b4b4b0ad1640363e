// What arrived while the home is open: shown in the window, and told on the desktop in a line or two.

import { platform, type Arrived } from '../platform';
import { t } from '../text/index.svelte';
import { shell } from './shell.svelte';
import { works } from './work.svelte';

/** The lines for the desktop: one a kind of thing, by name where there is one of it. */
export function lines({ orders, approved, deliveries }: Pick<Arrived, 'orders' | 'approved' | 'deliveries'>): string[] {
  const said: string[] = [];
  const [order, used] = [orders[0], approved[0]];
  if (order && orders.length === 1) said.push(t.rules.notify.order(order.contact ?? order.buyer_name, order.title));
  else if (order) said.push(t.rules.notify.orders(orders.length));
  if (used && approved.length === 1) said.push(t.rules.notify.approved(used.contact ?? used.buyer_name, used.title));
  else if (used) said.push(t.rules.notify.manyApproved(approved.length));
  if (deliveries > 0) said.push(t.rules.notify.deliveries(deliveries));
  return said;
}

/** Something arrived. */
export function arrived(what: Arrived): void {
  // Of a home that was closed meanwhile nothing is told.
  if (!shell.home) return;
  shell.approved = [...what.approved].reverse().concat(shell.approved);
  shell.stopped = what.stopped;
  for (const line of lines(what)) platform.notify(line).catch(() => undefined);
}

/** The home was closed. */
export function forget(): void {
  works.forget();
  shell.pending = 0;
  shell.alarms = 0;
  shell.deliveries = 0;
  shell.alarms = 0;
  shell.approved = [];
  shell.stopped = null;
}
