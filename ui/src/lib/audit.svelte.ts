import { platform } from '../platform';
import type { AuditReport } from '../platform/types/AuditReport';
import { Work } from './work.svelte';

/** The audit at hand: it stays while other screens are looked at. */
class AuditAtHand {
  files = $state<string[]>([]);
  checking = new Work<AuditReport>();

  add(paths: string[]): void {
    const clean = paths.map((path) => path.trim()).filter((path) => path !== '');
    this.files = [...new Set([...this.files, ...clean])];
  }

  remove(path: string): void {
    this.files = this.files.filter((one) => one !== path);
  }

  clear(): void {
    this.files = [];
    this.checking.clear();
  }

  async run(): Promise<void> {
    const files = [...this.files];
    await this.checking.run((call) => platform.auditFiles(files, call));
  }
}

export const audit = new AuditAtHand();
