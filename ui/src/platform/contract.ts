// What a host and the platform both speak of.

import type { FileFilter } from './types/FileFilter';
import type { WorkProgress } from './types/WorkProgress';

/** Files held over the window, dropped onto it, or gone from it. */
export type Drag =
  | { type: 'enter'; paths: string[] }
  | { type: 'over' }
  | { type: 'drop'; paths: string[] }
  | { type: 'leave' };

/** A callback for what the host tells. */
export type Hear<T> = (what: T) => void;

/**
 * Given with what takes its time: how it is known, and who is told how far it is. Stopped, it
 * rejects with `stopped`.
 */
export type Call = { id: string; told: Hear<WorkProgress> };

/** The dialogs of the commands, where a host has others. */
export type Dialogs = {
  chooseFiles: (title: string, filters: FileFilter[]) => Promise<string[]>;
  chooseFolder: (title: string) => Promise<string | null>;
  chooseSaveFile: (
    title: string,
    suggested: string,
    filters: FileFilter[],
  ) => Promise<string | null>;
};
