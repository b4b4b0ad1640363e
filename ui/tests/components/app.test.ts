import { expect, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import App from '../../src/App.svelte';
import { sample } from '../../src/lib/sample.svelte';
import { settings } from '../../src/lib/settings.svelte';
import { shell } from '../../src/lib/shell.svelte';
import { platform } from '../../src/platform';
import type { HomeView } from '../../src/platform/types/HomeView';
import type { SessionView } from '../../src/platform/types/SessionView';
import type { SettingsView } from '../../src/platform/types/SettingsView';
import { go } from '../../src/route.svelte';
import { t } from '../../src/text';
import { eventually, faults, inLanguages, show } from './support.svelte';

const home = {
  kid: 'K'.repeat(43),
  name: 'Clinic',
  dir: '/homes/mine',
  recipient: 'age1qqq',
  market: 'file:///market',
} as HomeView;
const KEY = 'AGE-SECRET-KEY-1QQQQQQWXYZ';

/** The window, begun with that home or with none. */
async function app(open: HomeView | null) {
  const stop = () => Promise.resolve(() => undefined);
  for (const event of ['onChange', 'onArrived', 'onHomeMoved'] as const)
    vi.spyOn(platform, event).mockImplementation(stop);
  const dropped = vi.spyOn(platform, 'onFilesDropped').mockImplementation(stop);
  const over = vi.spyOn(platform, 'onFilesOver').mockImplementation(stop);
  // Read already, so that they do not set the language of the test.
  settings.view = {
    choices: { ...settings.choices, tour: false },
    problem: null,
  } as unknown as SettingsView;
  const session = {
    home: open,
    sample: null,
    home_at_start: null,
    suggested_dir: '/homes/new',
    market_suggestion: '',
    shortest_passphrase: 12,
    recent: [],
    files: [],
  } as unknown as SessionView;
  vi.spyOn(platform, 'session').mockImplementation(() => Promise.resolve(session));
  vi.spyOn(platform, 'homeExists').mockResolvedValue(false);
  vi.spyOn(platform, 'closeHome').mockImplementation(() => {
    session.home = null;
    return Promise.resolve(null);
  });
  for (const list of ['datasets', 'myListings', 'populations', 'inbox', 'alarms'] as const)
    vi.spyOn(platform, list).mockResolvedValue([]);
  vi.spyOn(platform, 'deliveries').mockResolvedValue(0);
  vi.spyOn(platform, 'keepRecoveryKey').mockResolvedValue(null);
  vi.spyOn(platform, 'previewCsv').mockReturnValue(new Promise(() => {}));
  vi.spyOn(platform, 'stopWork').mockResolvedValue(true);
  vi.spyOn(platform, 'logStanding').mockReturnValue(new Promise(() => {}));
  vi.spyOn(platform, 'sending').mockResolvedValue({ offline: false, waiting: 0 });
  const shown = show(App, {}, 1000);
  await eventually(() => expect(shown.container.querySelector('main')).not.toBeNull());
  return {
    ...shown,
    /** Drops files onto the window. */
    drop: (...paths: string[]) => dropped.mock.lastCall?.[0](paths),
    /** Holds files over the window. */
    hold: (...paths: string[]) => over.mock.lastCall?.[0](paths),
  };
}

/** Makes a new key on the page of settings. */
async function remade(see: Awaited<ReturnType<typeof app>>['see']) {
  vi.spyOn(platform, 'newRecoveryKey').mockResolvedValue({ home, recovery_key: KEY });
  go({ name: 'settings' });
  await userEvent.fill(see('settings-recovery-passphrase'), 'three unrelated words');
  await userEvent.click(see('settings-recovery-agreed'));
  await userEvent.click(see('settings-new-recovery-key'));
  await expect.element(see('recovery-key')).toHaveTextContent(KEY);
}

inLanguages('a new recovery key is shown until it is kept', async () => {
  const { see, count, container } = await app(home);
  await remade(see);
  expect(document.activeElement?.closest('.sheet h2')).not.toBeNull();
  expect(count('unkept')).toBe(0);

  go({ name: 'datasets' });
  await expect.element(see('unkept')).toBeVisible();
  expect(await faults(container.querySelector('[data-testid="unkept"]') ?? container)).toEqual([]);
  await userEvent.click(see('unkept-show'));
  await expect.element(see('recovery-key')).toHaveTextContent(KEY);
  await userEvent.click(see('recovery-kept'));
  await expect.element(see('recovery-key')).toBeVisible();
  await userEvent.fill(see('recovery-tail'), 'wxyz');
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(count('recovery-key')).toBe(0));
  await expect.element(see('settings-recovery-kept')).not.toHaveTextContent(/^$/);
  go({ name: 'datasets' });
  await eventually(() => expect(count('settings-recovery-kept')).toBe(0));
  expect(count('unkept')).toBe(0);
});

inLanguages('whoever wants another key, or passphrase, is led to its form', async () => {
  const { see } = await app(home);
  for (const [notice, form, over] of [
    ['never-kept-new', 'settings-recovery', { neverKept: true }],
    ['recovered-set', 'settings-passphrase', { byRecoveryKey: true }],
  ] as const) {
    Object.assign(shell, over);
    // From elsewhere, and from the top of that very page.
    for (const name of ['datasets', 'settings'] as const) {
      go({ name });
      await userEvent.click(see(notice));
      await expect.element(see(form)).toHaveFocus();
      await expect.element(see(form)).toBeInViewport();
    }
  }
});

inLanguages('a home is not closed without its new key but knowingly', async () => {
  const { see, container } = await app(home);
  await remade(see);
  await userEvent.click(see('close-home'));
  await expect.element(see('losing-cancel')).toHaveFocus();
  expect(await faults(container.querySelector('dialog[open]') ?? container)).toEqual([]);
  await userEvent.click(see('losing-cancel'));
  expect(platform.closeHome).not.toHaveBeenCalled();
  await expect(sample.open(() => undefined)).rejects.toHaveProperty('message');
  await userEvent.click(see('close-home'));
  await userEvent.click(see('losing-confirm'));
  await eventually(() => expect(platform.closeHome).toHaveBeenCalledOnce());
  await eventually(() => expect(shell.unkept).toBeNull());
});

inLanguages('the key of a new home waits for whoever looks elsewhere', async () => {
  const { see, count } = await app(null);
  vi.spyOn(platform, 'createHome').mockResolvedValue({ home, recovery_key: KEY });
  await userEvent.click(see('door-buy'));
  await userEvent.fill(see('new-home-name'), 'Clinic');
  await userEvent.fill(see('new-home-passphrase'), 'three unrelated words');
  await userEvent.fill(see('new-home-passphrase-again'), 'three unrelated words');
  await userEvent.keyboard('{Enter}');
  await expect.element(see('recovery-key')).toHaveTextContent(KEY);
  expect(document.activeElement?.closest('.sheet h1')).not.toBeNull();
  go({ name: 'verify' });
  await userEvent.click(see('unkept-show'));
  await userEvent.fill(see('recovery-tail'), 'wxyz');
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(shell.home).toStrictEqual(home));
  expect(count('unkept')).toBe(0);
  expect(location.hash).toBe('#/market');
});

inLanguages('a home is opened again where its door led, or where it has something', async () => {
  const { see } = await app(null);
  const opened = async (dir: string) => {
    vi.spyOn(platform, 'openHome').mockResolvedValue({
      home: { ...home, dir },
      by_recovery_key: false,
      recovery_key_kept: true,
      made_to_sell: dir.endsWith('to-sell'),
    });
    await userEvent.click(see('close-home'));
    (see('open-other').element() as HTMLDetailsElement).open = true;
    await userEvent.fill(see('open-home-dir'), dir);
    await userEvent.fill(see('open-home-passphrase'), 'three unrelated words');
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(shell.home?.dir).toBe(dir));
    return location.hash;
  };
  for (const [door, first, again] of [
    ['sell', '#/import', '#/datasets'],
    ['buy', '#/market', '#/market'],
  ] as const) {
    const dir = `/homes/made-to-${door}`;
    const create = vi.spyOn(platform, 'createHome').mockResolvedValue({
      home: { ...home, dir },
      recovery_key: KEY,
    });
    await userEvent.click(see(`door-${door}`));
    await userEvent.fill(see('new-home-name'), 'Clinic');
    await userEvent.fill(see('new-home-passphrase'), 'three unrelated words');
    await userEvent.fill(see('new-home-passphrase-again'), 'three unrelated words');
    await userEvent.keyboard('{Enter}');
    await userEvent.fill(see('recovery-tail'), 'wxyz');
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(location.hash).toBe(first));
    expect(create.mock.lastCall?.at(-1)).toBe(door === 'sell');
    expect(await opened(dir)).toBe(again);
    // Of one that was made before nothing is known but what it has.
    expect(await opened('/homes/another')).toBe('#/market');
    vi.mocked(platform.populations).mockResolvedValueOnce([{} as never]);
    expect(await opened('/homes/another')).toBe('#/datasets');
    await userEvent.click(see('close-home'));
  }
});

inLanguages('a home that is opened or closed leaves the focus on its page', async () => {
  const { see, container } = await app(null);
  vi.spyOn(platform, 'openHome').mockResolvedValue({
    home,
    by_recovery_key: false,
    recovery_key_kept: true,
    made_to_sell: false,
  });
  vi.mocked(platform.datasets).mockReturnValue(new Promise(() => {}));
  vi.mocked(platform.datasets).mockRejectedValueOnce(new Error());
  (see('open-other').element() as HTMLDetailsElement).open = true;
  await userEvent.fill(see('open-home-dir'), '/homes/mine');
  await userEvent.fill(see('open-home-passphrase'), 'three unrelated words');
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(shell.home).toStrictEqual(home));
  const main = () => container.querySelector('main');
  await eventually(() => expect(document.activeElement).toBe(main()));
  await userEvent.click(see('close-home'));
  await eventually(() => expect(main()?.className).toContain('first'));
  await eventually(() => expect(document.activeElement).toBe(main()));
});

inLanguages('files are not taken while a dialog is open, which says so', async () => {
  const { see, drop, hold, count, close } = await app(home);
  await remade(see);
  await userEvent.click(see('close-home'));
  await expect.element(see('losing-cancel')).toBeVisible();
  for (const file of ['/people.csv', '/office.ledger']) {
    hold(file);
    await expect.element(see('drop-offer')).toHaveTextContent(t.nav.dropInDialog);
    drop(file);
    await expect.element(see('drop-offer')).toHaveTextContent(/^$/);
    await expect.element(see('error-note')).toHaveTextContent(t.nav.dropInDialog);
    expect(location.hash).toBe('#/settings');
  }
  await userEvent.click(see('losing-cancel'));
  drop('/people.csv');
  await expect.element(see('import-file')).toHaveValue('/people.csv');
  expect(count('error-note')).toBe(0);
  await close();
});

inLanguages('of several tables the first is imported, and which are left is told', async () => {
  const { see, drop, count, close } = await app(home);
  drop('/data/people.csv', '/data/towns.csv', '/data/farms.csv');
  await expect.element(see('import-file')).toHaveValue('/data/people.csv');
  expect(platform.previewCsv).toHaveBeenCalledOnce();
  await expect.element(see('error-note')).toHaveTextContent(t.nav.oneAtATime.table);
  await expect
    .element(see('error-note'))
    .toHaveTextContent(t.nav.notTaken(['towns.csv', 'farms.csv']));
  // Another one by itself leaves nothing.
  drop('/data/towns.csv');
  await expect.element(see('import-file')).toHaveValue('/data/towns.csv');
  expect(count('error-note')).toBe(0);
  await close();
});

inLanguages('what is held over the window of an auditor is offered no import', async () => {
  const { see, drop, hold } = await app(null);
  sample.shown = { seat: 'auditor', evidence: [] };
  go({ name: 'verify' });
  for (const [file, kind] of [
    ['/people.csv', 'table'],
    ['/account.xml', 'statement'],
  ] as const) {
    hold(file);
    await expect.element(see('drop-offer')).toHaveTextContent(t.nav.noHome[kind]);
    drop(file);
    await expect.element(see('error-note')).toHaveTextContent(t.nav.noHome[kind]);
    expect(location.hash).toBe('#/verify');
  }
  hold('/office.ledger');
  await expect.element(see('drop-offer')).toHaveTextContent(t.nav.drop.check);
  sample.close();
});

inLanguages('a market that is away is told with what waits for it', async () => {
  const { see, container } = await app(home);
  await eventually(() => expect(shell.sending).not.toBeNull());
  await expect.element(see('offline')).toHaveTextContent(/^$/);
  for (const waiting of [0, 1, 2]) {
    shell.sending = { offline: true, waiting };
    await expect.element(see('offline')).toHaveTextContent(t.nav.offline(waiting));
    expect(t.nav.offline(waiting).includes(String(waiting))).toBe(waiting > 0);
  }
  expect(await faults(container.querySelector('footer') ?? container)).toEqual([]);
  shell.sending = { offline: false, waiting: 2 };
  await expect.element(see('offline')).toHaveTextContent(/^$/);
});
