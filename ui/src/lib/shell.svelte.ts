import { sort, type Drop, type Kind } from './drop';
import type { Problem } from './error';
import type { Collected } from '../platform/types/Collected';
import type { CaughtUp } from '../platform/types/CaughtUp';
import type { LogStanding } from '../platform/types/LogStanding';
import type { LossesWritten } from '../platform/types/LossesWritten';
import type { HomeView } from '../platform/types/HomeView';
import type { NewHome } from '../platform/types/NewHome';
import type { RuleUse } from '../platform/types/RuleUse';
import type { SendingView } from '../platform/types/SendingView';

/** State that every screen shares. */
class Shell {
  #home = $state.raw<HomeView | null>(null);
  #hearers: (() => void)[] = [];
  /** Whether the home that was shown last is gone from its folder, until another one is shown. */
  moved = $state(false);
  /** Goes up whenever something changed on the market or in the home. */
  changes = $state(0);
  /** The fewest characters of a passphrase, as the host says. */
  shortestPassphrase = $state(0);
  /** Orders that wait for this home's owner. */
  pending = $state(0);
  /** Alarms that the home’s buyer has not looked at. */
  alarms = $state(0);
  /** Deliveries that wait to be collected. */
  deliveries = $state(0);
  /** Approvals by rules since the home was opened, not yet seen; newest first. */
  approved = $state.raw<RuleUse[]>([]);
  /** What came of the answers to orders since the inbox was left, in words; oldest first. */
  answered = $state.raw<string[]>([]);
  /** Automatic collections that are not seen yet. */
  collected = $state.raw<Collected | null>(null);
  /** Error that kept the rules from looking at every order. */
  stopped = $state.raw<Problem | null>(null);
  /** Standing of the home with respect to its own ledger; null until it is known. */
  standing = $state.raw<LogStanding | null>(null);
  /** Whether the market can be reached, and how much waits for it; null until it is known. */
  sending = $state.raw<SendingView | null>(null);
  /** Result of catching up, until it is seen. */
  caughtUp = $state.raw<CaughtUp | null>(null);
  /** Losses that were written as the home was given up, while it is open. */
  givenUp = $state.raw<LossesWritten | null>(null);
  /** Whether the home was opened by its recovery key, and a new passphrase is still to be offered. */
  byRecoveryKey = $state(false);
  /**
   * A recovery key that was just made, until its owner has kept it: a secret, in memory alone. With
   * the door through which its home was made; null where it replaced another key.
   */
  unkept = $state.raw<{ made: NewHome; door: 'sell' | 'buy' | null } | null>(null);
  /** Whether the recovery key was shown before the home was opened, and nobody said it is kept. */
  neverKept = $state(false);
  /** Files held over the window. */
  over = $state.raw<string[] | null>(null);
  #takers: { kind: Kind; take: (paths: string[]) => void }[] = [];
  #waiting: Drop | null = null;

  /** The unlocked home. */
  get home(): HomeView | null {
    return this.#home;
  }

  set home(home: HomeView | null) {
    this.#home = home;
    if (home) this.moved = false;
    if (home) for (const hear of this.#hearers) hear();
  }

  /** Hears of each home that is shown; the answer stops it. */
  onHome(hear: () => void): () => void {
    this.#hearers.push(hear);
    return () => {
      this.#hearers = this.#hearers.filter((other) => other !== hear);
    };
  }

  /**
   * Files were dropped onto the window. They go to the screen that takes their kind; if it is not
   * there, they wait for it. The answer is what is done with them, or null where nothing can be.
   */
  dropped(paths: string[]): Drop | null {
    const drop = sort(paths, this.takes());
    if (!drop) return null;
    const taker = this.#takers.findLast((one) => one.kind === drop.kind);
    if (taker) taker.take(drop.paths);
    else if (drop.kind === 'check' || drop.kind === 'market' || this.home) this.#waiting = drop;
    return drop;
  }

  /** Returns whether files of a kind wait for the screen that takes them. */
  waits(kind: Kind): boolean {
    return this.#waiting?.kind === kind;
  }

  /** The kind of files that the screen shown takes, if it takes any. */
  takes(): Kind | null {
    return this.#takers.at(-1)?.kind ?? null;
  }

  /** Asks for dropped files of a kind, those that wait included; the answer stops it. */
  takeDrops(kind: Kind, take: (paths: string[]) => void): () => void {
    const taker = { kind, take };
    this.#takers.push(taker);
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting?.kind === kind) take(waiting.paths);
    return () => {
      this.#takers = this.#takers.filter((other) => other !== taker);
    };
  }
}

export const shell = new Shell();
