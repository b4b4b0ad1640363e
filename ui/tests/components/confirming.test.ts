import { expect, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import Standing from '../../src/frame/Standing.svelte';
import { shell } from '../../src/lib/shell.svelte';
import { platform } from '../../src/platform';
import type { CaughtUp } from '../../src/platform/types/CaughtUp';
import type { ErrorView } from '../../src/platform/types/ErrorView';
import type { HomeView } from '../../src/platform/types/HomeView';
import { t } from '../../src/text';
import { faults, inLanguages, show } from './support.svelte';

const confirmed: CaughtUp = {
  entries: 12,
  receipts: 0,
  grants: 0,
  population_entries: 0,
  listings: [],
  populations: [],
  rules_paused: [],
  copies_ended: 0,
  delivered_again: [],
  undelivered: [],
  unconfirmed: false,
  mended: { documents: 0, tiles: 0, own_copies: 0, junk: 0 },
  payments: false,
};

inLanguages('a home without its mark asks for the code and shows none', async () => {
  const problem: ErrorView = { code: 'unconfirmed-home', message: 'Not confirmed.', hints: [] };
  const differs: ErrorView = { code: 'code-differs', message: 'Another code.', hints: [] };
  const confirmHome = vi
    .spyOn(platform, 'confirmHome')
    .mockImplementation((code) =>
      code === '12-7KQX-M2PA' ? Promise.resolve(confirmed) : Promise.reject(differs),
    );
  shell.home = { kid: 'K'.repeat(43), name: 'Clinic', dir: '/homes/mine' } as HomeView;
  shell.standing = {
    state: 'unconfirmed',
    entries: 12,
    code: null,
    states_availability: true,
    problem,
  };
  const { see, count, container } = show(Standing, { onclose: vi.fn() }, 700);
  await expect.element(see('standing')).toHaveTextContent(t.standing.title.unconfirmed);
  expect(await faults(container)).toEqual([]);
  // An empty field and a box that is not ticked are errors at their places.
  await userEvent.click(see('confirm-home'));
  await expect.element(see('confirm-code')).toHaveFocus();
  await expect
    .element(see('confirm-code'))
    .toHaveAccessibleDescription(expect.stringContaining(t.controls.fillIn));
  await userEvent.click(see('confirm-without'));
  await userEvent.click(see('confirm-accept'));
  await expect.element(see('confirm-accepted')).toHaveFocus();
  await expect.element(see('confirm-accepted')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(see('confirm-accepted')).toHaveAccessibleDescription(t.controls.tickBox);
  expect(await faults(container)).toEqual([]);
  expect(confirmHome).not.toHaveBeenCalled();
  await userEvent.fill(see('confirm-code'), '12-7KQX-M2PB');
  await userEvent.click(see('confirm-home'));
  await expect.element(see('confirm-code')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(see('confirm-code')).toHaveFocus();
  await userEvent.fill(see('confirm-code'), '12-7KQX-M2PA');
  await userEvent.click(see('confirm-home'));
  await expect.element(see('caught-up')).toHaveTextContent(t.standing.caught.newest);
  expect(count('caught-up-listing')).toBe(0);
});
