import { platform } from '../platform';
import { answering, type Task } from './task.svelte';

/**
 * The path of a file to be written: the host suggests one, until a person names another. Where the
 * file's own name changes, as with its format, what was named for the other one is not kept.
 */
export class SuggestedFile {
  readonly suggestion: Task<string>;
  readonly #name: () => string | null;
  #own = $state.raw<{ name: string | null; path: string } | null>(null);

  /** `name` is the file's own name; null where nothing can be suggested. */
  constructor(name: () => string | null) {
    this.#name = name;
    this.suggestion = answering(() => {
      const wanted = name();
      return wanted === null ? null : () => platform.suggestFile(wanted);
    });
  }

  get path(): string {
    const own = this.#own?.name === this.#name() ? this.#own : null;
    return own?.path ?? this.suggestion.value ?? '';
  }

  set path(path: string) {
    this.#own = path === this.suggestion.value ? null : { name: this.#name(), path };
  }
}
