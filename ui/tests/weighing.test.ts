import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const host = vi.hoisted(() => ({ quote: vi.fn(), quoteForAccuracy: vi.fn() }));
vi.mock('../src/platform', () => ({ platform: host }));

import type { ListingView } from '../src/platform/types/ListingView';
import type { Quote } from '../src/platform/types/Quote';
import { Weighing } from '../src/features/buy/weighing.svelte';

const listing = (id: string) =>
  ({
    id,
    status: 'open',
    mine: false,
    held_micro_epsilon: 0,
    ceiling_micro_epsilon: 8_000_000,
    grain_micro_epsilon: 1_000,
  }) as ListingView;
const quoteOf = (id: string, to: string) =>
  ({ listing: id, to_micro_epsilon: Number(to) * 1e6, then: [] }) as unknown as Quote;

/** Answers that come when they are told to, in order. */
let answers: (() => void)[] = [];
async function answer() {
  answers.shift()?.();
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  answers = [];
  host.quote.mockImplementation(
    (id: string, to: string) =>
      new Promise((resolve) => answers.push(() => resolve(quoteOf(id, to)))),
  );
});
afterEach(() => vi.useRealTimers());

/** A listing of which ε 1 is wanted and quoted. */
async function quoted() {
  const weighing = new Weighing();
  weighing.typed = '1';
  weighing.offer(listing('a'));
  expect(weighing.ready).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  await answer();
  expect(weighing.ready).toBe(true);
  return weighing;
}

describe('whether what is quoted can be ordered', () => {
  it('stays while the same is asked again', async () => {
    const weighing = await quoted();
    weighing.offer(listing('a'));
    await vi.advanceTimersByTimeAsync(100);
    expect(weighing.quoting.busy).toBe(true);
    expect(weighing.ready).toBe(true);
    await answer();
    expect(weighing.ready).toBe(true);
  });

  it('ends with another wish, until that is quoted', async () => {
    const weighing = await quoted();
    weighing.typed = '2';
    expect(weighing.ready).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(weighing.ready).toBe(false);
    await answer();
    expect(weighing.ready).toBe(true);
    expect(weighing.quote?.to_micro_epsilon).toBe(2e6);
  });

  it('ends with another version of the listing, and with what is no level', async () => {
    const weighing = await quoted();
    weighing.offer(listing('b'));
    expect(weighing.ready).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    await answer();
    expect(weighing.ready).toBe(true);
    weighing.typed = 'much';
    expect(weighing.ready).toBe(false);
    weighing.typed = '';
    expect(weighing.ready).toBe(false);
  });
});

describe('what is wrong with a wish', () => {
  const refusing = () =>
    host.quoteForAccuracy.mockRejectedValue({
      code: 'too-accurate',
      message: 'Not reached.',
      hints: [],
    });

  it('ends with the way in which it was stated', async () => {
    const weighing = await quoted();
    weighing.typed = '99x';
    expect(weighing.quoting.error).not.toBeNull();
    weighing.byAccuracy();
    expect(weighing.quoting.error).toBeNull();
    refusing();
    weighing.wide = '0.001';
    await vi.advanceTimersByTimeAsync(100);
    expect(weighing.quoting.error?.code).toBe('too-accurate');
    weighing.byWeight();
    // Told once, of what is typed there.
    expect(weighing.quoting.error?.message).toContain('99x');
    weighing.typed = '1';
    weighing.byAccuracy();
    weighing.wide = 'wide';
    weighing.byWeight();
    expect(weighing.quoting.error).toBeNull();
  });

  it('ends where nothing is typed any more', async () => {
    const weighing = await quoted();
    weighing.byAccuracy();
    weighing.wide = 'wide';
    expect(weighing.quoting.error).not.toBeNull();
    weighing.wide = '';
    expect(weighing.quoting.error).toBeNull();
    expect(weighing.ready).toBe(false);
  });
});
