import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import { slip } from '../../src/lib/error';
import { answering, Task, untilTyped } from '../../src/lib/task.svelte';
import AddContact from '../../src/parts/AddContact.svelte';
import { platform } from '../../src/platform';
import { show } from './support.svelte';

describe('what went wrong with what is typed', () => {
  it('is told until something is typed, and not again when that is undone', () => {
    const task = new Task<void>();
    let typed = $state('a');
    const seen: (string | null)[] = [];
    const stop = $effect.root(() => {
      const told = untilTyped(
        () => task.error,
        () => typed,
      );
      $effect(() => void seen.push(told.now?.message ?? null));
    });
    const then = (change: () => void) => {
      change();
      flushSync();
      return seen.at(-1);
    };
    expect(then(() => undefined)).toBeNull();
    expect(then(() => (task.error = slip('one')))).toBe('one');
    expect(then(() => (typed = 'ab'))).toBeNull();
    expect(then(() => (typed = 'a'))).toBeNull();
    expect(then(() => (task.error = slip('two')))).toBe('two');
    expect(then(() => (task.error = null))).toBeNull();
    stop();
  });

  it('was found while the form was not shown, and is told in the next one', () => {
    const task = new Task<void>();
    task.error = slip('before');
    const stop = $effect.root(() => {
      const told = untilTyped(
        () => task.error,
        () => 'typed',
      );
      expect(told.now?.message).toBe('before');
    });
    stop();
  });

  it('keeps the focus where it is when it goes', async () => {
    vi.spyOn(platform, 'addContact').mockRejectedValue({
      code: 'contact-name',
      message: 'No name.',
      hints: [],
    });
    const { see, count } = show(AddContact, { open: true });
    await userEvent.click(see('add-contact-confirm'));
    await expect.element(see('contact-name-field')).toHaveFocus();
    expect(count('error-note')).toBe(1);
    await userEvent.fill(see('contact-key'), 'K');
    await vi.waitFor(() => expect(count('error-note')).toBe(0));
    await userEvent.fill(see('contact-key'), '');
    await expect.element(see('contact-key')).toHaveFocus();
    expect(count('error-note')).toBe(0);
  });
});

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
    await vi.waitFor(() => expect(waiting.has('a')).toBe(true));
    question = 'b';
    flushSync();
    await vi.waitFor(() => expect(waiting.has('b')).toBe(true));
    waiting.get('b')?.('of b');
    waiting.get('a')?.('of a');
    await vi.waitFor(() => expect(heard).toEqual(['of b']));
    stop();
  });
});
