// What is signed is what is in sight: nothing of a form changes while it is at work.

import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import { left } from '../../src/features/sell/batch';
import { shell } from '../../src/lib/shell.svelte';
import { platform } from '../../src/platform';
import { row, table } from './columns';
import { eventually } from './support.svelte';

it('the fields of a form at work cannot be changed, and its button keeps the focus', async () => {
  const { see, create, container } = table([row('age')], null);
  let fail: (why: unknown) => void = () => {};
  create.mockReturnValue(new Promise((_, reject) => (fail = reject)));
  await expect.element(see('batch-high')).toBeVisible();
  await userEvent.fill(see('batch-price-level'), '1');
  await userEvent.fill(see('batch-price-amount'), '10');
  const steps = () =>
    [...container.querySelectorAll<HTMLElement>('section')].map((one) => one.inert);
  const free = steps();
  expect(free).not.toContain(true);
  await userEvent.click(see('batch-sign'));
  await eventually(() => expect(create).toHaveBeenCalledOnce());
  await eventually(() => expect(steps().filter((inert) => inert)).toHaveLength(4));
  await expect.element(see('batch-sign')).toHaveFocus();
  await userEvent.tab({ shift: true });
  expect(document.activeElement?.closest('[inert]')).toBeNull();
  fail({ code: 'busy', message: 'Another program writes.', hints: [] });
  await eventually(() => expect(steps()).toEqual(free));
});

it('what is signed is what was checked, whatever else comes into the form meanwhile', async () => {
  const { see, create, container } = table([row('age')], null);
  create.mockRejectedValue({ code: 'busy', message: 'Another program writes.', hints: [] });
  await expect.element(see('batch-high')).toBeVisible();
  await userEvent.fill(see('batch-price-level'), '1');
  await userEvent.fill(see('batch-price-amount'), '10');
  let checked: () => void = () => {};
  vi.mocked(platform.readListings).mockReturnValue(
    new Promise((resolve) => (checked = () => resolve({ faults: [] }))),
  );
  await userEvent.click(see('batch-sign'));
  const steps = [...container.querySelectorAll<HTMLElement>('section')];
  await eventually(() => expect(steps.filter((one) => one.inert)).toHaveLength(4));
  // What was asked for before, such as the columns of a codebook, may still come.
  const typed = left.get(shell.home?.dir ?? '');
  if (!typed) throw new Error('nothing is typed');
  typed.rows[0]!.high = '999';
  typed.description = 'Not checked.';
  checked();
  await eventually(() => expect(create).toHaveBeenCalledOnce());
  const [signed] = create.mock.calls[0] ?? [];
  expect([signed?.rows[0]?.high, signed?.description]).toEqual(['99', '']);
});
