import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';

import AuditBooks from '../../src/features/audit/AuditBooks.svelte';
import AuditCheckRow from '../../src/features/audit/AuditCheckRow.svelte';
import AuditReport from '../../src/features/audit/AuditReport.svelte';
import FindingWords from '../../src/parts/FindingWords.svelte';
import { platform } from '../../src/platform';
import type { AuditBooks as Books } from '../../src/platform/types/AuditBooks';
import type { AuditCheck } from '../../src/platform/types/AuditCheck';
import type { AuditCheckWords } from '../../src/platform/types/AuditCheckWords';
import type { AuditReport as Report } from '../../src/platform/types/AuditReport';
import type { AuditSide } from '../../src/platform/types/AuditSide';
import { t } from '../../src/text';
import { speech } from '../../src/text/speech.svelte';
import { viewOf, wordsOf } from '../auditView';
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
  newer_total: 0,
  books: [],
  copies: [],
  missing_bundles: [],
  noise: [],
  limits: [],
};

const root: AuditSide = {
  text: 'As the report says it in English.',
  says: 'root',
  with: [{ kind: 'text', value: 'x'.repeat(44) }],
};

/** What a row of a check takes. */
function row(one: AuditCheck, of: Report) {
  const words = wordsOf({ ...of, checks: [one] }, speech.language);
  return { check: one, own: words.checks[0] as AuditCheckWords, report: of, words };
}

describe('what was compared', () => {
  inLanguages('is said in the language of the window', async () => {
    const comparison = {
      ...{ code: 'log-root' as const, file: 'shop.ledger', line: null, entry: null },
      ...{ document: null, found: root, expected: null, holds: true },
    };
    const parts = [{ code: 'log-root' as const, what: 'x', with: 'y', made: 1, failed: 0 }];
    const made: AuditCheck = { ...check, made: 1, lacks: [], parts, comparisons: [comparison] };
    const props = row(made, report);
    props.words.compared = { 'log-root': ['the root', 'the checkpoint'] };
    const { see, container } = show(AuditCheckRow, props);
    await expect.element(see('audit-check')).toBeVisible();
    const details = see('audit-check').element() as HTMLDetailsElement;
    details.open = true;
    details.dispatchEvent(new Event('toggle'));
    flushSync();
    const said = container.querySelector('[data-testid="check-comparison"]')?.textContent;
    expect(said).toContain(`place 0 (${speech.language})`);
    expect(said).toContain('the root');
    expect(said).toContain(`found side 0 (${speech.language})`);
    expect(container.textContent).not.toContain(root.text);
    expect(container.querySelectorAll('[data-testid="comparison-copy"]')).toHaveLength(1);
    expect(container.querySelector('[data-testid="check-part"]')?.textContent).toContain(
      'the checkpoint',
    );
  });

  it('stands below a finding', () => {
    const words = {
      ...{ title: 'Falsche Wurzel', meaning: 'Sie ist nicht signiert.', place: 'shop.ledger' },
      detail: 'Die Wurzel über die Einträge ist 7, die des Prüfpunkts 8',
    };
    const shown = show(FindingWords, { words }).container;
    expect(shown.textContent).toContain('Falsche Wurzel. Sie ist nicht signiert.');
    expect(shown.querySelector('small')?.textContent).toBe(words.detail);
  });
});

describe('a report', () => {
  inLanguages('names the files that are no part of the books', async () => {
    const { see, container } = show(AuditReport, { view: viewOf(report) });
    await expect.element(see('audit-left-out')).toHaveTextContent('receipts.csv, photo.png');
    await expect.element(see('audit-left-out')).not.toHaveTextContent('shop.ledger');
    await expect.element(see('audit-verdict')).toHaveAttribute('data-verdict', 'holds');
    await expect.element(see('audit-verdict')).toHaveTextContent(`Headline (${speech.language})`);
    expect(await faults(container)).toEqual([]);
  });

  inLanguages('is saved in the language of the window', async () => {
    const saved = vi
      .spyOn(platform, 'saveReport')
      .mockResolvedValue({ file: '/a/report.html', bytes: 1 } as never);
    const { see } = show(AuditReport, { view: viewOf(report) });
    await see('report-file').fill('/a/report.html');
    await see('save-report').click();
    await expect.element(see('save-report-done')).toHaveTextContent('report.html');
    expect(saved).toHaveBeenCalledExactlyOnceWith(expect.anything(), speech.language);
    saved.mockRestore();
  });

  inLanguages('marks a missing file at the check that needs it', async () => {
    const { see, container } = show(AuditCheckRow, row({ ...check, made: 1 }, report));
    await expect.element(see('check-lacks')).toHaveTextContent(t.verify.detail.lacks.bundles);
    expect(await faults(container)).toEqual([]);
    const file = { name: 'a.bundle', kind: 'bundle' as const, owner: null };
    const some = show(AuditCheckRow, row({ ...check, made: 1 }, { ...report, files: [file] }));
    await expect
      .element(some.see('check-lacks'))
      .toHaveTextContent(t.verify.detail.lacksSome.bundles);
  });

  it('marks nothing where nothing is missing', () => {
    const { count } = show(AuditCheckRow, row({ ...check, lacks: [] }, report));
    expect(count('check-lacks')).toBe(0);
  });
});

describe('an owner’s books', () => {
  const euros = (minor: number) => ({
    currency: 'EUR',
    minor,
    exponent: 2,
  });
  const listing = {
    question: 'q',
    listing: 'l',
    title: 'Ages',
    population: 'p',
    highest: 1_000_000,
    ceiling: 2_000_000,
    independent_loss_micro_epsilon: 1_000_000,
    independent_loss_nano_rho: 0,
    receipts: 2,
    openings: 0,
    buyers: 1,
    money: [euros(1000)],
    credit: [euros(1501)],
  };
  const books: Books = {
    owner: 'k',
    owner_name: 'Town',
    complete: true,
    receipts: 2,
    openings: 0,
    buyers: 1,
    money: [euros(1000)],
    credit: [euros(1501)],
    free: 0,
    waived: [],
    independent_loss_micro_epsilon: 1_000_000,
    independent_loss_nano_rho: 0,
    listings: [listing, { ...listing, question: 'r', title: 'Incomes', credit: [] }],
    populations: [],
    by_buyer: [],
    by_currency: [],
  };

  inLanguages('show what each question sold on credit beside its money', async () => {
    const { see } = show(AuditBooks, { books });
    const onCredit = t.verify.books.onCredit('').trim();
    await expect.element(see('audit-question', 0)).toHaveTextContent(onCredit);
    await expect.element(see('audit-question', 0)).toHaveTextContent(/15[.,]01/);
    await expect.element(see('audit-question', 1)).not.toHaveTextContent(onCredit);
  });
});
