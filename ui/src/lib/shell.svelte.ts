import type { ErrorView } from '../platform/types/ErrorView';
import type { HomeView } from '../platform/types/HomeView';
import type { RuleUse } from '../platform/types/RuleUse';

/** What every screen shares. */
class Shell {
  /** The unlocked home. */
  home = $state.raw<HomeView | null>(null);
  /** Goes up whenever something changed on the market or in the home. */
  changes = $state(0);
  /** Orders that wait for this home's owner. */
  pending = $state(0);
  /** Deliveries that wait to be collected. */
  deliveries = $state(0);
  /** What rules approved since the home was opened, not yet seen; newest first. */
  approved = $state.raw<RuleUse[]>([]);
  /** Why the rules could not look at every order. */
  stopped = $state.raw<ErrorView | null>(null);
  #droppers: ((paths: string[]) => void)[] = [];

  /** Files dropped onto the window go to the screen that asked last. */
  dropped(paths: string[]): void {
    this.#droppers.at(-1)?.(paths);
  }

  /** Asks for dropped files; the answer stops it. */
  takeDrops(take: (paths: string[]) => void): () => void {
    this.#droppers.push(take);
    return () => {
      this.#droppers = this.#droppers.filter((other) => other !== take);
    };
  }
}

export const shell = new Shell();
