import { untrack } from 'svelte';

import { asErrors, type Problem } from './error';
import { shell } from './shell.svelte';

const NONE: readonly Problem[] = [];

/** Something asked of the host: what came of it, what went wrong, whether it is still under way. */
export class Task<T> {
  value = $state.raw<T | undefined>(undefined);
  errors = $state.raw<readonly Problem[]>(NONE);
  busy = $state(false);
  #turn = 0;

  /** What went wrong: the first error of the host, or the first slip of a form. */
  get error(): Problem | null {
    return this.errors[0] ?? null;
  }

  set error(problem: Problem | null) {
    this.errors = problem ? [problem] : NONE;
  }

  /** Notes the slips of a form in place of earlier errors. Returns whether there are any. */
  refuse(slips: readonly Problem[]): boolean {
    this.errors = slips.length > 0 ? slips : NONE;
    return slips.length > 0;
  }

  /**
   * Runs it. Of overlapping runs only the latest counts; the value before stays until there is a
   * new one.
   */
  async run(work: () => Promise<T>): Promise<T | undefined> {
    const turn = ++this.#turn;
    this.busy = true;
    try {
      const value = await work();
      if (turn !== this.#turn) return undefined;
      this.value = value;
      this.error = null;
      this.busy = false;
      this.onanswer(value);
      return value;
    } catch (thrown) {
      if (turn === this.#turn) {
        this.errors = asErrors(thrown);
        this.busy = false;
      }
      return undefined;
    }
  }

  /** Hears of each answer, as soon as it is the value. */
  protected onanswer(_answer: T): void {}

  /** Forgets what came of it, and whatever is still under way. */
  clear(): void {
    this.#turn += 1;
    this.value = undefined;
    this.error = null;
    this.busy = false;
  }
}

/** The host's answer now: read again whenever something changed, and when a person asks for it. */
export class Read<T> extends Task<T> {
  readonly #read: () => Promise<T>;

  constructor(read: () => Promise<T>, onanswer?: (answer: T) => void) {
    super();
    this.#read = read;
    if (onanswer) this.onanswer = onanswer;
  }

  /** Whether there is nothing to be shown yet: neither an answer nor why there is none. */
  get first(): boolean {
    return this.value === undefined && this.error === null;
  }

  async again(): Promise<void> {
    await this.run(this.#read);
  }
}

/**
 * The host's answer now, asked again whenever something changed or what `read` depends on did.
 * `onanswer` hears of each answer.
 */
export function reading<T>(read: () => Promise<T>, onanswer?: (answer: T) => void): Read<T> {
  const task = new Read<T>(read, onanswer);
  $effect(() => {
    void shell.changes;
    void task.again();
  });
  return task;
}

/**
 * The host's answer to typed values, asked again when what `question` reads has changed, after
 * so many milliseconds without another change. The first is asked at once. Where there is nothing
 * to ask, nothing is answered. `onanswer` hears of each answer.
 */
export function answering<T>(
  question: () => (() => Promise<T>) | null,
  delay = 0,
  onanswer?: (answer: T) => void,
): Read<T> {
  let asked: (() => Promise<T>) | null = null;
  // Asked again only where it was asked before.
  const task = new Read<T>(() => asked?.() ?? Promise.reject(new Error()), onanswer);
  let first = true;
  $effect(() => {
    const ask = question();
    asked = ask;
    if (ask === null) {
      untrack(() => task.clear());
      return;
    }
    const timer = setTimeout(() => void task.run(ask), first ? 0 : delay);
    first = false;
    return () => clearTimeout(timer);
  });
  return task;
}
