import { afterEach, expect, it, vi } from 'vitest';

const host = vi.hoisted(() => ({ invoke: vi.fn<(command: string) => Promise<unknown>>() }));
vi.mock('../src/platform/tauri', () => {
  const unused = vi.fn();
  return { ...host, channel: unused, dialogs: {}, listen: unused, onDrag: unused };
});

import { invoke, onClockDoubted } from '../src/platform/host';

const doubted = { code: 'clock-doubtful', message: 'This clock is behind.', hints: [] };
let forget = () => {};

/** A host that doubts the clock until it is confirmed. */
function doubting() {
  let confirmed = false;
  host.invoke.mockReset().mockImplementation((command) => {
    if (command === 'confirm_clock') confirmed = true;
    else if (!confirmed) return Promise.reject(doubted);
    return Promise.resolve(command);
  });
}

const asked = () => host.invoke.mock.calls.map(([command]) => command);

afterEach(() => forget());

it('runs a command again once the clock is confirmed', async () => {
  doubting();
  const ask = vi.fn(() => Promise.resolve(true));
  forget = onClockDoubted(ask);
  await expect(invoke('approve', { order: 'abc' })).resolves.toBe('approve');
  expect(ask).toHaveBeenCalledExactlyOnceWith(doubted);
  expect(asked()).toEqual(['approve', 'confirm_clock', 'approve']);
  expect(host.invoke.mock.calls.at(-1)).toEqual(['approve', { order: 'abc' }]);
});

it('confirms nothing where a person does not, or nobody is asked', async () => {
  for (const ask of [() => Promise.resolve(false), null]) {
    doubting();
    forget = ask ? onClockDoubted(ask) : () => {};
    await expect(invoke('approve')).rejects.toBe(doubted);
    expect(asked()).toEqual(['approve']);
    forget();
  }
});

it('asks about no other error', async () => {
  const other = { ...doubted, code: 'clock' };
  host.invoke.mockReset().mockRejectedValue(other);
  const ask = vi.fn(() => Promise.resolve(true));
  forget = onClockDoubted(ask);
  await expect(invoke('approve')).rejects.toBe(other);
  expect(ask).not.toHaveBeenCalled();
});
