import { expect, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import Standing from '../../src/frame/Standing.svelte';
import { leave } from '../../src/lib/leave';
import { shell } from '../../src/lib/shell.svelte';
import { platform } from '../../src/platform';
import type { ErrorView } from '../../src/platform/types/ErrorView';
import type { HomeView } from '../../src/platform/types/HomeView';
import { t } from '../../src/text';
import { eventually, faults, inLanguages, show } from './support.svelte';

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
  shell.standing = {
    state: 'two-histories',
    entries: 3,
    code: null,
    states_availability: true,
    problem: null,
  };
  const onclose = vi.fn();
  const { see, count, container } = show(Standing, { onclose }, 700);
  await userEvent.click(see('give-up-part'));
  await expect.element(see('give-up-file')).toHaveValue('exports/losses.json');
  await userEvent.click(see('give-up-sure'));
  await userEvent.click(see('give-up'));
  await expect.element(see('give-up-replace')).toBeVisible();
  expect(await faults(container)).toEqual([]);
  await userEvent.click(see('give-up-replace'));
  await expect.element(see('given-up')).toHaveTextContent('exports/losses.json');
  expect(written.mock.calls.map(([{ replace }]) => replace)).toEqual([false, true]);
  // What is left is the next step: nothing that cannot work any more.
  for (const gone of ['give-up-replace', 'catch-up', 'give-up', 'standing'])
    expect(count(gone), gone).toBe(0);
  expect(await faults(container)).toEqual([]);
  await userEvent.click(see('given-up-next'));
  expect(onclose).toHaveBeenCalledOnce();
  // Of another home nothing of it is said.
  leave();
  shell.home = { kid: 'L'.repeat(43), name: 'Lab', dir: '/homes/lab' } as HomeView;
  await eventually(() => expect(count('given-up')).toBe(0));
});

inLanguages('a home that sells no more is not asked to catch up again and again', async () => {
  vi.spyOn(platform, 'suggestFile').mockResolvedValue('exports/losses.json');
  const refused: ErrorView = { code: 'sells-no-more', message: 'It sells no more.', hints: [] };
  vi.spyOn(platform, 'catchUp').mockRejectedValue(refused);
  shell.home = { kid: 'K'.repeat(43), name: 'Clinic', dir: '/homes/mine' } as HomeView;
  shell.standing = {
    state: 'lacking',
    entries: 3,
    code: null,
    states_availability: true,
    problem: refused,
  };
  const { see, count } = show(Standing, { onclose: vi.fn() }, 700);
  await userEvent.click(see('catch-up'));
  await expect.element(see('catch-up-error')).toBeVisible();
  expect(count('catch-up')).toBe(0);
  // Two histories are never one again.
  shell.standing = { ...shell.standing, state: 'two-histories' };
  await eventually(() => expect(count('catch-up-error')).toBe(0));
  expect(count('catch-up')).toBe(0);
  expect(count('give-up-part')).toBe(1);
});

inLanguages('a home that was given up says so, and writes its file again', async () => {
  vi.spyOn(platform, 'suggestFile').mockResolvedValue('exports/losses.json');
  const written = vi
    .spyOn(platform, 'writeLosses')
    .mockImplementation(({ path }) => Promise.resolve({ file: path, populations: [] }));
  const problem: ErrorView = { code: 'sells-no-more', message: 'It sells no more.', hints: [] };
  shell.home = { kid: 'K'.repeat(43), name: 'Clinic', dir: '/homes/mine' } as HomeView;
  shell.standing = {
    state: 'given-up',
    entries: 3,
    code: null,
    states_availability: true,
    problem,
  };
  const onclose = vi.fn();
  const { see, count, container } = show(Standing, { onclose }, 700);
  await expect.element(see('standing')).toHaveTextContent(t.standing.title['given-up']);
  expect(count('catch-up')).toBe(0);
  await userEvent.click(see('given-up-next'));
  expect(onclose).toHaveBeenCalledOnce();
  await userEvent.click(see('give-up-part'));
  await expect.element(see('give-up-file')).toHaveValue('exports/losses.json');
  expect(count('give-up-sure')).toBe(0);
  expect(await faults(container)).toEqual([]);
  await userEvent.click(see('give-up'));
  await expect.element(see('given-up')).toHaveTextContent('exports/losses.json');
  expect(written).toHaveBeenCalledOnce();
});
