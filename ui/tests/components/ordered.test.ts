// The list of a buyer's orders, in the room that the window leaves it.

import { afterEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';

import Orders from '../../src/features/buy/Orders.svelte';
import { shell } from '../../src/lib/shell.svelte';
import { platform } from '../../src/platform';
import type { Collected } from '../../src/platform/types/Collected';
import type { HalfWidth } from '../../src/platform/types/HalfWidth';
import { t } from '../../src/text';
import { order } from './orders';
import { inLanguages, overflows, show } from './support.svelte';

afterEach(() => page.viewport(414, 896));

const width = (over: Partial<HalfWidth>): HalfWidth => ({
  ...{ of: 'mean', text: '0.83', number: 0.83, unit: 'mmHg', basis: 'about' },
  ...over,
});
const PRESSURE = {
  title: 'Mean systolic blood pressure of patients',
  accuracy: [width({})],
  approved_at: '2026-11-18T12:00:00Z',
};
const STAYS = { title: 'Stays', accuracy: [width({ of: 'count', text: '12', unit: 'rows' })] };

inLanguages('half-widths have room, in a wide window and in a narrow one', async () => {
  vi.spyOn(platform, 'orders').mockResolvedValue(
    [PRESSURE, STAYS].map((over, i) => order({ id: String(i).repeat(43), ...over })),
  );
  for (const [window, column, most] of [
    [1280, 1024, 1],
    [900, 700, 2],
  ] as const) {
    await page.viewport(window, 900);
    const { container, see, close } = show(Orders, {}, column);
    await expect.element(see('order-accuracy', 1)).toBeVisible();
    for (const nth of [0, 1]) {
      const lines = see('order-accuracy', nth).element().getClientRects();
      expect(lines.length).toBeLessThanOrEqual(most);
    }
    expect(overflows(container)).toBe(false);
    await close();
  }
});

const nothing: Collected = {
  ...{ releases: [], declined: [], rejected: [], newer: 0, alarms: [], unchecked: [] },
  skipped: 0,
};

inLanguages('what arrived is not hidden by an earlier answer that nothing had', async () => {
  vi.spyOn(platform, 'orders').mockResolvedValue([]);
  vi.spyOn(platform, 'collect').mockResolvedValue(nothing);
  const { see, count } = show(Orders, {}, 900);
  await see('collect').click();
  await expect.element(see('collected')).toHaveTextContent(t.orders.collected.nothing);
  shell.collected = { ...nothing, declined: [order({ reason: 'Too near.' })] };
  await expect.element(see('collected')).toHaveTextContent('Too near.');
  expect(count('collected')).toBe(1);
  // A new request shows its own result.
  await see('collect').click();
  await expect.element(see('collected')).toHaveTextContent(t.orders.collected.nothing);
  expect(count('collected')).toBe(1);
});
