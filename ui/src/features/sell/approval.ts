// An approval, from the decision to the signed receipt.

import { slipAt } from '../../lib/error';
import { money } from '../../lib/format';
import type { Work } from '../../lib/work.svelte';
import { platform } from '../../platform';
import type { OrderView } from '../../platform/types/OrderView';
import type { Settlement } from '../../platform/types/Settlement';
import { t } from '../../text';

/** Time in which an approval can be undone, in milliseconds: until then nothing is signed. */
export const UNDO = 10_000;

/** Settlement of a sale; nothing is answered before a person does. */
export type Settling = { settlement: Settlement | ''; reference: string };

/** Nothing but the order's own reference, by which its payment is known. */
export const settlingOf = (order: OrderView): Settling => ({
  settlement: '',
  reference: order.reference ?? '',
});

/**
 * Approves an order after the time in which it can be undone; gives what is said of it then. A sale
 * at no price is free, whatever is said.
 */
export async function approve(
  work: Work<string>,
  order: OrderView,
  { settlement, reference }: Settling,
): Promise<string | undefined> {
  const settled = Number(order.price.minor) > 0 ? settlement : 'free';
  if (settled === '') {
    work.error = slipAt('settlement', t.inbox.needsSettlement);
    return undefined;
  }
  work.error = null;
  const buyer = order.contact ?? order.buyer_name;
  return work.run(async (call) => {
    const receipt = await platform.approve(order.id, settled, reference.trim(), call);
    const price = settled === 'free' ? t.books.settlements.free : money(receipt.price);
    return t.inbox.approved(receipt.number, buyer, price);
  }, UNDO);
}
