import { expect, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import FirstRun from '../../src/features/settings/FirstRun.svelte';
import OpenHome from '../../src/features/settings/OpenHome.svelte';
import SettingsKeys from '../../src/features/settings/SettingsKeys.svelte';
import Recovered from '../../src/frame/Recovered.svelte';
import Unkept from '../../src/frame/Unkept.svelte';
import { shell } from '../../src/lib/shell.svelte';
import { platform } from '../../src/platform';
import type { ErrorView } from '../../src/platform/types/ErrorView';
import type { HomeView } from '../../src/platform/types/HomeView';
import type { SessionView } from '../../src/platform/types/SessionView';
import { t } from '../../src/text';
import { eventually, faults, inLanguages, show } from './support.svelte';

const home = { kid: 'K'.repeat(43), name: 'Clinic', dir: '/homes/mine' } as HomeView;

/** Opens the home by what is typed. */
async function opened(byRecoveryKey: boolean, kept = true) {
  vi.spyOn(platform, 'session').mockResolvedValue({
    home_at_start: '/homes/mine',
    suggested_dir: '/homes/mine',
    recent: [],
  } as unknown as SessionView);
  vi.spyOn(platform, 'homeExists').mockResolvedValue(true);
  vi.spyOn(platform, 'datasets').mockResolvedValue([]);
  vi.spyOn(platform, 'myListings').mockResolvedValue([]);
  vi.spyOn(platform, 'populations').mockResolvedValue([]);
  vi.spyOn(platform, 'openHome').mockResolvedValue({
    home,
    by_recovery_key: byRecoveryKey,
    recovery_key_kept: kept,
    made_to_sell: false,
  });
  const { see } = show(FirstRun, {}, 700);
  await userEvent.fill(see('open-home-passphrase'), 'AGE-SECRET-KEY-1...');
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(shell.home).toStrictEqual(home));
}

inLanguages('whoever opens a home by its recovery key is offered another passphrase', async () => {
  await opened(true);
  const { see, count, container } = show(Recovered, {}, 700);
  await expect.element(see('recovered-set')).toHaveAttribute('href', '#/settings');
  expect(await faults(container)).toEqual([]);
  await userEvent.click(see('recovered-keep'));
  expect(count('recovered')).toBe(0);

  // Nor is it offered once there is another one.
  shell.byRecoveryKey = true;
  await expect.element(see('recovered')).toBeVisible();
  vi.spyOn(platform, 'changePassphrase').mockResolvedValue(null);
  const settings = show(SettingsKeys, { onmade: () => undefined }, 700);
  await userEvent.fill(settings.see('settings-passphrase-old'), 'AGE-SECRET-KEY-1...');
  await userEvent.fill(settings.see('settings-passphrase-new'), 'three unrelated words');
  await userEvent.fill(settings.see('settings-passphrase-new-again'), 'three unrelated words');
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(shell.byRecoveryKey).toBe(false));
  expect(count('recovered')).toBe(0);
});

inLanguages('whoever never said that the recovery key is kept is asked again', async () => {
  await opened(false, false);
  const { see, count, container } = show(Unkept, {}, 700);
  await expect.element(see('never-kept-new')).toHaveAttribute('href', '#/settings');
  expect(await faults(container)).toEqual([]);
  const keep = vi.spyOn(platform, 'keepRecoveryKey').mockRejectedValueOnce(new Error('busy'));
  await userEvent.click(see('never-kept-have'));
  await expect.element(see('error-note')).toBeVisible();
  keep.mockResolvedValue(null);
  await userEvent.click(see('never-kept-have'));
  await eventually(() => expect(count('never-kept')).toBe(0));
  // A new one that is shown takes its place.
  shell.neverKept = true;
  await expect.element(see('never-kept')).toBeVisible();
  shell.unkept = { made: { home, recovery_key: 'AGE-SECRET-KEY-1Q' }, door: null };
  await expect.element(see('unkept')).toBeVisible();
  expect(count('never-kept')).toBe(0);
  shell.unkept = null;
});

inLanguages('whoever opens it by its passphrase is not', async () => {
  await opened(false);
  expect(show(Unkept, {}, 700).count('never-kept')).toBe(0);
  expect(show(Recovered, {}, 700).count('recovered')).toBe(0);
});

inLanguages('a home that is not in its folder any more is looked for, or forgotten', async () => {
  const dir = '/homes/moved';
  const session = {
    home_at_start: null,
    suggested_dir: '/homes/new',
    recent: [{ dir, name: 'Clinic', opened: '' }],
  } as unknown as SessionView;
  const refused: ErrorView = { code: 'no-home', message: 'There is no home.', hints: [] };
  vi.spyOn(platform, 'openHome').mockRejectedValue(refused);
  vi.spyOn(platform, 'chooseFolder').mockResolvedValue('/elsewhere');
  const forgotten = vi.spyOn(platform, 'forgetHome').mockResolvedValue(null);
  const { see, count, container, value } = show(OpenHome, { session, onopened: vi.fn() }, 700);
  const open = async () => {
    await userEvent.click(see('recent-home'));
    await userEvent.fill(see('open-home-passphrase'), 'three unrelated words');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('gone-look')).toBeVisible();
  };
  await open();
  expect(container.querySelector('form')?.textContent).toContain(t.firstRun.gone(dir));
  expect(await faults(container)).toEqual([]);
  await userEvent.click(see('gone-look'));
  await eventually(() => expect(value('open-home-dir')).toBe('/elsewhere'));
  await expect.element(see('open-home-passphrase')).toHaveFocus();
  expect(count('gone-look')).toBe(0);
  await open();
  await userEvent.click(see('gone-forget'));
  await eventually(() => expect(forgotten).toHaveBeenCalledExactlyOnceWith(dir));
  await eventually(() => expect(count('recent-home') + count('gone-look')).toBe(0));
});
