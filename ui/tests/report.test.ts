import { afterEach, describe, expect, it } from 'vitest';

import {
  binLabel,
  binWidth,
  found,
  gapsOf,
  gapWords,
  headline,
  isOpening,
  isPartial,
  lacksBeside,
  lackWords,
  limitWords,
  missingWords,
  noiseVerdict,
  noiseWords,
  place,
  probability,
  replayed,
} from '../src/features/audit/report';
import type { AuditCheck } from '../src/platform/types/AuditCheck';
import type { AuditGap } from '../src/platform/types/AuditGap';
import type { AuditLimit } from '../src/platform/types/AuditLimit';
import type { AuditReport } from '../src/platform/types/AuditReport';
import type { NoiseTest } from '../src/platform/types/NoiseTest';
import { speech } from '../src/text/speech.svelte';

const report = (parts: Partial<AuditReport>): AuditReport => ({
  verdict: 'holds',
  headline: '',
  coverage: { made: 0, all: 16, gaps: [] },
  files: [],
  subjects: [],
  checks: [],
  findings: [],
  findings_total: 0,
  newer_total: 0,
  books: [],
  copies: [],
  missing_bundles: [],
  noise: [],
  limits: [],
  ...parts,
});
const check = (parts: Partial<AuditCheck>): AuditCheck => ({
  id: 'prices',
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
  lacks: [],
  ...parts,
});
const books = (receipts: number, complete: boolean) =>
  ({ receipts, complete }) as AuditReport['books'][number];
const set = (missing: number | null, first: number[] = []) => ({
  owner: 'o',
  question: 'q',
  title: 'Ages',
  given: 2,
  missing,
  first,
});
const noise = (verdict: NoiseTest['verdict'], ...bundles: NoiseTest['bundles']) =>
  ({ verdict, bundles }) as NoiseTest;

afterEach(() => {
  speech.language = 'en';
});

const gap = (unchecked: AuditGap['unchecked'], parts: Partial<AuditGap> = {}): AuditGap => ({
  unchecked,
  needed: 'ledger',
  owners: ['o'],
  checked: 0,
  missing: null,
  ...parts,
});
const covering = (...gaps: AuditGap[]) => ({ made: 3, all: 16, gaps });

describe('the headline', () => {
  it('says no more than was checked', () => {
    expect(headline(report({ verdict: 'wrong', findings_total: 1 }))).toBe('One thing is wrong.');
    expect(headline(report({ verdict: 'nothing_checked' }))).toBe('Nothing could be checked.');
    expect(headline(report({}))).toBe('Signatures hold.');
    const log = [check({ id: 'log', made: 1 })];
    expect(headline(report({ checks: log }))).toBe('Signatures and log hold.');
    const whole = { books: [books(6, true)] };
    expect(headline(report({ ...whole, coverage: covering(gap('values')) }))).toBe(
      '6 receipts hold: one unbroken log, ε and money add up.',
    );
    expect(headline(report(whole))).toBe(
      'Everything holds: 6 receipts, one unbroken log, ε and money add up.',
    );
    expect(headline(report({ books: [books(6, true), books(1, false)] }))).toContain(
      '7 purchases hold',
    );
    speech.language = 'de';
    expect(headline(report({ books: [books(1, true), books(2, true)] }))).toContain(
      'Alles stimmt: 3 Quittungen, 2 lückenlose Protokolle',
    );
  });

  it('is of a part where a file is missing, and never where something is wrong', () => {
    expect(isPartial(report({}))).toBe(false);
    expect(isPartial(report({ coverage: covering(gap('sales')) }))).toBe(true);
    expect(isPartial(report({ verdict: 'wrong', coverage: covering(gap('sales')) }))).toBe(false);
  });
});

describe('what was not checked', () => {
  it('names the file to add, and how many', () => {
    expect(gapWords(gap('sales'))).toBe('Sales were not checked: add a ledger.');
    expect(gapWords(gap('sales', { checked: 1, owners: ['a', 'b'] }))).toBe(
      'Other sales of 2 owners were not checked: add their ledgers.',
    );
    expect(gapWords(gap('deliveries', { checked: 1, missing: 5 }))).toBe(
      '5 of 6 deliveries were not checked: add the bundles.',
    );
    expect(gapWords(gap('copies', { missing: 2 }))).toContain('2 copies were not compared');
    expect(gapWords(gap('values', { checked: 1 }))).toContain('Only 1 release was computed again');
    speech.language = 'de';
    expect(gapWords(gap('sales'))).toBe(
      'Verkäufe wurden nicht geprüft: Fügen Sie ein Hauptbuch hinzu.',
    );
    expect(gapWords(gap('deliveries', { checked: 5, missing: 1 }))).toBe(
      '1 von 6 Lieferungen wurde nicht geprüft: Fügen Sie die Bündel hinzu.',
    );
  });
});

describe('what a check found', () => {
  it('is counted in its own noun', () => {
    expect(found(check({ made: 0 }), report({}))).toBe('nothing to check in these files');
    expect(found(check({ made: 1 }), report({}))).toBe('1 comparison');
    expect(found(check({ made: 3, failed: 2 }), report({}))).toBe('2 of 3 comparisons wrong');
  });

  it('names the file for want of which it was not made', () => {
    const lacking = report({
      coverage: covering(gap('sales'), gap('values', { needed: 'opening' })),
    });
    const prices = check({ id: 'prices', made: 0, lacks: ['ledger'] });
    expect(found(prices, lacking)).toBe('no ledger given');
    expect(found(check({ id: 'replay', made: 0, lacks: ['opening'] }), lacking)).toBe(
      'no opening given',
    );
    // With every file there, there was nothing to make it on.
    expect(found(check({ id: 'releases', made: 0 }), lacking)).toBe(
      'nothing to check in these files',
    );
    expect(gapsOf(prices, lacking).map(({ unchecked }) => unchecked)).toEqual(['sales']);
    expect(gapsOf(check({ id: 'prices', made: 1 }), lacking)).toEqual([]);
  });

  it('says whether a file is missing of a kind, or every one', () => {
    const file = (kind: AuditReport['files'][number]['kind']) => ({ name: '', kind, owner: null });
    const some = report({
      files: [file('bundle'), file('ledger')],
      coverage: covering(gap('deliveries', { needed: 'bundles', checked: 3, missing: 1 })),
    });
    const all = report({ coverage: covering(gap('deliveries', { needed: 'bundles' })) });
    expect(lackWords('bundles', some)).toBe('not all bundles given');
    expect(lackWords('bundles', all)).toBe('no bundles given');
    expect(lackWords('checkpoint', some)).toBe('no other checkpoint given');
    const opening = (checked: number) =>
      report({ coverage: covering(gap('values', { needed: 'opening', checked })) });
    expect(lackWords('opening', opening(0))).toBe('no opening given');
    expect(lackWords('opening', opening(2))).toBe('not an opening of every listing given');

    // Three bundles of three questions: there is nothing to compare between them.
    const law = check({ id: 'noise', made: 0, lacks: ['bundles'] });
    expect(found(law, some)).toBe(
      'too few values to tell: no two releases of one listing at different levels given',
    );
    expect(lacksBeside(law, some)).toEqual(['bundles']);
    expect(found(law, all)).toBe('no bundles given');
    expect(lacksBeside(law, all)).toEqual([]);
    speech.language = 'de';
    expect(found(law, some)).toContain('keine zwei Freigaben eines Angebots');
    expect(lackWords('bundles', some)).toBe('nicht alle Bündel vorgelegt');
  });

  it('is the verdict of the tests where it is the noise', () => {
    const tests = [noise('consistent'), noise('too-few')];
    expect(noiseVerdict([])).toBeUndefined();
    expect(noiseVerdict(tests)).toBe('consistent');
    expect(noiseVerdict([...tests, noise('not-consistent')])).toBe('not-consistent');
    expect(found(check({ id: 'noise', made: 1 }), report({ noise: tests }))).toBe(
      'consistent with honest noise, in the bundles given; which are missing is not known',
    );
    expect(found(check({ id: 'noise', made: 2, failed: 1 }), report({ noise: tests }))).toBe(
      '1 of 2 tests wrong',
    );
  });
});

describe('a verdict on the noise', () => {
  it('is never without the bundles that it does not cover', () => {
    const of = (...bundles: NoiseTest['bundles']) =>
      noiseWords('consistent', [noise('consistent', ...bundles)]);
    expect(of(set(0))).toBe('consistent with honest noise, in all bundles of the ledger');
    expect(of(set(0), set(3, [1, 4, 7]))).toBe(
      'consistent with honest noise, in the bundles given, if they were not chosen by their values',
    );
    expect(of(set(null))).toContain('if they were not chosen by their values');
    expect(of()).toContain('which are missing is not known');
    expect(noiseWords('too-few', [noise('too-few')])).toBe('too few values to tell');
    const against = noiseWords('not-consistent', [
      noise('consistent', set(0)),
      noise('not-consistent', set(1, [5])),
    ]);
    expect(against).toBe(
      'not consistent with honest noise, in the bundles given, if they were not chosen by their values',
    );
    speech.language = 'de';
    expect(of(set(3, [1, 4, 7]))).toContain('nicht nach ihren Werten ausgewählt');
  });

  it('names the receipts without a bundle', () => {
    expect(missingWords(set(0))).toBe('“Ages”: all 2 bundles of the ledger were given.');
    expect(missingWords(set(null))).toContain('it is not known which are missing');
    expect(missingWords(set(3, [1, 4, 7]))).toBe(
      '“Ages”: 2 bundles were given; 3 missing, of receipts no. 2, 5, 8.',
    );
    const many = Array.from({ length: 200 }, (_, i) => i);
    expect(missingWords(set(500, many))).toContain('19, 20 and 480 more.');
    speech.language = 'de';
    expect(missingWords(set(1, [5]))).toBe(
      '„Ages“: 2 Bündel liegen vor; 1 fehlt, zu Quittung Nr. 6.',
    );
  });
});

describe('a replay', () => {
  it('is what compared the opening and the releases', () => {
    const one = (code: 'wrong-opening' | 'replay-differs' | 'wrong-price') => ({
      code,
      file: 'x',
      line: null,
      entry: 3,
      document: null,
      found: null,
      expected: null,
      holds: true,
    });
    const checks = [
      check({ id: 'documents', comparisons: [one('wrong-opening')] }),
      check({ comparisons: [one('wrong-price')] }),
      check({ id: 'replay', comparisons: [one('replay-differs')] }),
    ];
    expect(replayed(report({ checks })).map(({ code }) => code)).toEqual([
      'wrong-opening',
      'replay-differs',
    ]);
    expect(place(one('wrong-price'))).toBe('x, entry no. 4');
  });

  it('takes an opening for one by its name only as a suggestion', () => {
    expect([
      isOpening('/a/b.opening'),
      isOpening('b.OPENING'),
      isOpening('/b.opening/ledger'),
    ]).toEqual([true, true, false]);
  });
});

describe('a limit', () => {
  const limit = (code: AuditLimit['code'], detail: AuditLimit['detail']): AuditLimit => ({
    ...{ code, text: 'In the words of the host.' },
    detail,
  });

  it.each<[AuditLimit, string]>([
    [
      limit('unpublished', {
        ...{ kind: 'unpublished', file: 'shop.ledger', log: 'market', entries: 1, published: 7 },
      }),
      'Ob der letzte Eintrag von shop.ledger noch veröffentlicht wird: Das Protokoll unter market hat 7.',
    ],
    [
      limit('unknown-log', { kind: 'log-without-key', log: 'market' }),
      'Ob das Protokoll unter market von seinem Eigentümer ist: Kein Dokument mit seinem Schlüssel liegt vor.',
    ],
    [
      limit('unknown-log', { kind: 'log-unreadable', log: 'market', reason: 'it is gone' }),
      'Das Protokoll unter market war nicht zu lesen.',
    ],
    [
      limit('not-all-replayed', {
        ...{ kind: 'not-replayed', title: 'Ages', sales: 12 },
        first: [{ sequence: 0, level: 500_000 }],
      }),
      'Ob 12 weitere Verkäufe von „Ages“ so geliefert wurden, wie der Rauschpfad es verlangt: Ihre Bündel liegen nicht vor (Quittung 1 bei ε\u00a00,5 und 11 weitere).',
    ],
  ])('names in German what it is of', (one, german) => {
    speech.language = 'de';
    expect(limitWords(one, report({}))).toBe(german);
    speech.language = 'en';
    expect(limitWords(one, report({}))).toBeNull();
  });

  it('names in German the bundles that are missing, and no others', () => {
    speech.language = 'de';
    const sets = [set(0), set(1, [4])];
    const words = limitWords(limit('chosen', null), report({ missing_bundles: sets }));
    expect(words).toContain('zu Quittung Nr. 5.');
    expect(words?.match(/„Ages“/g)).toHaveLength(1);
    expect(limitWords(limit('times', null), report({}))).toMatch(/^Wann es war/);
  });
});

describe('numbers of the noise', () => {
  it('are short, and say so where they are open', () => {
    expect(binLabel({ from: 0, to: 0, observed: 0, expected: 0 })).toBe('0');
    const wide = { from: -25, to: -9, observed: 0, expected: 0 };
    expect(binLabel(wide)).toBe('−17');
    expect(binWidth([{ ...wide, from: null }, wide])).toBe(17);
    expect(binLabel({ from: 12, to: null, observed: 0, expected: 0 })).toBe('≥ 12');
    expect(binLabel({ from: null, to: -12, observed: 0, expected: 0 })).toBe('≤ −12');
    expect([probability(0.58321), probability(2.13e-9)]).toEqual(['0.583', '2.1e-9']);
  });
});
