// The host of the tests, in a plain browser: the app's own command handler behind HTTP on this
// machine. A command is a POST; events and channels come over one stream of server-sent events.

import type { Dialogs, Drag, Hear } from './contract';

type Message =
  { event: string; payload: unknown } | { channel: number; index: number; body: unknown };

const listeners = new Map<string, Set<Hear<never>>>();
const channels = new Map<number, Heard>();

let stream: Promise<void> | null = null;

/**
 * Opens the stream once, and is done when the host has said that it is listening to what happens.
 */
function connected(): Promise<void> {
  stream ??= new Promise((resolve) => {
    const source = new EventSource('/events');
    source.onopen = () => resolve();
    source.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as Message;
      if ('event' in message)
        listeners.get(message.event)?.forEach((heard) => heard(message.payload as never));
      else channels.get(message.channel)?.take(message.index, message.body);
    };
  });
  return stream;
}

/** Messages of one channel, in their order. */
class Heard {
  private next = 0;
  private readonly early = new Map<number, unknown>();

  constructor(
    readonly id: number,
    private readonly heard: Hear<never>,
  ) {}

  take(index: number, body: unknown) {
    this.early.set(index, body);
    for (; this.early.has(this.next); this.next += 1) {
      this.heard(this.early.get(this.next) as never);
      this.early.delete(this.next);
    }
  }

  /** As Tauri writes a channel among a command's arguments. */
  toJSON() {
    return `__CHANNEL__:${this.id}`;
  }
}

export async function invoke<T>(command: string, args: Record<string, unknown> = {}): Promise<T> {
  await connected();
  const response = await fetch(`/ipc/${command}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(args),
  });
  const answer: unknown = await response.json();
  // A refusal is an answer too: the host's error, as Tauri throws it.
  if (!response.ok) throw answer;
  return answer as T;
}

export async function listen<T>(event: string, heard: Hear<T>): Promise<() => void> {
  await connected();
  const all = listeners.get(event) ?? new Set();
  listeners.set(event, all.add(heard));
  await fetch(`/listen/${event}`, { method: 'POST' });
  return () => void all.delete(heard);
}

export function channel<T>(heard: Hear<T>): unknown {
  // Other pages may have the same host.
  const id = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  const one = new Heard(id, heard);
  channels.set(id, one);
  return one;
}

/**
 * A browser hides where a file is, so whoever drives the page says it: `new
 * CustomEvent('drag-files', { detail })`.
 */
export async function onDrag(dragged: Hear<Drag>): Promise<() => void> {
  const heard = (event: Event) => dragged((event as CustomEvent<Drag>).detail);
  addEventListener('drag-files', heard);
  return () => removeEventListener('drag-files', heard);
}

// There is no dialog that would tell a path either, so it is typed.
export const dialogs: Dialogs = {
  chooseFiles: async (title) => [prompt(title)].filter((path) => path !== null),
  chooseFolder: async (title) => prompt(title),
  chooseSaveFile: async (title, suggested) => prompt(title, suggested),
};
