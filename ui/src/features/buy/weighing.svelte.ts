import { slip } from '../../lib/error';
import { epsDecimal, epsText, marked } from '../../lib/format';
import { Latest } from '../../lib/latest';
import { isSoldOut } from '../../lib/sold';
import { Task } from '../../lib/task.svelte';
import { platform } from '../../platform';
import type { ListingView } from '../../platform/types/ListingView';
import type { Quantity } from '../../platform/types/Quantity';
import type { Quote } from '../../platform/types/Quote';
import { t } from '../../text';
import { accuracyTyped, firstWish, left, weighed } from './weigh';

type Wish = { listing: string } & ({ to: string } | { within: string; of: Quantity | null });

const isSame = (one: Wish | null, other: Wish | null) =>
  JSON.stringify(one) === JSON.stringify(other);

/** So many milliseconds after the last change the host is asked. */
const DELAY = 60;

/** Amount of a listing that a person wants, by weight or accuracy, and the host's quote for it. */
export class Weighing {
  readonly #draft: string;
  #listing = $state.raw<ListingView>();
  #typed = $state('');
  #way = $state<'weight' | 'accuracy'>('weight');
  #wide = $state('');
  #quantity = $state<Quantity | ''>('');
  #begun = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Level wanted now, and the level of the quote in hand. */
  #wanted = $state.raw<Wish | null>(null);
  #quoted = $state.raw<Wish | null>(null);

  readonly quoting = new Task<Quote>();
  readonly level = $derived(weighed(this.#typed));
  readonly held = $derived(this.#listing?.held ?? 0);
  readonly #sold = $derived(
    this.#listing && {
      held: this.held,
      ceiling: this.#listing.ceiling,
      grain: this.#listing.grain,
    },
  );
  /** Whether everything that is sold of it is held. */
  readonly full = $derived(this.#listing !== undefined && isSoldOut(this.#listing));
  readonly buyable = $derived(
    this.#listing !== undefined &&
      !this.full &&
      !this.#listing.mine &&
      this.#listing.status === 'open',
  );
  readonly quote = $derived(this.quoting.error ? undefined : this.quoting.value);
  /**
   * Whether the quote is for what is wanted now. A quote that is asked for again stays one: a
   * button that is not to be pressed for a moment would lose the click of that moment.
   */
  readonly ready = $derived(
    this.quote !== undefined && this.#wanted !== null && isSame(this.#wanted, this.#quoted),
  );
  /** The quantities that a response has, with their half-widths at the level wanted. */
  readonly quantities = $derived(this.quoting.value?.then ?? []);
  /** The one whose half-width is stated. */
  readonly stated = $derived(
    this.quantities.find((one) => one.of === this.#quantity) ?? this.quantities[0],
  );

  // One question at a time, and always the newest: the weight moves faster than the host answers.
  readonly #asking = new Latest<Wish>(async (wish) => {
    if ('to' in wish) {
      if (await this.quoting.run(() => platform.quote(wish.listing, wish.to))) this.#quoted = wish;
      return;
    }
    const found = await this.quoting.run(() =>
      platform.quoteForAccuracy(wish.listing, wish.within, wish.of),
    );
    if (!found) return;
    this.#quoted = wish;
    if (this.#way === 'accuracy') this.#typed = epsText(found.to);
  });

  /** What was left of that listing in that home comes back. */
  constructor(home: string, listing: string) {
    this.#draft = `${home}/${listing}`;
    const was = left.get(this.#draft);
    if (!was) return;
    [this.#way, this.#typed] = [was.way, was.typed];
    [this.#wide, this.#quantity] = [was.wide, was.quantity];
  }

  /** It is ordered: nothing of it comes back. */
  done(): void {
    left.delete(this.#draft);
  }

  #keep(): void {
    const { way, typed, wide, quantity } = this;
    left.set(this.#draft, { way, typed, wide, quantity });
  }

  /** The listing, as the host has just told it. */
  offer(listing: ListingView): void {
    this.#listing = listing;
    if (!this.#begun && this.#sold) {
      this.#begun = true;
      // Where a person begins; never over what was typed.
      const wish = firstWish(this.#sold);
      if (this.#typed === '' && wish !== undefined) this.#typed = epsText(wish);
    }
    this.#ask();
  }

  /** The level wanted, as typed; by accuracy the one that was found. */
  get typed(): string {
    return this.#typed;
  }

  set typed(text: string) {
    this.#typed = text;
    this.#keep();
    this.#ask();
  }

  get way(): 'weight' | 'accuracy' {
    return this.#way;
  }

  /** The half-width wanted, as typed. */
  get wide(): string {
    return this.#wide;
  }

  set wide(text: string) {
    this.#wide = text;
    this.#keep();
    this.#ask();
  }

  /** Of which quantity; empty for the only one. */
  get quantity(): Quantity | '' {
    return this.#quantity;
  }

  set quantity(of: Quantity | '') {
    this.#quantity = of;
    this.#keep();
    this.#ask();
  }

  /** Takes the weight in hand: that states a weight. */
  put(micro: number): void {
    this.#way = 'weight';
    this.typed = epsText(micro);
  }

  byWeight(): void {
    this.#turn('weight');
  }

  byAccuracy(): void {
    const now = this.stated ?? this.quote?.then[0];
    if (this.#wide === '' && now) this.#wide = marked(now.text);
    if (this.#quantity === '' && now) this.#quantity = now.of;
    this.#turn('accuracy');
  }

  /** What was wrong with one way is nothing that is wrong with the other. */
  #turn(way: 'weight' | 'accuracy'): void {
    this.#way = way;
    this.#keep();
    if (this.quoting.error) {
      this.#asking.drop();
      this.#forget();
    }
    this.#ask();
  }

  /** Asks nothing more. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #ask(): void {
    clearTimeout(this.#timer);
    if (!this.#listing || !this.buyable) return;
    const listing = this.#listing.id;
    if (this.#way === 'weight') {
      const wish = this.#typed.trim();
      if (this.level !== null) this.#soon({ listing, to: epsDecimal(this.level) });
      else if (wish === '') this.#forget();
      else this.#refuse(t.offer.badWish(wish), t.offer.badWishHint);
      return;
    }
    const wish = this.#wide.trim();
    const within = accuracyTyped(wish);
    const of = this.#quantity === '' ? null : this.#quantity;
    if (within !== null) this.#soon({ listing, within, of });
    else if (wish === '') this.#forget();
    else this.#refuse(t.weigh.badAccuracy(wish), t.weigh.badAccuracyHint);
  }

  #forget(): void {
    this.#wanted = null;
    this.quoting.clear();
  }

  #soon(wish: Wish): void {
    this.#wanted = wish;
    this.#timer = setTimeout(() => this.#asking.want(wish), DELAY);
  }

  #refuse(message: string, hint: string): void {
    this.#asking.drop();
    this.#forget();
    this.quoting.error = slip(message, hint);
  }
}
