// What the platform needs of its host. The product's host is Tauri. In a plain browser (`vite build
// --mode browser`, for the tests) the very same commands are asked over HTTP; the condition is a
// constant of the build, so that neither bundle holds the other's code.

import * as browser from './browser';
import type { Call, Dialogs, Drag, Hear } from './contract';
import * as tauri from './tauri';
import type { WorkProgress } from './types/WorkProgress';

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

/** Other dialogs than those that the commands open. */
export const dialogs: Partial<Dialogs> = host.dialogs;

/** A call as a command takes it. */
export function told({ id, told }: Call): { id: string; progress: unknown } {
  return { id, progress: channel<WorkProgress>(told) };
}
