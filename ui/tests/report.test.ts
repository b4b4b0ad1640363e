import { afterEach, describe, expect, it } from 'vitest';

import {
  binLabel,
  binWidth,
  found,
  gapsOf,
  isOpening,
  isPartial,
  lacksBeside,
  lackWords,
  probability,
  replayed,
} from '../src/features/audit/report';
import type { AuditCheck } from '../src/platform/types/AuditCheck';
import type { AuditGap } from '../src/platform/types/AuditGap';
import type { AuditReport } from '../src/platform/types/AuditReport';
import { speech } from '../src/text/speech.svelte';
import { viewOf } from './auditView';

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

describe('the verdict', () => {
  it('is of a part where a file is missing, and never where something is wrong', () => {
    expect(isPartial(report({}))).toBe(false);
    expect(isPartial(report({ coverage: covering(gap('sales')) }))).toBe(true);
    expect(isPartial(report({ verdict: 'wrong', coverage: covering(gap('sales')) }))).toBe(false);
  });
});

describe('what a check found', () => {
  it('is what the host says', () => {
    expect(found(check({ made: 0 }), 'nothing', report({}))).toBe('nothing');
    expect(found(check({ made: 3, failed: 2, lacks: ['ledger'] }), '2 wrong', report({}))).toBe(
      '2 wrong',
    );
  });

  it('names the file for want of which it was not made', () => {
    const lacking = report({
      coverage: covering(gap('sales'), gap('values', { needed: 'opening' })),
    });
    const prices = check({ id: 'prices', made: 0, lacks: ['ledger'] });
    expect(found(prices, '', lacking)).toBe('no ledger given');
    expect(found(check({ id: 'replay', made: 0, lacks: ['opening'] }), '', lacking)).toBe(
      'no opening given',
    );
    // With every file there, there was nothing to make it on.
    expect(found(check({ id: 'releases', made: 0 }), 'nothing', lacking)).toBe('nothing');
    const words = ['Add a ledger.', 'Add an opening.'];
    expect(
      gapsOf(prices, lacking, words).map(([{ unchecked }, said]) => [unchecked, said]),
    ).toEqual([['sales', 'Add a ledger.']]);
    expect(gapsOf(check({ id: 'prices', made: 1 }), lacking, words)).toEqual([]);
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
    expect(found(law, 'too few values', some)).toBe('too few values');
    expect(lacksBeside(law, some)).toEqual(['bundles']);
    expect(found(law, 'too few values', all)).toBe('no bundles given');
    expect(lacksBeside(law, all)).toEqual([]);
    speech.language = 'de';
    expect(lackWords('bundles', some)).toBe('nicht alle Bündel vorgelegt');
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
    const { report: of, de } = viewOf(report({ checks }));
    expect(replayed(of, de).map(([{ code }, { place }]) => [code, place])).toEqual([
      ['wrong-opening', 'place 0 (de)'],
      ['replay-differs', 'place 0 (de)'],
    ]);
  });

  it('takes an opening for one by its name only as a suggestion', () => {
    expect([
      isOpening('/a/b.opening'),
      isOpening('b.OPENING'),
      isOpening('/b.opening/ledger'),
    ]).toEqual([true, true, false]);
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
