import type { ListingView } from '../../platform/types/ListingView';
import { lastPaidTo } from './draft';

/** Proposal of where listings are to be paid: as the newest listing before. */
export class ProposedPayTo {
  /** The account or address; empty where there is none. */
  address = $state('');

  /** Proposes it once, and writes it into a form that is new and names none. */
  propose(listings: ListingView[], typed: { payTo: string }, isNew: boolean): void {
    if (this.address !== '') return;
    this.address = lastPaidTo(listings);
    if (isNew && typed.payTo === '') typed.payTo = this.address;
  }

  /** Whether a form has what was proposed. */
  isIn({ payTo }: { payTo: string }): boolean {
    return payTo !== '' && payTo === this.address;
  }
}
