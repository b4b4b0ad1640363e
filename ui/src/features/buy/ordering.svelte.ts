import { isOverAvailable } from '../../lib/available';
import { slipAt } from '../../lib/error';
import { epsDecimal } from '../../lib/format';
import { Task } from '../../lib/task.svelte';
import { platform } from '../../platform';
import type { ListingView } from '../../platform/types/ListingView';
import type { OrderView } from '../../platform/types/OrderView';
import type { Quote } from '../../platform/types/Quote';
import { t } from '../../text';

/** The order of a listing, wherever on its page it is placed from. */
export class Ordering extends Task<OrderView> {
  /** The listing whose terms are accepted, if any are. */
  #accepted = $state<string | null>(null);

  /** The quote that asks for more than is available, while the buyer is asked about it. */
  asking = $state.raw<Quote | null>(null);

  /** `onanswer` hears of the order that was placed. */
  constructor(onanswer?: (order: OrderView) => void) {
    super();
    if (onanswer) this.onanswer = onanswer;
  }

  /** Whether the terms of this listing are accepted. */
  accepts(listing: ListingView): boolean {
    return this.#accepted === listing.id;
  }

  /** Accepts the terms, or takes that back; what was lacking is told no more. */
  accept(listing: ListingView, accepted: boolean): void {
    this.#accepted = accepted ? listing.id : null;
    if (this.error?.field === 'terms') this.error = null;
  }

  /** Whether something has to be accepted first. */
  lacks(listing: ListingView): boolean {
    return listing.terms !== '' && !this.accepts(listing);
  }

  /** Orders what was quoted, not what is being typed. */
  async place(listing: ListingView, quote: Quote): Promise<void> {
    if (this.lacks(listing)) {
      this.error = slipAt('terms', t.ordering.hasTerms, t.ordering.hasTermsHint);
      return;
    }
    if (isOverAvailable(quote.available, quote.to)) this.asking = quote;
    else await this.#send(quote, false);
  }

  /** Orders what the buyer was asked about. */
  async placeAnyway(): Promise<void> {
    const quote = this.asking;
    this.asking = null;
    if (quote) await this.#send(quote, true);
  }

  async #send(quote: Quote, anyway: boolean): Promise<void> {
    await this.run(() => platform.order(quote.listing, epsDecimal(quote.to), anyway));
    // Less is available by now than the quote said.
    const at = this.error?.code === 'over-available' ? this.error.at : undefined;
    if (at?.part === 'level') {
      this.asking = { ...quote, available: Number(at.limit) };
      this.error = null;
    }
  }
}
