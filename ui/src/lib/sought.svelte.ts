// The row that a person was led to, from another page: it is scrolled to, focused and marked.

import type { Attachment } from 'svelte/attachments';

class Sought {
  /** Subject of the row: an order, a receipt, a key. None once it is found. */
  id = $state<string | null>(null);
  #hash = '';

  constructor() {
    addEventListener('hashchange', () => {
      if (location.hash !== this.#hash) this.id = null;
    });
  }

  /** Seeks it on the page of that address, until another page is shown. */
  seek(hash: string, id: string): void {
    document.querySelector('[data-sought]')?.removeAttribute('data-sought');
    this.#hash = hash;
    this.id = id;
  }

  /** A row that may be sought. */
  row(id: string): Attachment<HTMLElement> {
    return (row) => {
      if (this.id !== id) return;
      // A page that has just been come to takes the focus to its beginning first.
      const frame = requestAnimationFrame(() => {
        this.id = null;
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
