/**
 * Work for wishes that come faster than it is done: one at a time, and next always the newest;
 * those in between are never begun.
 */
export class Latest<W> {
  #work: (wish: W) => Promise<unknown>;
  #busy = false;
  #next: { wish: W } | null = null;

  constructor(work: (wish: W) => Promise<unknown>) {
    this.#work = work;
  }

  want(wish: W): void {
    this.#next = { wish };
    if (!this.#busy) void this.#run();
  }

  /** Forgets a wish that has not been begun. */
  drop(): void {
    this.#next = null;
  }

  async #run(): Promise<void> {
    this.#busy = true;
    try {
      while (this.#next) {
        const { wish } = this.#next;
        this.#next = null;
        // What goes wrong is told by the work itself; the next wish is not to suffer from it.
        await this.#work(wish).catch(() => undefined);
      }
    } finally {
      this.#busy = false;
    }
  }
}
