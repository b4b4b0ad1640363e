// What the platform needs of its host. The product's host is Tauri. In a plain browser (`vite build
// --mode browser`, for the tests) the very same commands are asked over HTTP; the condition is a
// constant of the build, so that neither bundle holds the other's code.

import * as browser from './browser';
import type { Call, Dialogs, Drag, Hear } from './contract';
import * as tauri from './tauri';
import type { ErrorView } from './types/ErrorView';
import type { WorkProgress } from './types/WorkProgress';

const host = import.meta.env.MODE === 'browser' ? browser : tauri;

/** Asks the person at the window whether the machine's clock is right. */
type AskClock = (error: ErrorView) => Promise<boolean>;
let askClock: AskClock | null = null;

/** Registers the question about a doubtful clock, until the returned function is called. */
export function onClockDoubted(ask: AskClock): () => void {
  askClock = ask;
  return () => (askClock = askClock === ask ? null : askClock);
}

function doubtsClock(thrown: unknown): thrown is ErrorView {
  return (thrown as Partial<ErrorView> | null)?.code === 'clock-doubtful';
}

/**
 * Asks the host to run a command. If the command was rejected because of the clock and a person
 * then confirms the clock, it runs again.
 */
export async function invoke<T>(command: string, args?: Record<string, unknown>): Promise<T> {
  try {
    return await host.invoke<T>(command, args);
  } catch (thrown) {
    if (!doubtsClock(thrown) || !(await askClock?.(thrown))) throw thrown;
    await host.invoke('confirm_clock');
    return host.invoke<T>(command, args);
  }
}

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
