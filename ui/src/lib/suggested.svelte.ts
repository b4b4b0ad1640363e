import { platform } from '../platform';
import { answering, type Task } from './task.svelte';

/** The path of a file to be written: the host suggests one, until a person names another. */
export class SuggestedFile {
  readonly suggestion: Task<string>;
  #own = $state<string | null>(null);

  /** `name` is the file's own name; null where nothing can be suggested. */
  constructor(name: () => string | null) {
    this.suggestion = answering(() => {
      const wanted = name();
      return wanted === null ? null : () => platform.suggestFile(wanted);
    });
  }

  get path(): string {
    return this.#own ?? this.suggestion.value ?? '';
  }

  set path(path: string) {
    this.#own = path === this.suggestion.value ? null : path;
  }
}
