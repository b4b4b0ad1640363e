import { platform } from '../../platform';
import type { AuditView } from '../../platform/types/AuditView';
import { t } from '../../text';
import { isOpening } from './report';
import { to } from '../../route.svelte';
import { shell } from '../../lib/shell.svelte';
import { AUDIT, works } from '../../lib/work.svelte';

/** The audit at hand: it stays while other screens are looked at. */
class AuditAtHand {
  files = $state<string[]>([]);
  /** Whether the part about a replay is unfolded. */
  replaying = $state(false);
  #opening = $state('');
  /** The files that the verdict shown is of. */
  #judged = $state.raw('');
  checking = works.at<AuditView>(AUDIT, {
    title: () => t.work.title.audit,
    at: to({ name: 'verify' }),
  });

  /** With which it is replayed; empty where it is not. */
  get opening(): string {
    return this.#opening;
  }

  set opening(path: string) {
    this.#opening = path;
    if (path !== '') this.replaying = true;
  }

  add(paths: string[]): void {
    const clean = paths.map((path) => path.trim()).filter((path) => path !== '');
    const opening = clean.findLast(isOpening);
    if (opening !== undefined) this.opening = opening;
    this.files = [...new Set([...this.files, ...clean.filter((path) => !isOpening(path))])];
  }

  remove(path: string): void {
    this.files = this.files.filter((one) => one !== path);
  }

  clear(): void {
    this.files = [];
    this.opening = '';
    this.checking.clear();
  }

  /**
   * Whether the files are replayed too. Only the home that an opening was granted to can open it.
   */
  get replays(): boolean {
    return shell.home !== null && this.opening.trim() !== '';
  }

  get #now(): string {
    return JSON.stringify([this.files, this.replays ? this.opening.trim() : '']);
  }

  /** Whether the verdict shown is of other files than those that are listed now. */
  get outdated(): boolean {
    return this.checking.value !== undefined && !this.checking.busy && this.#judged !== this.#now;
  }

  async run(): Promise<void> {
    const asked = this.#now;
    const files = [...this.files];
    const opening = this.opening.trim();
    const view = await this.checking.run((call) =>
      this.replays ? platform.replay(opening, files, call) : platform.auditFiles(files, call),
    );
    if (view) this.#judged = asked;
  }
}

export const audit = new AuditAtHand();
