import { platform, type Call } from '../platform';
import type { WorkProgress } from '../platform/types/WorkProgress';
import { Task } from './task.svelte';

/** Shown only when it takes longer: most work does not. */
const PATIENCE = 300;
/** Nothing is foretold from less. */
const ENOUGH = { permille: 20, milliseconds: 1000 };

/** How many seconds are left, if the rest goes as what was done; null where that says too little. */
export function secondsLeft(permille: number, elapsed: number): number | null {
  if (permille < ENOUGH.permille || elapsed < ENOUGH.milliseconds) return null;
  return ((elapsed / permille) * (1000 - permille)) / 1000;
}

let last = 0;

/** A task that takes time: it tells how far it is, and can be stopped. Work that was stopped changed nothing. */
export class Work<T> extends Task<T> {
  /** How far it is; null until it is told. */
  progress = $state.raw<WorkProgress | null>(null);
  /** Seconds left, roughly. */
  left = $state<number | null>(null);
  /** Whether it takes longer than a moment. */
  slow = $state(false);
  /** Whether it was asked to stop, and has not yet. */
  stopping = $state(false);
  /** Whether the last run was stopped. */
  stopped = $state(false);
  #id: string | null = null;

  /** Runs it; the host is to be given the call. What ran before is stopped. */
  override async run(work: (call: Call) => Promise<T>): Promise<T | undefined> {
    this.stop();
    last += 1;
    const id = `work-${last}`;
    this.#id = id;
    this.progress = null;
    this.left = null;
    this.slow = false;
    this.stopping = false;
    this.stopped = false;
    const start = performance.now();
    const timer = setTimeout(() => {
      if (this.#id === id) this.slow = true;
    }, PATIENCE);
    const told = (progress: WorkProgress) => {
      if (this.#id !== id) return;
      this.progress = progress;
      this.left = secondsLeft(progress.permille, performance.now() - start);
      // It may have been asked before it had begun.
      if (this.stopping) void platform.stopWork(id);
    };
    const value = await super.run(() => work({ id, told }));
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

  /** Stops it soon, if it runs. */
  stop(): void {
    if (this.#id === null) return;
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
