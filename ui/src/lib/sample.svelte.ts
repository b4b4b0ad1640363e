import { platform } from '../platform';
import type { SampleShown } from '../platform/types/SampleShown';
import type { SampleView } from '../platform/types/SampleView';
import type { Seat } from '../platform/types/Seat';
import { t } from '../text';
import { slip, type Problem } from './error';
import { leave } from './leave';
import { settings } from './settings.svelte';
import { shell } from './shell.svelte';
import { works } from './work.svelte';

/** The sample market, looked at from one seat after the other in the same window, and its tour. */
class SampleMarket {
  /** None where no sample market is open. */
  shown = $state.raw<SampleView | null>(null);
  #step = $state<number | null>(null);
  #hearers: ((step: number | null) => void)[] = [];
  /** The step that is seen: from its seat, on its page. It follows the one that is asked for. */
  seen = $state<number | null>(null);

  /** The step of the tour that is asked for, from 0; null where there is none. */
  get step(): number | null {
    return this.#step;
  }

  set step(step: number | null) {
    if (step === this.#step) return;
    this.#step = step;
    for (const hear of this.#hearers) hear(step);
  }

  /** Hears of each step that is asked for, the one now included; the answer stops it. */
  onStep(hear: (step: number | null) => void): () => void {
    this.#hearers.push(hear);
    hear(this.#step);
    return () => {
      this.#hearers = this.#hearers.filter((other) => other !== hear);
    };
  }

  /** Asks for the step once more, where another seat was taken meanwhile. */
  again(): void {
    this.seen = null;
    for (const hear of this.#hearers) hear(this.#step);
  }

  /**
   * Opens one in place of the home that is open. The tour begins with it, until somebody has left
   * one. `show` goes to a place before anybody hears of the home.
   */
  async open(show: () => void): Promise<void> {
    // It closes the home, and its new key with it.
    if (shell.unkept) throw slip(t.standing.unkept.first);
    const opened = await platform.openSample();
    show();
    const place = location.hash;
    this.#take(opened);
    // Whoever hears of it may have gone elsewhere, with a file that the app was started with.
    this.step = settings.choices.tour && location.hash === place ? 0 : null;
  }

  /** Reason why no other seat can be taken now, if there is one. */
  get hindrance(): Problem | null {
    // Of what waits nothing is anywhere but here: whoever leaves this home has undone it.
    if (works.undoable) return slip(t.sample.waits);
    return shell.unkept && slip(t.standing.unkept.first);
  }

  /** Looks at it from another seat, in the place that `show` goes to. */
  async see(seat: Seat, show: () => void): Promise<void> {
    if (this.hindrance) throw this.hindrance;
    try {
      const seen = await platform.seeSampleAs(seat);
      // At once: a seat without a home has no page but its own.
      show();
      this.#take(seen);
    } catch (thrown) {
      const now = await platform.session();
      this.shown = now.sample;
      if (now.home === null) leave();
      throw thrown;
    }
  }

  /** It was closed, with its home. */
  close(): void {
    this.shown = null;
    this.step = null;
    this.seen = null;
  }

  /** Leaves the tour: it never comes back by itself. */
  async leaveTour(): Promise<void> {
    this.step = null;
    this.seen = null;
    if (settings.choices.tour) await settings.choose({ tour: false });
  }

  #take({ sample, home }: SampleShown): void {
    leave();
    this.shown = sample;
    shell.home = home;
  }
}

export const sample = new SampleMarket();
