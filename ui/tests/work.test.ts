import { describe, expect, it, vi } from 'vitest';

const host = vi.hoisted(() => ({ stopWork: vi.fn(() => Promise.resolve(true)) }));
vi.mock('../src/platform', () => ({ platform: host }));

import type { Call } from '../src/platform';
import type { WorkProgress } from '../src/platform/types/WorkProgress';
import { secondsLeft, Work } from '../src/lib/work.svelte';

const far = (permille: number): WorkProgress => ({ step: 'check', done: permille, total: 1000, unit: 'bytes', permille });

describe('the time left', () => {
  it('is foretold from what was done, and not from too little', () => {
    expect(secondsLeft(250, 10_000)).toBe(30);
    expect(secondsLeft(1000, 10_000)).toBe(0);
    expect(secondsLeft(19, 10_000)).toBeNull();
    expect(secondsLeft(500, 900)).toBeNull();
  });
});

/** Work that ends when it is told to. */
function begun() {
  const work = new Work<string>();
  let call: Call | undefined;
  let end: (value: string) => void = () => undefined;
  let fail: (thrown: unknown) => void = () => undefined;
  const run = work.run((given) => {
    call = given;
    return new Promise((resolve, reject) => {
      end = resolve;
      fail = reject;
    });
  });
  if (!call) throw new Error('it did not begin');
  return { work, run, call, end: (value: string) => end(value), fail: (thrown: unknown) => fail(thrown) };
}

describe('work', () => {
  it('tells how far it is until it ends', async () => {
    const { work, run, call, end } = begun();
    call.told(far(300));
    expect(work.progress?.permille).toBe(300);
    expect(work.busy).toBe(true);
    end('done');
    expect(await run).toBe('done');
    expect([work.busy, work.stopped, work.value]).toEqual([false, false, 'done']);
    call.told(far(900));
    expect(work.progress?.permille).toBe(300);
  });

  it('that was stopped is no error', async () => {
    host.stopWork.mockClear();
    const { work, run, call, fail } = begun();
    work.stop();
    expect(host.stopWork).toHaveBeenCalledWith(call.id);
    // It had not begun when it was asked to stop: it is asked again as soon as it is heard of.
    call.told(far(1));
    expect(host.stopWork).toHaveBeenCalledTimes(2);
    fail({ code: 'stopped', message: 'The work was stopped before its end.', hints: [] });
    expect(await run).toBeUndefined();
    expect([work.busy, work.stopped, work.stopping, work.error]).toEqual([false, true, false, null]);
  });

  it('that fails says why', async () => {
    const { work, run, fail } = begun();
    fail({ code: 'csv-empty', message: 'people.csv is empty.', hints: [] });
    await run;
    expect([work.stopped, work.error?.code]).toEqual([false, 'csv-empty']);
  });

  it('stops what ran before when it is run again', async () => {
    host.stopWork.mockClear();
    const { work, call } = begun();
    const value = await work.run(() => Promise.resolve('second'));
    expect(host.stopWork).toHaveBeenCalledWith(call.id);
    expect(value).toBe('second');
    call.told(far(500));
    expect(work.progress).toBeNull();
  });
});
