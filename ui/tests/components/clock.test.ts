import { expect, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import DoubtedClock from '../../src/frame/DoubtedClock.svelte';
import { platform } from '../../src/platform';
import type { ErrorView } from '../../src/platform/types/ErrorView';
import { eventually, faults, inLanguages, show } from './support.svelte';

const doubted: ErrorView = {
  code: 'clock-doubtful',
  message: 'This machine’s clock shows 2026-01-01T00:00:00Z.',
  hints: ['Nothing was signed.'],
};

inLanguages('a doubted clock is asked about, and Escape confirms nothing', async () => {
  let ask = (_why: ErrorView): Promise<boolean> => Promise.reject(new Error('nobody asks'));
  vi.spyOn(platform, 'onClockDoubted').mockImplementation((asked) => {
    ask = asked;
    return () => {};
  });
  const { container, count, see } = show(DoubtedClock, {}, 700);
  expect(count('clock-confirm')).toBe(0);
  const first = ask(doubted);
  await expect.element(see('clock-dialog')).toHaveTextContent('2026-01-01T00:00:00Z');
  // A single key press must not accept a wrong time permanently.
  await expect.element(see('clock-cancel')).toHaveFocus();
  expect(await faults(container)).toEqual([]);
  await userEvent.keyboard('{Escape}');
  expect(await first).toBe(false);
  const second = ask(doubted);
  await userEvent.click(see('clock-confirm'));
  expect(await second).toBe(true);
  await eventually(() => expect(count('clock-confirm')).toBe(0));
});
