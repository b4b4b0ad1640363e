import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';

import AuditBooks from '../../src/features/audit/AuditBooks.svelte';
import AuditCheckRow from '../../src/features/audit/AuditCheckRow.svelte';
import AuditReport from '../../src/features/audit/AuditReport.svelte';
import FindingWords from '../../src/parts/FindingWords.svelte';
import { platform } from '../../src/platform';
import type { AuditBooks as Books } from '../../src/platform/types/AuditBooks';
import type { AuditCheck } from '../../src/platform/types/AuditCheck';
import type { AuditFinding } from '../../src/platform/types/AuditFinding';
import type { AuditReport as Report } from '../../src/platform/types/AuditReport';
import type { AuditSide } from '../../src/platform/types/AuditSide';
import type { SidePhrase } from '../../src/platform/types/SidePhrase';
import { t } from '../../src/text';
import * as de from '../../src/text/de';
import * as en from '../../src/text/en';
import { speech } from '../../src/text/speech.svelte';
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

const NEVER = 'As the host says it in English.';
const phrases = Object.keys(en.sides.phrases) as SidePhrase[];

const side = (says: SidePhrase): AuditSide => ({
  text: NEVER,
  says,
  with: [7, 8, 9].map((value) => ({ kind: 'count', value })),
});

/** The words of one language that the other does not have. */
function wordsOf(language: typeof en, other: typeof en): Set<string> {
  const all = (of: typeof en) =>
    phrases.flatMap((phrase) => of.sides.phrases[phrase].match(/\p{L}{2,}/gu) ?? []);
  const known = new Set(all(other));
  return new Set(all(language).filter((word) => !known.has(word)));
}

describe('what was compared', () => {
  it('stands in a German window without a word of English, whatever the phrase', () => {
    const comparisons = phrases.map((says) => ({
      ...{ code: 'log-root' as const, file: 'shop.ledger', line: null, entry: null },
      ...{ document: null, found: side(says), expected: side(says), holds: true },
    }));
    const made: AuditCheck = { ...check, made: comparisons.length, lacks: [], comparisons };
    speech.speak('de');
    const { see, container } = show(AuditCheckRow, { check: made, report });
    const row = see('audit-check').element() as HTMLDetailsElement;
    row.open = true;
    row.dispatchEvent(new Event('toggle'));
    flushSync();
    const rows = [...container.querySelectorAll('[data-testid="check-comparison"]')];
    expect(rows).toHaveLength(phrases.length);
    const english = wordsOf(en, de);
    const said = rows.flatMap((one) => one.textContent.match(/\p{L}{2,}/gu) ?? []);
    expect(said.filter((word) => english.has(word))).toEqual([]);
    expect(container.textContent).not.toContain(NEVER);
    expect(container.querySelectorAll('[lang]')).toHaveLength(0);
  });

  it('stands below a finding, or the reason in English where there is none', () => {
    const finding: AuditFinding = {
      ...{ code: 'log-root' as const, check: 'log' as const, file: 'shop.ledger', line: null },
      ...{ entry: null, message: NEVER, found: side('root'), expected: side('nothing') },
    };
    speech.speak('de');
    const compared = show(FindingWords, { finding }).container;
    expect(compared.textContent).toContain('Gefunden: Wurzel 7. Verglichen mit: nichts.');
    expect(compared.textContent).not.toContain(NEVER);
    const bare = { found: null, expected: null };
    const reason = show(FindingWords, { finding: { ...finding, ...bare } }).container;
    expect(reason.querySelector('[lang="en"]')?.textContent).toBe(NEVER);
    const plain = { ...finding, ...bare, code: 'double-document' as const };
    expect(show(FindingWords, { finding: plain }).container.textContent).not.toContain(NEVER);
    speech.speak('en');
    expect(show(FindingWords, { finding }).container.textContent).toBe(NEVER);
  });
});

describe('a report', () => {
  inLanguages('names the files that are no part of the books', async () => {
    const { see, container } = show(AuditReport, { report });
    await expect.element(see('audit-left-out')).toHaveTextContent('receipts.csv, photo.png');
    await expect.element(see('audit-left-out')).not.toHaveTextContent('shop.ledger');
    await expect.element(see('audit-verdict')).toHaveAttribute('data-verdict', 'holds');
    expect(await faults(container)).toEqual([]);
  });

  inLanguages('is saved in the language of the window', async () => {
    const saved = vi
      .spyOn(platform, 'saveReport')
      .mockResolvedValue({ file: '/a/report.html', bytes: 1 } as never);
    const { see } = show(AuditReport, { report });
    await see('report-file').fill('/a/report.html');
    await see('save-report').click();
    await expect.element(see('save-report-done')).toHaveTextContent('report.html');
    expect(saved).toHaveBeenCalledExactlyOnceWith(expect.anything(), speech.language);
    saved.mockRestore();
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
