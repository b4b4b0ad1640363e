// The row or the form that a person was led to, from another page: it is scrolled to, focused and
// marked.

import type { Attachment } from 'svelte/attachments';

class Sought {
  /**
   * What was sought last, until another page is shown: the row of an order, a receipt, a key; a form
   * by its name.
   */
  last = $state.raw<{ readonly id: string } | null>(null);
  #found = $state(false);
  #hash = '';

  constructor() {
    addEventListener('hashchange', () => {
      if (location.hash !== this.#hash) this.last = null;
    });
  }

  /** What the row is of; none once it is found. */
  get id(): string | null {
    return this.#found ? null : (this.last?.id ?? null);
  }

  /** Seeks it on the page of that address, until another page is shown. */
  seek(hash: string, id: string): void {
    document.querySelector('[data-sought]')?.removeAttribute('data-sought');
    this.#hash = hash;
    this.last = { id };
    this.#found = false;
  }

  /** A row or a form that may be sought. */
  row(id: string): Attachment<HTMLElement> {
    return (row) => {
      if (this.id !== id) return;
      // A page that has just been come to takes the focus to its beginning first.
      const frame = requestAnimationFrame(() => {
        this.#found = true;
        row.dataset['sought'] = '';
        row.tabIndex = -1;
        row.scrollIntoView({ block: 'center' });
        row.focus({ preventScroll: true });
      });
      return () => cancelAnimationFrame(frame);
    };
  }
}

export const sought = new Sought();
