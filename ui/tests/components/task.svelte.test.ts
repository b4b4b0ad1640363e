import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';

import { answering } from '../../src/lib/task.svelte';
import { eventually } from './support.svelte';

describe('an answer', () => {
  it('is heard of once, and only if nothing else was asked meanwhile', async () => {
    let question = $state('a');
    const waiting = new Map<string, (answer: string) => void>();
    const heard: string[] = [];
    const stop = $effect.root(() => {
      answering(
        () => {
          const of = question;
          return () => new Promise<string>((resolve) => waiting.set(of, resolve));
        },
        0,
        (answer) => heard.push(answer),
      );
    });
    flushSync();
    await eventually(() => expect(waiting.has('a')).toBe(true));
    question = 'b';
    flushSync();
    await eventually(() => expect(waiting.has('b')).toBe(true));
    waiting.get('b')?.('of b');
    waiting.get('a')?.('of a');
    await eventually(() => expect(heard).toEqual(['of b']));
    stop();
  });
});
