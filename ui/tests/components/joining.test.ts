// A market on a server: its invitation is shown before anything is sent, tested step by step, and
// joined.

import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import CreateHome from '../../src/features/settings/CreateHome.svelte';
import InviteMember from '../../src/features/settings/InviteMember.svelte';
import JoinMarket from '../../src/features/settings/JoinMarket.svelte';
import SettingsMarket from '../../src/features/settings/SettingsMarket.svelte';
import { shell } from '../../src/lib/shell.svelte';
import { platform } from '../../src/platform';
import type { ErrorView } from '../../src/platform/types/ErrorView';
import type { HomeView } from '../../src/platform/types/HomeView';
import type { MarketFileView } from '../../src/platform/types/MarketFileView';
import type { MarketTestView } from '../../src/platform/types/MarketTestView';
import type { SessionView } from '../../src/platform/types/SessionView';
import { t } from '../../src/text';
import { eventually, faults, inLanguages, overflows, show } from './support.svelte';

const FILE = '/mail/anna.market';
const market: MarketFileView = {
  name: 'Ward data',
  market: 'https://cloud.example.org/remote.php/dav/files/market/Market',
  host: 'cloud.example.org',
  key_id: 'anna',
};
const folder = { name: 'Clinic', dir: '/homes/clinic', market: 'file:///market' } as HomeView;
const there = { ...folder, market: market.market };
const denied: ErrorView = {
  code: 'market-denied',
  message: 'The server denies access.',
  hints: ['Ask the operator for another key.'],
  german: {
    message: 'Der Server verweigert den Zugriff.',
    hints: ['Bitten Sie den Betreiber um einen anderen Schlüssel.'],
  },
};

function tested(...failing: string[]): MarketTestView {
  const steps = (['list', 'clock', 'write', 'read', 'delete'] as const).map((step) =>
    failing.includes(step)
      ? { step, outcome: 'fails' as const, error: denied }
      : { step, outcome: 'works' as const },
  );
  return { market: market.market, works: failing.length === 0, steps };
}

function asked() {
  vi.spyOn(platform, 'readMarketFile').mockResolvedValue(market);
  const test = vi.spyOn(platform, 'testMarketFile').mockResolvedValue(tested());
  const join = vi.spyOn(platform, 'joinMarket').mockResolvedValue({ home: there, waiting: 0 });
  return { test, join };
}

function dialog() {
  const [onjoined, onclose] = [vi.fn(), vi.fn()];
  return { onjoined, onclose, ...show(JoinMarket, { file: FILE, onjoined, onclose }, 700) };
}

describe('an invitation to a market', () => {
  inLanguages('is shown before anything is sent, and joined by one key', async () => {
    const { test, join } = asked();
    const { container, onjoined, onclose, see } = dialog();
    await expect.element(see('join-host')).toHaveTextContent('cloud.example.org');
    await expect.element(see('join-name')).toHaveTextContent('Ward data');
    await expect.element(see('join-key')).toHaveTextContent('anna');
    expect(test).not.toHaveBeenCalled();
    expect(join).not.toHaveBeenCalled();
    expect(await faults(container)).toEqual([]);
    (see('join-confirm').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(onclose).toHaveBeenCalledOnce());
    expect(test).toHaveBeenCalledExactlyOnceWith(FILE, expect.anything());
    expect(join).toHaveBeenCalledExactlyOnceWith(FILE, false);
    expect(onjoined).toHaveBeenCalledOnce();
    expect(shell.home?.market).toBe(market.market);
  });

  inLanguages('says of each step that fails why, and is joined only knowingly', async () => {
    const { test, join } = asked();
    test.mockResolvedValue(tested('write', 'delete'));
    const { container, count, onclose, see } = dialog();
    await userEvent.click(see('join-confirm'));
    await expect.element(see('market-test')).toHaveAttribute('data-works', 'false');
    expect(count('market-step')).toBe(5);
    expect(count('error-words')).toBe(2);
    await expect.element(see('market-step', 2)).toHaveTextContent(t.member.outcome.fails);
    await expect
      .element(see('error-words'))
      .toHaveTextContent(/denies access|verweigert den Zugriff/);
    expect(join).not.toHaveBeenCalled();
    expect(await faults(container)).toEqual([]);
    expect(overflows(container)).toBe(false);
    await expect.element(see('join-confirm')).toHaveTextContent(t.member.testAgain);
    await userEvent.click(see('join-anyway'));
    await eventually(() => expect(onclose).toHaveBeenCalledOnce());
    expect(join).toHaveBeenCalledExactlyOnceWith(FILE, false);
  });

  it('of a market that cannot be listed is not joined at all', async () => {
    const { test } = asked();
    test.mockResolvedValue(tested('list', 'write'));
    const { count, see } = dialog();
    await userEvent.click(see('join-confirm'));
    await expect.element(see('market-test')).toBeVisible();
    expect(count('join-anyway')).toBe(0);
  });

  it('asks before what waits goes elsewhere', async () => {
    const { join } = asked();
    join.mockRejectedValueOnce({ code: 'outbox-waiting', message: '2 wait.', hints: [] });
    const { see, onclose } = dialog();
    await userEvent.click(see('join-confirm'));
    await userEvent.click(see('join-send-there'));
    await eventually(() => expect(onclose).toHaveBeenCalledOnce());
    expect(join).toHaveBeenLastCalledWith(FILE, true);
  });

  it('that cannot be read is read again', async () => {
    asked();
    const read = vi
      .spyOn(platform, 'readMarketFile')
      .mockRejectedValueOnce({ code: 'market-file', message: 'It is not one.', hints: [] });
    const { count, see } = dialog();
    await expect.element(see('error-note')).toBeVisible();
    expect(count('join-host')).toBe(0);
    await userEvent.click(see('join-confirm'));
    await expect.element(see('join-host')).toBeVisible();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('is left by Escape, and nothing was sent', async () => {
    const { test } = asked();
    const { onclose, see } = dialog();
    await expect.element(see('join-host')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await eventually(() => expect(onclose).toHaveBeenCalledOnce());
    expect(test).not.toHaveBeenCalled();
  });
});

inLanguages('a home is created on a market that its owner was invited to', async () => {
  const { join } = asked();
  const create = vi.spyOn(platform, 'createHome').mockReturnValue(new Promise(() => {}));
  const session = {
    home_at_start: '/homes/mine',
    suggested_dir: '/homes/mine',
    market_suggestion: 'file:///market',
    shortest_passphrase: 12,
    recent: [],
  } as unknown as SessionView;
  const { container, see } = show(CreateHome, { session, door: 'buy', onmade: () => {} }, 700);
  await userEvent.fill(see('new-home-name'), 'Clinic');
  await userEvent.fill(see('new-home-passphrase'), 'three unrelated words');
  await userEvent.fill(see('new-home-passphrase-again'), 'three unrelated words');
  await userEvent.click(see('new-home-join').getByText(t.member.invited));
  await userEvent.fill(see('new-home-invitation'), FILE);
  await userEvent.keyboard('{Enter}');
  await expect.element(see('join-confirm')).toHaveTextContent(t.member.testAndUse);
  await userEvent.click(see('join-confirm'));
  await expect
    .element(see('new-home-invited'))
    .toHaveTextContent(t.member.forNewHome('Ward data', 'cloud.example.org'));
  expect(join).not.toHaveBeenCalled();
  expect(await faults(container)).toEqual([]);
  await userEvent.click(see('create-home'));
  expect(create).toHaveBeenCalledExactlyOnceWith(
    '/homes/mine',
    'Clinic',
    'three unrelated words',
    null,
    FILE,
    false,
  );
});

describe('the market in the settings', () => {
  inLanguages('is tested, and invited to where it is on a server', async () => {
    const test = vi.spyOn(platform, 'testOwnMarket').mockResolvedValue(tested('read'));
    const own = show(SettingsMarket, { home: there }, 700);
    await userEvent.click(own.see('settings-test-market'));
    await expect.element(own.see('market-test')).toHaveAttribute('data-works', 'false');
    expect(test).toHaveBeenCalledOnce();
    expect(own.count('settings-invite')).toBe(1);
    expect(await faults(own.container)).toEqual([]);
    await own.close();
    const local = show(SettingsMarket, { home: folder }, 700);
    expect(local.count('settings-invite')).toBe(0);
  });

  inLanguages('is tested until a person stops it, if its server hangs', async () => {
    let end: (error: unknown) => void = () => {};
    vi.spyOn(platform, 'testOwnMarket').mockReturnValue(new Promise((_, refuse) => (end = refuse)));
    const stop = vi.spyOn(platform, 'stopWork').mockImplementation(() => {
      end({ code: 'stopped', message: '', hints: [] });
      return Promise.resolve(true);
    });
    const { container, count, see } = show(SettingsMarket, { home: there }, 700);
    await userEvent.click(see('settings-test-market'));
    await expect.element(see('settings-testing-doing')).toHaveTextContent(t.member.testing);
    expect(await faults(container)).toEqual([]);
    await userEvent.click(see('settings-testing-cancel'));
    await expect.element(see('settings-testing-said')).toHaveTextContent(t.member.testStopped);
    expect(stop).toHaveBeenCalledOnce();
    expect(count('market-test')).toBe(0);
  });

  inLanguages('is left for another one by an invitation', async () => {
    asked();
    const { container, see } = show(SettingsMarket, { home: folder }, 700);
    await userEvent.fill(see('settings-invitation'), FILE);
    await userEvent.click(see('settings-invitation-open'));
    await userEvent.click(see('join-confirm'));
    await expect
      .element(see('settings-joined'))
      .toHaveTextContent(t.member.joined('Ward data', 'cloud.example.org'));
    await expect.element(see('settings-invitation-open')).toHaveFocus();
    expect(await faults(container)).toEqual([]);
  });

  inLanguages('is opened to another member by a file that says that it has a key', async () => {
    const invite = vi.spyOn(platform, 'invite').mockResolvedValue({ file: FILE, bytes: 300 });
    vi.spyOn(platform, 'suggestFile').mockResolvedValue(FILE);
    const { container, count, see } = show(InviteMember, {}, 700);
    await userEvent.click(see('settings-invite').getByText(t.member.invite));
    await expect.element(see('settings-invite')).toHaveTextContent(t.member.warning);
    expect(count('invite-secret')).toBe(0);
    await userEvent.fill(see('invite-name'), 'Ward data');
    await userEvent.fill(see('invite-key'), 'ben');
    await userEvent.fill(see('invite-secret'), 'hidden');
    expect(await faults(container)).toEqual([]);
    await userEvent.click(see('invite-save'));
    const file = { path: FILE, replace: false };
    await eventually(() => expect(invite).toHaveBeenCalledWith('Ward data', 'ben', 'hidden', file));
    await expect.element(see('invite-secret')).toHaveValue('');
  });
});
