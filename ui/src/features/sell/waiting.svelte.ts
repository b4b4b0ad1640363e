import { reading, type Read } from '../../lib/task.svelte';
import { platform } from '../../platform';
import type { InboxItem } from '../../platform/types/InboxItem';

/** The orders that wait for a listing, which nobody can approve once it is withdrawn. */
export class Waiting {
  #orders: Read<InboxItem[]>;

  /** `of`: the listing that may be withdrawn; nothing is read while there is none. */
  constructor(of: () => string | null) {
    this.#orders = reading(async () => {
      const listing = of();
      const inbox = listing === null ? [] : await platform.inbox();
      return inbox.filter(({ order }) => order.listing === listing);
    });
  }

  /** Their number, as far as it is known: none where they could not be read. */
  get count(): number {
    return this.#orders.value?.length ?? 0;
  }
}
