import { platform } from '../platform';
import type { AuditReport } from '../platform/types/AuditReport';
import { isOpening } from './report';
import { shell } from './shell.svelte';
import { Work } from './work.svelte';

/** The audit at hand: it stays while other screens are looked at. */
class AuditAtHand {
  files = $state<string[]>([]);
  /** With which it is replayed; empty where it is not. */
  opening = $state('');
  checking = new Work<AuditReport>();

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

  async run(): Promise<void> {
    const files = [...this.files];
    // Only the home that an opening was granted to can open it; without a home, Verify says so.
    const opening = shell.home ? this.opening.trim() : '';
    await this.checking.run((call) => (opening === '' ? platform.auditFiles(files, call) : platform.replay(opening, files, call)));
  }
}

export const audit = new AuditAtHand();
