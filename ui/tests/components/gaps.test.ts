import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import { audit } from '../../src/features/audit/audit.svelte';
import AuditCheckRow from '../../src/features/audit/AuditCheckRow.svelte';
import AuditGaps from '../../src/features/audit/AuditGaps.svelte';
import Verify from '../../src/features/audit/Verify.svelte';
import { platform } from '../../src/platform';
import type { AuditCheck } from '../../src/platform/types/AuditCheck';
import type { AuditGap } from '../../src/platform/types/AuditGap';
import type { AuditCheckWords } from '../../src/platform/types/AuditCheckWords';
import type { AuditReport } from '../../src/platform/types/AuditReport';
import type { AuditView } from '../../src/platform/types/AuditView';
import type { AuditWords } from '../../src/platform/types/AuditWords';
import { t } from '../../src/text';
import { viewOf } from '../auditView';
import { eventually, faults, inLanguages, overflows, show } from './support.svelte';

const owners = ['UDDReOZl1ipXAfp9wYsm13sDBMK5og--QWdBjzuf6o4'];
const gaps: AuditGap[] = [
  { unchecked: 'sales', needed: 'ledger', owners, checked: 0, missing: null },
  { unchecked: 'deliveries', needed: 'bundles', owners, checked: 2, missing: 3 },
  { unchecked: 'history', needed: 'checkpoint', owners, checked: 0, missing: null },
  { unchecked: 'values', needed: 'opening', owners, checked: 0, missing: null },
];
const sentences = gaps.map(({ unchecked }) => `Add the file of ${unchecked}.`);

/** A host whose dialog gives these files. */
function choosing(...files: string[]) {
  audit.clear();
  audit.add(['/market']);
  const checked = vi.spyOn(platform, 'auditFiles').mockResolvedValue({} as AuditView);
  const asked = vi.spyOn(platform, 'chooseFiles').mockResolvedValue(files);
  return { checked, asked };
}

inLanguages('a check that was not made says why, and takes the file', async () => {
  const { asked, checked } = choosing('/sales/owner.ledger');
  const check = { id: 'prices', made: 0, failed: 0, state: 'not_checked', parts: [] };
  const report = {
    coverage: { gaps },
    files: [],
    findings: [],
    noise: [],
  } as unknown as AuditReport;
  const of = (lacks: string[]) => ({ ...check, comparisons: [], lacks }) as unknown as AuditCheck;
  const own = {
    title: 'Prices',
    by_hand: 'By hand.',
    comparisons: [],
  } as unknown as AuditCheckWords;
  const words = { gaps: sentences, findings: [], compared: {} } as unknown as AuditWords;
  const props = { check: of(['ledger']), own, report, words };
  const { see, count, container } = show(AuditCheckRow, props, 700);
  expect(container.textContent).toContain(t.verify.detail.lacks.ledger);
  await userEvent.click(container.querySelector('summary') as HTMLElement);
  await expect.element(see('check-gap')).toHaveTextContent('Add the file of sales.');
  expect(await faults(container)).toEqual([]);
  await userEvent.click(see('audit-gap-add'));
  await eventually(() => expect(checked).toHaveBeenCalledOnce());
  expect(asked.mock.calls[0]?.[1][0]?.extensions).toEqual(['ledger']);

  // Nothing is missing for one that there was nothing for.
  const none = {
    ...props,
    check: of([]),
    report: { ...report, coverage: { gaps: [] } } as unknown as AuditReport,
  };
  const other = show(AuditCheckRow, none, 700);
  await userEvent.click(other.container.querySelector('summary') as HTMLElement);
  await expect.element(other.see('audit-detail')).toHaveTextContent(t.verify.detail.notMade);
  expect(other.count('audit-gap-add') + count('check-finding')).toBe(0);
});

describe('the files that are missing', () => {
  inLanguages('are named for those who hear them, and fit a narrow window', async () => {
    for (const width of [300, 700]) {
      const { container, count } = show(AuditGaps, { gaps, words: sentences }, width);
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
    const { see } = show(AuditGaps, { gaps, words: sentences });
    await userEvent.click(see('audit-gap-add', 0));
    await eventually(() => expect(checked).toHaveBeenCalledOnce());
    expect(asked.mock.calls[0]?.[1][0]?.extensions).toEqual(['ledger']);
    expect(checked.mock.calls[0]?.[0]).toEqual(['/market', '/sales/owner.ledger']);
  });

  it('are added by keys alone', async () => {
    const { asked, checked } = choosing('/sales/0.bundle', '/sales/1.bundle');
    const { focus } = show(AuditGaps, { gaps, words: sentences });
    focus('audit-gap-add', 0);
    await userEvent.keyboard('{Tab}{Enter}');
    await eventually(() => expect(checked).toHaveBeenCalledOnce());
    expect(asked.mock.calls[0]?.[1][0]?.extensions).toEqual(['bundle']);
    expect(audit.files).toEqual(['/market', '/sales/0.bundle', '/sales/1.bundle']);
  });

  it('stay missing where the dialog is left', async () => {
    const { asked, checked } = choosing();
    const { see } = show(AuditGaps, { gaps, words: sentences });
    await userEvent.click(see('audit-gap-add', 2));
    await eventually(() => expect(asked).toHaveBeenCalledOnce());
    expect(checked).not.toHaveBeenCalled();
    expect(audit.files).toEqual(['/market']);
  });
});

inLanguages('a verdict says when it is of other files than are listed', async () => {
  const report = {
    verdict: 'wrong',
    coverage: { made: 0, all: 16, gaps: [] },
    findings_total: 1,
    newer_total: 0,
    ...{ files: [], subjects: [], checks: [], findings: [], books: [], copies: [] },
    ...{ missing_bundles: [], noise: [], limits: [] },
  } as unknown as AuditReport;
  const checked = vi.spyOn(platform, 'auditFiles').mockResolvedValue(viewOf(report));
  audit.clear();
  audit.add(['/a.ledger', '/b.ledger']);
  const { see, count, container } = show(Verify, {}, 700);
  await userEvent.click(see('audit-run'));
  await expect.element(see('audit-verdict')).toBeVisible();
  expect(count('audit-outdated')).toBe(0);
  await userEvent.click(see('audit-remove', 1));
  await expect.element(see('audit-outdated')).toHaveTextContent(t.verify.outdated);
  expect(await faults(container)).toEqual([]);
  await userEvent.click(see('audit-outdated-run'));
  await eventually(() => expect(count('audit-outdated')).toBe(0));
  expect(checked.mock.lastCall?.[0]).toEqual(['/a.ledger']);
  audit.add(['/b.ledger']);
  await expect.element(see('audit-outdated')).toBeVisible();
  // Back to the files that it is of.
  audit.remove('/b.ledger');
  await eventually(() => expect(count('audit-outdated')).toBe(0));
});
