import { platform } from '../platform';
import type { AskedFile } from '../platform/types/AskedFile';
import type { ErrorCode } from '../platform/types/ErrorCode';
import { answering, type Task } from './task.svelte';

/** Host errors of the path that is written to. */
export const OF_THE_FILE: readonly ErrorCode[] = [
  'not-found',
  'not-a-file',
  'no-file-name',
  'path-not-chosen',
  'reserved-folder',
  'permission',
  'read-only',
  'strange-link',
  'report-format',
  'file-exists',
];

/**
 * The path of a file to be written: the host suggests one, until a person names another. Where the
 * file's own name changes, as with its format, what was named for the other one is not kept.
 */
export class SuggestedFile {
  readonly suggestion: Task<string>;
  readonly #name: () => string | null;
  /** The path at which the person has agreed to replace a file. */
  #agreed = '';
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

  /** Notes that the person agreed to the path: in the dialog that named it, or once asked. */
  agree(): void {
    this.#agreed = this.path.trim();
  }

  /** What was agreed to holds no more: the next time it is asked again. */
  askAgain(): void {
    this.#agreed = '';
  }

  /** The file as the host takes it. `sure`: the person was asked beside the field. */
  asked(sure = false): AskedFile {
    const path = this.path.trim();
    return { path, replace: sure || path === this.#agreed };
  }
}
