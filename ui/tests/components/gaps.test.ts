import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import { audit } from '../../src/features/audit/audit.svelte';
import AuditGaps from '../../src/features/audit/AuditGaps.svelte';
import { platform } from '../../src/platform';
import type { AuditGap } from '../../src/platform/types/AuditGap';
import type { AuditReport } from '../../src/platform/types/AuditReport';
import { faults, inLanguages, overflows, show } from './support.svelte';

const owners = ['UDDReOZl1ipXAfp9wYsm13sDBMK5og--QWdBjzuf6o4'];
const gaps: AuditGap[] = [
  { unchecked: 'sales', needed: 'ledger', owners, checked: 0, missing: null },
  { unchecked: 'deliveries', needed: 'bundles', owners, checked: 2, missing: 3 },
  { unchecked: 'history', needed: 'checkpoint', owners, checked: 0, missing: null },
  { unchecked: 'values', needed: 'opening', owners, checked: 0, missing: null },
];

/** A host whose dialog gives these files. */
function choosing(...files: string[]) {
  audit.clear();
  audit.add(['/market']);
  const checked = vi.spyOn(platform, 'auditFiles').mockResolvedValue({} as AuditReport);
  const asked = vi.spyOn(platform, 'chooseFiles').mockResolvedValue(files);
  return { checked, asked };
}

afterEach(() => {
  vi.restoreAllMocks();
  audit.clear();
});

describe('the files that are missing', () => {
  inLanguages('are named for those who hear them, and fit a narrow window', async () => {
    for (const width of [300, 700]) {
      const { container, count } = show(AuditGaps, { gaps }, width);
      expect(await faults(container)).toEqual([]);
      expect(overflows(container)).toBe(false);
      expect(count('audit-gap')).toBe(4);
      // Nobody's home is open, so an opening is of no use.
      expect(count('audit-gap-add')).toBe(3);
      expect(count('audit-gap-home')).toBe(1);
    }
  });

  it('are added by a click, and all is checked again', async () => {
    const { asked, checked } = choosing('/sales/owner.ledger');
    const { see } = show(AuditGaps, { gaps });
    await userEvent.click(see('audit-gap-add', 0));
    await vi.waitFor(() => expect(checked).toHaveBeenCalledOnce());
    expect(asked.mock.calls[0]?.[1][0]?.extensions).toEqual(['ledger']);
    expect(checked.mock.calls[0]?.[0]).toEqual(['/market', '/sales/owner.ledger']);
  });

  it('are added by keys alone', async () => {
    const { asked, checked } = choosing('/sales/0.bundle', '/sales/1.bundle');
    const { focus } = show(AuditGaps, { gaps });
    focus('audit-gap-add', 0);
    await userEvent.keyboard('{Tab}{Enter}');
    await vi.waitFor(() => expect(checked).toHaveBeenCalledOnce());
    expect(asked.mock.calls[0]?.[1][0]?.extensions).toEqual(['bundle']);
    expect(audit.files).toEqual(['/market', '/sales/0.bundle', '/sales/1.bundle']);
  });

  it('stay missing where the dialog is left', async () => {
    const { asked, checked } = choosing();
    const { see } = show(AuditGaps, { gaps });
    await userEvent.click(see('audit-gap-add', 2));
    await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
    expect(checked).not.toHaveBeenCalled();
    expect(audit.files).toEqual(['/market']);
  });
});
