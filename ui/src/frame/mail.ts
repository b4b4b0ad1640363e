// Received files: each is shown on its page.

import type { ReceivedMail } from '../platform/types/ReceivedMail';
import type { Route } from '../route.svelte';
import { t } from '../text';
import { shell } from '../lib/shell.svelte';

/** Keeps what was received for the pages that show it. Returns the page of the last file. */
export function show(received: ReceivedMail[]): Route | null {
  let place: Route | null = null;
  const words = t.mail.received;
  for (const one of received) {
    if (one.kind === 'listing') place = { name: 'listing', of: one.listing.id };
    else if (one.kind === 'order') {
      place = { name: 'inbox' };
      const text = one.order
        ? words.order(one.order.title, one.order.contact ?? one.order.buyer_name)
        : words.orderWaits;
      shell.answered = [...shell.answered, text];
    } else {
      place = { name: 'orders' };
      shell.collected = one.collected ?? shell.collected;
    }
  }
  return place;
}
