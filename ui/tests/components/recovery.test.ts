import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import RecoveryKey from '../../src/features/settings/RecoveryKey.svelte';
import { platform } from '../../src/platform';
import type { NewHome } from '../../src/platform/types/NewHome';
import { eventually, faults, inLanguages, show } from './support.svelte';

const made = {
  home: { name: 'Clinic', dir: '/homes/clinic' },
  recovery_key: 'AGE-SECRET-KEY-1QQQQQQWXYZ',
} as unknown as NewHome;

function shown() {
  const onkept = vi.fn();
  vi.spyOn(platform, 'keepRecoveryKey').mockResolvedValue(null);
  return { onkept, ...show(RecoveryKey, { made, onkept }, 700) };
}

describe('a recovery key', () => {
  inLanguages('is kept before one goes on', async () => {
    const { container, onkept, see } = shown();
    await userEvent.click(see('recovery-kept'));
    await expect.element(see('recovery-tail')).toHaveFocus();
    await expect.element(see('error-note')).toBeVisible();
    expect(await faults(container)).toEqual([]);
    for (const wrong of ['wxy', 'QQQQ', '    ']) {
      await userEvent.fill(see('recovery-tail'), wrong);
      await userEvent.keyboard('{Enter}');
      await expect.element(see('error-note')).toBeVisible();
    }
    expect(onkept).not.toHaveBeenCalled();
    // Nor before the home has noted it.
    const keep = vi.spyOn(platform, 'keepRecoveryKey').mockRejectedValueOnce(new Error('busy'));
    await userEvent.fill(see('recovery-tail'), 'wxyz');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('error-note')).toHaveTextContent('busy');
    expect(onkept).not.toHaveBeenCalled();
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(onkept).toHaveBeenCalledExactlyOnceWith(made.home));
    expect(keep).toHaveBeenCalledTimes(2);
  });

  it('is kept in a file, if the file was written', async () => {
    const { onkept, see } = shown();
    const save = vi.spyOn(platform, 'saveRecoveryKey').mockRejectedValue(new Error('full'));
    await userEvent.fill(see('recovery-file'), '/key.txt');
    await userEvent.click(see('recovery-save'));
    await userEvent.click(see('recovery-kept'));
    expect(onkept).not.toHaveBeenCalled();
    save.mockResolvedValue({ file: '/key.txt', bytes: 200 });
    await userEvent.click(see('recovery-save'));
    await expect.element(see('recovery-save-folder')).toBeVisible();
    await userEvent.click(see('recovery-kept'));
    expect(onkept).toHaveBeenCalledOnce();
  });

  it('is kept on paper, if a sheet came out', async () => {
    const { count, onkept, see } = shown();
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    expect(count('recovery-printed')).toBe(0);
    await userEvent.click(see('recovery-print'));
    expect(print).toHaveBeenCalledOnce();
    await userEvent.click(see('recovery-kept'));
    expect(onkept).not.toHaveBeenCalled();
    await userEvent.click(see('recovery-printed'));
    await userEvent.click(see('recovery-kept'));
    expect(onkept).toHaveBeenCalledOnce();
  });
});
