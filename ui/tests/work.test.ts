import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const host = vi.hoisted(() => ({ stopWork: vi.fn(() => Promise.resolve(true)) }));
vi.mock('../src/platform', () => ({ platform: host }));

import type { Call } from '../src/platform';
import type { WorkProgress } from '../src/platform/types/WorkProgress';
import { AUDIT, secondsLeft, Work, works } from '../src/lib/work.svelte';

const far = (permille: number): WorkProgress => ({
  step: 'check',
  done: permille,
  total: 1000,
  unit: 'bytes',
  permille,
});

describe('work that can be undone', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  /** Work that waits for ten seconds, and whether it has begun. */
  function waiting() {
    const work = new Work<string>();
    const begin = vi.fn(() => Promise.resolve('signed'));
    const run = work.run(begin, 10_000);
    return { work, begin, run };
  }

  it('begins when the time is over, and not before', async () => {
    const { work, begin, run } = waiting();
    expect([work.busy, work.grace?.until]).toEqual([true, performance.now() + 10_000]);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(begin).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await run).toBe('signed');
    expect([work.busy, work.grace, begin.mock.calls.length]).toEqual([false, null, 1]);
  });

  it('begins at once when asked to', async () => {
    const { work, begin, run } = waiting();
    work.grace?.begin();
    expect(await run).toBe('signed');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(begin).toHaveBeenCalledTimes(1);
  });

  it('never begins once it is undone, forgotten or run anew', async () => {
    for (const end of ['stop', 'clear', 'run', 'close'] as const) {
      host.stopWork.mockClear();
      const { work, begin, run } = waiting();
      const other = vi.fn(() => Promise.resolve('other'));
      if (end === 'run') void work.run(other);
      else if (end === 'close') {
        const kept = works.at<string>('waits', { title: () => '', at: '' });
        const late = kept.run(begin, 10_000);
        works.forget();
        expect(await late).toBeUndefined();
        work.stop();
      } else work[end]();
      expect(await run).toBeUndefined();
      await vi.advanceTimersByTimeAsync(20_000);
      expect(begin, end).not.toHaveBeenCalled();
      // The host never heard of it.
      expect(host.stopWork, end).not.toHaveBeenCalled();
      expect([work.busy, work.grace, work.error], end).toEqual([false, null, null]);
      expect(work.stopped, end).toBe(end === 'stop' || end === 'close');
    }
  });
});

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
  return {
    work,
    run,
    call,
    end: (value: string) => end(value),
    fail: (thrown: unknown) => fail(thrown),
  };
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
    expect([work.busy, work.stopped, work.stopping, work.error]).toEqual([
      false,
      true,
      false,
      null,
    ]);
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

describe('the store of works', () => {
  it('gives each key one work, and shows what is slow, or failed unseen', async () => {
    vi.useFakeTimers();
    const about = { title: () => 'Import', at: '#/import' };
    const work = works.at<string>('import', about);
    expect(works.at('import', about)).toBe(work);
    let fail: (thrown: unknown) => void = () => undefined;
    const run = work.run(() => new Promise((_, reject) => (fail = reject)));
    expect(works.shown).toEqual([]);
    vi.advanceTimersByTime(400);
    expect(works.shown.map(({ key }) => key)).toEqual(['import']);
    vi.useRealTimers();
    // Somebody looks at it: its own screen says what went wrong.
    work.watched = 1;
    fail({ code: 'disk-full', message: 'The disk is full.', hints: [] });
    await run;
    expect(works.shown).toEqual([]);
    work.watched = 0;
    expect(works.shown.map(({ work: shown }) => shown.error?.code)).toEqual(['disk-full']);
    works.forget();
    expect([works.shown.length, work.error]).toEqual([0, null]);
    expect(works.at('import', about)).not.toBe(work);
  });

  it('keeps the audit when the home is closed, and stops the rest', async () => {
    host.stopWork.mockClear();
    const about = { title: () => 'Audit', at: '#/verify' };
    const [audit, collect] = [works.at<string>(AUDIT, about), works.at<string>('collect', about)];
    let end: (value: string) => void = () => undefined;
    const auditing = audit.run(() => new Promise((resolve) => (end = resolve)));
    void collect.run(() => new Promise(() => undefined));
    works.forget();
    expect(host.stopWork).toHaveBeenCalledTimes(1);
    expect([audit.busy, collect.busy]).toEqual([true, false]);
    expect(works.at(AUDIT, about)).toBe(audit);
    end('holds');
    expect(await auditing).toBe('holds');
  });
});
