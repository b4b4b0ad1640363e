import { reading } from '../../lib/task.svelte';
import { platform } from '../../platform';

/** The orders that wait for a listing, which nobody can approve once it is withdrawn. */
export class Waiting {
  #inbox = reading(() => platform.inbox());
  #of: () => string | null;

  /** `of`: the listing, if there is one. */
  constructor(of: () => string | null) {
    this.#of = of;
  }

  /** Their number, as far as it is known: none where they could not be read. */
  get count(): number {
    const of = this.#of();
    return this.#inbox.value?.filter(({ order }) => order.listing === of).length ?? 0;
  }
}
