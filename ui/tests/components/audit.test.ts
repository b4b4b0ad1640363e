import { describe, expect, it } from 'vitest';

import AuditCheckRow from '../../src/features/audit/AuditCheckRow.svelte';
import AuditReport from '../../src/features/audit/AuditReport.svelte';
import type { AuditCheck } from '../../src/platform/types/AuditCheck';
import type { AuditReport as Report } from '../../src/platform/types/AuditReport';
import { t } from '../../src/text';
import { faults, inLanguages, show } from './support.svelte';

const check: AuditCheck = {
  id: 'releases',
  title: '',
  what: '',
  against: '',
  found: '',
  made: 0,
  failed: 0,
  state: 'not_checked',
  parts: [],
  comparisons: [],
  by_hand: '',
  lacks: ['bundles'],
};
const report: Report = {
  verdict: 'holds',
  headline: '',
  coverage: { made: 1, all: 16, gaps: [] },
  files: [
    { name: 'shop.ledger', kind: 'ledger', owner: null },
    { name: 'receipts.csv', kind: 'left_out', owner: null },
    { name: 'photo.png', kind: 'left_out', owner: null },
  ],
  subjects: [],
  checks: [check],
  findings: [],
  findings_total: 0,
  books: [],
  copies: [],
  missing_bundles: [],
  noise: [],
  limits: [],
};

describe('a report', () => {
  inLanguages('names the files that are no part of the books', async () => {
    const { see, container } = show(AuditReport, { report });
    await expect.element(see('audit-left-out')).toHaveTextContent('receipts.csv, photo.png');
    await expect.element(see('audit-left-out')).not.toHaveTextContent('shop.ledger');
    await expect.element(see('audit-verdict')).toHaveAttribute('data-verdict', 'holds');
    expect(await faults(container)).toEqual([]);
  });

  inLanguages('marks a missing file at the check that needs it', async () => {
    const { see, container } = show(AuditCheckRow, { check: { ...check, made: 1 }, report });
    await expect.element(see('check-lacks')).toHaveTextContent(t.verify.detail.lacks.bundles);
    expect(await faults(container)).toEqual([]);
    const file = { name: 'a.bundle', kind: 'bundle' as const, owner: null };
    const some = show(AuditCheckRow, {
      check: { ...check, made: 1 },
      report: { ...report, files: [file] },
    });
    await expect
      .element(some.see('check-lacks'))
      .toHaveTextContent(t.verify.detail.lacksSome.bundles);
  });

  it('marks nothing where nothing is missing', () => {
    const { count } = show(AuditCheckRow, { check: { ...check, lacks: [] }, report });
    expect(count('check-lacks')).toBe(0);
  });
});
