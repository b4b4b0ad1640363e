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
    held: 0,
    ceiling: 8_000_000,
    grain: 1_000,
    available: null,
  }) as ListingView;
const quoteOf = (id: string, to: string) =>
  ({ listing: id, to: Number(to) * 1e6, then: [] }) as unknown as Quote;

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

let homes = 0;
/** A listing of which ε 1 is wanted and quoted. */
async function quoted() {
  // What was left in another home does not come back here.
  const weighing = new Weighing(`/home ${(homes += 1)}`, 'a');
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
    expect(weighing.quote?.to).toBe(2e6);
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

describe('what was typed and left', () => {
  const typed = (home: string, listing: string) => new Weighing(home, listing).typed;

  it('comes back in its home, on the page of its listing, until it is ordered', () => {
    const weighing = new Weighing('/homes/left', 'a');
    weighing.typed = '2½';
    expect([typed('/homes/left', 'a'), typed('/homes/left', 'b')]).toEqual(['2½', '']);
    expect(typed('/homes/other', 'a')).toBe('');
    weighing.done();
    expect(typed('/homes/left', 'a')).toBe('');
  });

  it('comes back as an accuracy where it was one', () => {
    const weighing = new Weighing('/homes/left', 'c');
    weighing.byAccuracy();
    weighing.wide = '3';
    weighing.quantity = 'mean';
    const again = new Weighing('/homes/left', 'c');
    expect([again.way, again.wide, again.quantity]).toEqual(['accuracy', '3', 'mean']);
  });

  it('is nothing where only a proposal stood there', () => {
    const weighing = new Weighing('/homes/left', 'd');
    weighing.offer(listing('d'));
    expect(weighing.typed).toBe('1');
    expect(typed('/homes/left', 'd')).toBe('');
    weighing.stop();
  });
});
