import { onDestroy, untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';

import { platform, type Call } from '../platform';
import type { ErrorView } from '../platform/types/ErrorView';
import type { WorkProgress } from '../platform/types/WorkProgress';
import { Task } from './task.svelte';

/** Shown only when it takes longer: most work does not. */
const PATIENCE = 300;
/** No estimate before this share and time. */
const ENOUGH = { permille: 20, milliseconds: 1000 };

/**
 * How many seconds are left, if the rest goes as what was done; null where that says too little.
 */
export function secondsLeft(permille: number, elapsed: number): number | null {
  if (permille < ENOUGH.permille || elapsed < ENOUGH.milliseconds) return null;
  return ((elapsed / permille) * (1000 - permille)) / 1000;
}

let last = 0;

/** As the host says it of what it was asked to stop. */
const STOPPED: ErrorView = { code: 'stopped', message: '', hints: [] };

/** Work that has not begun, and can still be undone. */
export type Grace = {
  /** Time at which it begins by itself, in milliseconds of `performance.now()`. */
  readonly until: number;
  begin: () => void;
  undo: () => void;
};

/** Title of work, and the address of the place that shows it. */
export type About = { title: () => string; at: string };

/**
 * A task that takes time: it tells how far it is, and can be stopped. Work that was stopped changed
 * nothing.
 */
export class Work<T> extends Task<T> {
  /**
   * Title where other screens are looked at; none where nobody else has to know of it.
   */
  readonly about: About | null;
  /** Number of components that show it. */
  watched = $state(0);
  /** Progress; null until the first report. */
  progress = $state.raw<WorkProgress | null>(null);
  /** Seconds left, roughly. */
  left = $state<number | null>(null);
  /** Seconds since the work began, at the last report. */
  passed = $state(0);
  /** Whether the work takes longer than a moment. */
  slow = $state(false);
  /** Whether the work was asked to stop, and has not yet. */
  stopping = $state(false);
  /** Time left to undo it, before it begins. */
  grace = $state.raw<Grace | null>(null);
  /** Whether the last run was stopped. */
  stopped = $state(false);
  #id: string | null = null;

  constructor(about: About | null = null) {
    super();
    this.about = about;
  }

  /**
   * Runs it; the host is to be given the call. What ran before is stopped. With `wait`, it begins
   * so many milliseconds later: until then nothing of it is anywhere but here, and what stops it
   * has undone it.
   */
  override async run(work: (call: Call) => Promise<T>, wait = 0): Promise<T | undefined> {
    this.stop();
    last += 1;
    const id = `work-${last}`;
    this.#id = id;
    this.progress = null;
    this.left = null;
    this.slow = false;
    this.stopping = false;
    this.stopped = false;
    let start = performance.now();
    const timer = setTimeout(() => {
      if (this.#id === id) this.slow = true;
    }, PATIENCE);
    const told = (progress: WorkProgress) => {
      if (this.#id !== id) return;
      this.progress = progress;
      const passed = performance.now() - start;
      this.left = secondsLeft(progress.permille, passed);
      this.passed = passed / 1000;
      // It may have been asked before it had begun.
      if (this.stopping) void platform.stopWork(id);
    };
    const value = await super.run(async () => {
      if (wait > 0) await this.#wait(wait);
      start = performance.now();
      return work({ id, told });
    });
    clearTimeout(timer);
    if (this.#id === id) {
      this.#id = null;
      this.slow = false;
      this.stopping = false;
      if (this.error?.code === 'stopped') {
        this.error = null;
        this.stopped = true;
      }
    }
    return value;
  }

  async #wait(wait: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      await new Promise<void>((begin, refuse) => {
        timer = setTimeout(begin, wait);
        const undo = () => refuse(STOPPED);
        this.grace = { until: performance.now() + wait, begin, undo };
      });
    } finally {
      clearTimeout(timer);
      this.grace = null;
    }
  }

  /**
   * Whether a report has the amount of the work. A database reports none. A derived value would end
   * with the component that made the work.
   */
  get measured(): boolean {
    if (this.progress === null) return false;
    const { step, total, permille } = this.progress;
    return total > 0 || (step !== 'query' && permille > 0);
  }

  /** Stops it soon, if it runs; at once, if it has not begun. */
  stop(): void {
    if (this.#id === null) return;
    if (this.grace) {
      this.grace.undo();
      return;
    }
    this.stopping = true;
    void platform.stopWork(this.#id);
  }

  override clear(): void {
    this.stop();
    this.#id = null;
    this.progress = null;
    this.slow = false;
    this.stopping = false;
    this.stopped = false;
    super.clear();
  }
}

/** Every work that may outlast the screen that began it. */
class Works {
  readonly #known = new SvelteMap<string, Work<unknown>>();
  /** Those under way for more than a moment, and those that failed while nobody looked. */
  readonly shown = $derived(
    [...this.#known]
      .filter(([, work]) => (work.busy && work.slow) || (work.error !== null && work.watched === 0))
      .map(([key, work]) => ({ key, work })),
  );

  /** Whether there is any that has not begun, and can still be undone. */
  get undoable(): boolean {
    return [...this.#known.values()].some((work) => work.grace !== null);
  }

  /**
   * The work of that key, begun or not; always the same one, until the home is closed. A key stands
   * for one type.
   */
  at<T>(key: string, about: About): Work<T> {
    return this.made(key, () => new Work<T>(about));
  }

  /** The same of work that keeps more than what came of it. */
  made<W>(key: string, make: () => W & Work<unknown>): W {
    const known = this.#known.get(key);
    if (known) return known as W;
    const work = make();
    this.#known.set(key, work);
    return work;
  }

  /** The home was closed: what is of it ends; what is not in a home goes on. */
  forget(): void {
    for (const [key, work] of [...this.#known]) {
      if (key === AUDIT) continue;
      work.clear();
      this.#known.delete(key);
    }
  }
}

/** The key of the audit, which needs no home. */
export const AUDIT = 'audit';

export const works = new Works();

/** Counts the component that calls it among those who show the work. */
export function watch(work: Work<unknown>): void {
  untrack(() => (work.watched += 1));
  onDestroy(() => (work.watched -= 1));
}

/**
 * The work of that key, for a component that shows it. It goes on when the component is gone; what
 * came of it is shown once, here or in the next one.
 */
export function atWork<T>(key: string, about: About): Work<T> {
  return atWorkMade(key, () => new Work<T>(about));
}

/** The same of work that keeps more than what came of it. */
export function atWorkMade<W>(key: string, make: () => W & Work<unknown>): W {
  const work = untrack(() => works.made(key, make)) as W & Work<unknown>;
  watch(work);
  onDestroy(() => {
    if (!work.busy) work.clear();
  });
  return work;
}
