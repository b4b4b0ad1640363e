import { count } from '../../lib/format';
import type { WorkStep } from '../../platform/types/WorkStep';
import type { WorkUnit } from '../../platform/types/WorkUnit';

/** Work that takes time. */
export const work = {
  step: {
    check: 'Reading the file through',
    store: 'Storing its rows, encrypted',
    load: 'Opening the stored table',
    compute: 'Computing the attribute',
    before: 'Reading the noise held before',
    noise: 'Reading the noise to be sold',
    verify: 'Verifying signatures and hashes',
    compare: 'Comparing with what is published',
  } satisfies Record<WorkStep, string>,
  beginning: 'Beginning',
  finishing: 'Finishing',
  stopping: 'Stopping',
  stopped: 'Stopped. Nothing was changed.',
  of: {
    bytes: (done: string, total: string) => `${done} of ${total}`,
    rows: (done: string, total: string) => `${done} of ${total} rows`,
    coordinates: (done: string, total: string) => `${done} of ${total} values`,
    files: (done: string, total: string) => `${done} of ${total} files`,
  } satisfies Record<WorkUnit, (done: string, total: string) => string>,
  left: (duration: string) => `about ${duration} left`,
  fewSeconds: 'a few seconds left',
  seconds: (n: number) => `${count(n)} s`,
  minutes: (n: number) => `${count(n)} min`,
  cancel: 'Cancel',
};
