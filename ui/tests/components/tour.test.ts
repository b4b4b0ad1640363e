// The tour waits for what a step asks for, since the steps after it show what came of that.

import { expect, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import Tour from '../../src/frame/Tour.svelte';
import { STEPS } from '../../src/frame/tour';
import { sample } from '../../src/lib/sample.svelte';
import { settings } from '../../src/lib/settings.svelte';
import { shell } from '../../src/lib/shell.svelte';
import { platform } from '../../src/platform';
import type { Seat } from '../../src/platform/types/Seat';
import { t } from '../../src/text';
import { item, order } from './orders';
import { eventually, faults, inLanguages, show } from './support.svelte';

/** The tour at that step, seen from there. */
function at(about: string, seat?: Seat) {
  const step = STEPS.findIndex((one) => one.about === about);
  sample.shown = { seat: seat ?? STEPS[step]?.seat ?? 'clinic', evidence: [] };
  sample.step = sample.seen = step;
  return show(Tour, {}, 700);
}

inLanguages('the tour goes on once the order is answered', async () => {
  const inbox = vi.spyOn(platform, 'inbox').mockResolvedValue([item(order())]);
  const { see, count, container } = at('approve');
  const { first, done } = t.sample.acts.approve;
  await expect.element(see('tour-next')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(see('tour-next')).toHaveAccessibleDescription(first);
  await expect.element(see('tour-first')).toHaveTextContent(first);
  expect(await faults(container)).toEqual([]);
  await userEvent.click(see('tour-next'), { force: true });
  expect(sample.step).toBe(1);
  inbox.mockResolvedValue([]);
  shell.changes += 1;
  await expect.element(see('tour')).toHaveTextContent(done.text);
  expect(count('tour-first')).toBe(0);
  await userEvent.click(see('tour-next'));
  expect(sample.step).toBe(2);
});

inLanguages('the tour goes on once what arrived is collected', async () => {
  const deliveries = vi.spyOn(platform, 'deliveries').mockResolvedValue(1);
  const { see } = at('arrive');
  await expect.element(see('tour-first')).toHaveTextContent(t.sample.acts.arrive.first);
  await expect.element(see('tour')).toHaveTextContent(t.sample.steps.arrive.text);
  deliveries.mockResolvedValue(0);
  shell.changes += 1;
  await expect.element(see('tour')).toHaveTextContent(t.sample.acts.arrive.done.text);
  await userEvent.click(see('tour-next'));
  expect(sample.step).toBe(3);
});

inLanguages('a step is told from its own seat alone, and one can always leave', async () => {
  vi.spyOn(platform, 'inbox').mockResolvedValue([]);
  vi.spyOn(settings, 'choose').mockResolvedValue();
  const asked: (number | null)[] = [];
  const { see, count, container } = at('approve', 'insurer');
  const stop = sample.onStep((step) => asked.push(step));
  await expect.element(see('tour')).toHaveTextContent(t.sample.away);
  expect(container.textContent).not.toContain(t.sample.steps.approve.text);
  expect(count('tour-next') + count('tour-first')).toBe(0);
  expect(await faults(container)).toEqual([]);
  await userEvent.click(see('tour-again'));
  expect(asked).toEqual([1, 1]);
  stop();
  sample.seen = 1;
  await userEvent.click(see('tour-leave'));
  await eventually(() => expect(count('tour')).toBe(0));
});
