// Checks, findings and limits of an audit, as the host says them in both languages.

import { AUDIT_WORDS, type CheckWords } from '../platform/types/auditWords';
import type { AuditCheckId } from '../platform/types/AuditCheckId';
import type { AuditCode } from '../platform/types/AuditCode';
import type { AuditLimitCode } from '../platform/types/AuditLimitCode';
import type { Language } from '../platform/types/Language';
import { count } from './digits';

type Check = Omit<CheckWords, 'made'> & { made: (n: number) => string };

function check({ made: [one, many], ...words }: CheckWords): Check {
  return { ...words, made: (n) => (n === 1 ? one : many).replace('{0}', count(n)) };
}

/** Checks: title, comparison, and how anybody repeats them; and both sides of each comparison. */
export function checksIn(language: Language) {
  const { checks, parts } = AUDIT_WORDS[language];
  const of = Object.entries(checks).map(([id, words]) => [id, check(words)]);
  return { of: Object.fromEntries(of) as Record<AuditCheckId, Check>, parts };
}

/** Findings and limits; none where the report's own sentences are in that language already. */
export function findingsIn(language: Language) {
  const { findings, limits } = AUDIT_WORDS[language];
  return {
    /** Title and meaning of a finding. */
    found: (code: AuditCode): readonly [string, string] | null => findings?.[code] ?? null,
    limit: (code: AuditLimitCode): string | null => (findings === null ? null : limits[code]),
  };
}
