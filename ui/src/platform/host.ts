// What the platform needs of its host. The product's host is Tauri. In a plain browser (`vite build
// --mode browser`, for the tests) the very same commands are asked over HTTP; the condition is a
// constant of the build, so that neither bundle holds the other's code.

import * as browser from './browser';
import type { Drag, FileFilter, Hear } from './contract';
import * as tauri from './tauri';

const host = import.meta.env.MODE === 'browser' ? browser : tauri;

/** Asks the host to run a command. */
export const invoke: <T>(command: string, args?: Record<string, unknown>) => Promise<T> =
  host.invoke;

/** Hears one of the host's events until the answer is called. */
export const listen: <T>(event: string, heard: Hear<T>) => Promise<() => void> = host.listen;

/**
 * A way for the host to tell more than once how a command gets on: give `channel(heard)` as one of
 * its arguments.
 */
export const channel: <T>(heard: Hear<T>) => unknown = host.channel;

/** Hears of files dragged over the window. */
export const onDrag: (dragged: Hear<Drag>) => Promise<() => void> = host.onDrag;

/** Asks for files, a folder, or a file to write, in the system's own dialogs. */
export const chooseFiles: (title: string, filters: FileFilter[]) => Promise<string[]> =
  host.chooseFiles;
export const chooseFolder: (title: string) => Promise<string | null> = host.chooseFolder;
export const chooseSaveFile: (
  title: string,
  suggested: string,
  filters?: FileFilter[],
) => Promise<string | null> = host.chooseSaveFile;
