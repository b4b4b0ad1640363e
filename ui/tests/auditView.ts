// A report of an audit with sentences as the host gives them.

import type { AuditReport } from '../src/platform/types/AuditReport';
import type { AuditView } from '../src/platform/types/AuditView';
import type { AuditWords } from '../src/platform/types/AuditWords';
import type { Language } from '../src/text/speech.svelte';

/** Sentences of a report, each with its language and the number of its item. */
export function wordsOf(report: AuditReport, language: Language): AuditWords {
  const each = (of: unknown[], what: string) => of.map((_, i) => `${what} ${i} (${language})`);
  return {
    headline: `Headline (${language})`,
    gaps: each(report.coverage.gaps, 'Gap'),
    subjects: each(report.subjects, 'Files'),
    checks: report.checks.map((check, i) => ({
      title: `Check ${i} (${language})`,
      what: `object ${i} (${language})`,
      against: `counterpart ${i} (${language})`,
      found: `found ${i} (${language})`,
      by_hand: `By hand ${i} (${language})`,
      comparisons: check.comparisons.map((one, j) => ({
        place: `place ${j} (${language})`,
        found: one.found === null ? null : `found side ${j} (${language})`,
        expected: one.expected === null ? null : `expected side ${j} (${language})`,
      })),
    })),
    compared: {},
    findings: report.findings.map((_, i) => ({
      title: `Finding ${i} (${language})`,
      meaning: `Meaning ${i} (${language}).`,
      detail: `Detail ${i} (${language})`,
      place: `place ${i} (${language})`,
    })),
    missing_bundles: each(report.missing_bundles, 'Missing'),
    noise: report.noise.map((_, i) => ({
      verdict: `verdict ${i} (${language})`,
      scope: null,
      missing: [],
    })),
    limits: each(report.limits, 'Limit'),
  };
}

export function viewOf(report: AuditReport): AuditView {
  return { report, en: wordsOf(report, 'en'), de: wordsOf(report, 'de') };
}
