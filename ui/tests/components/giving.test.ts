import { afterEach, expect, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import Standing from '../../src/frame/Standing.svelte';
import { shell } from '../../src/lib/shell.svelte';
import { platform } from '../../src/platform';
import type { ErrorView } from '../../src/platform/types/ErrorView';
import type { HomeView } from '../../src/platform/types/HomeView';
import { faults, inLanguages, show } from './support.svelte';

afterEach(() => {
  vi.restoreAllMocks();
  shell.standing = null;
  shell.home = null;
});

inLanguages('losses are written over a file that is there only once that is asked', async () => {
  const there: ErrorView = {
    code: 'file-exists',
    message: 'exports/losses.json exists already.',
    hints: [],
  };
  vi.spyOn(platform, 'suggestFile').mockResolvedValue('exports/losses.json');
  const written = vi
    .spyOn(platform, 'writeLosses')
    .mockImplementation(({ path, replace }) =>
      replace ? Promise.resolve({ file: path, populations: [] }) : Promise.reject(there),
    );
  shell.home = { kid: 'K'.repeat(43), name: 'Clinic', dir: '/homes/mine' } as HomeView;
  shell.standing = { state: 'closed', entries: 3, problem: null };
  const { see, count, container } = show(Standing, {}, 700);
  await userEvent.click(see('give-up-part'));
  await expect.element(see('give-up-file')).toHaveValue('exports/losses.json');
  await userEvent.click(see('give-up-sure'));
  await userEvent.click(see('give-up'));
  await expect.element(see('give-up-replace')).toBeVisible();
  expect(await faults(container)).toEqual([]);
  await userEvent.click(see('give-up-replace'));
  await expect.element(see('given-up')).toHaveTextContent('exports/losses.json');
  expect(written.mock.calls.map(([{ replace }]) => replace)).toEqual([false, true]);
  expect(count('give-up-replace')).toBe(0);
});
