// Outcomes, checks, findings and limits of an audit, as the host says them in both languages.

import { AUDIT_WORDS, type CheckWords, type NumberedWords } from '../platform/types/auditWords';
import type { AuditCheckId } from '../platform/types/AuditCheckId';
import type { AuditCode } from '../platform/types/AuditCode';
import type { AuditGap } from '../platform/types/AuditGap';
import type { AuditLimitCode } from '../platform/types/AuditLimitCode';
import type { Language } from '../platform/types/Language';
import type { AuditUnchecked } from '../platform/types/AuditUnchecked';
import { count } from './digits';

type Check = Omit<CheckWords, 'made'> & { made: (n: number) => string };

/** The template of a number, filled with it and what else it speaks of. */
function numbered([one, many]: NumberedWords, n: number, more = '', number = count(n)): string {
  const said: Record<string, string> = { '{0}': number, '{1}': more };
  return (n === 1 ? one : many).replace(/\{[01]\}/g, (place) => said[place] ?? place);
}

function check({ made, ...words }: CheckWords): Check {
  return { ...words, made: (n) => numbered(made, n) };
}

/** The result in one sentence. */
export function headlineIn(language: Language) {
  const words = AUDIT_WORDS[language].headline;
  const logs = (owners: number) => numbered(words.logs, owners);
  return {
    wrong: (n: number) => numbered(words.wrong, n, '', words.numbers[n]),
    newer: (n: number) => numbered(words.newer, n),
    nothing: words.nothing,
    signatures: words.signatures,
    log: words.log,
    copies: (n: number) => numbered(words.copies, n),
    purchases: (n: number) => numbered(words.purchases, n),
    receipts: (n: number, owners: number) => numbered(words.receipts, n, logs(owners)),
    /** The same where no file is missing. */
    everything: (n: number, owners: number) => numbered(words.everything, n, logs(owners)),
  };
}

/** What was not checked, with the file to add. */
export function gapsIn(language: Language) {
  const words = AUDIT_WORDS[language].gaps;
  return {
    sales: ({ checked, owners }) =>
      numbered(checked === 0 ? words.sales : words.otherSales, owners.length),
    deliveries: ({ checked, missing }) =>
      missing !== null && checked > 0
        ? numbered(words.someDeliveries, missing, numbered(words.delivery, checked + missing))
        : words.deliveries,
    copies: ({ missing }) => numbered(words.copies, missing ?? 0),
    history: ({ owners }) => numbered(words.history, owners.length),
    values: ({ checked }) => (checked === 0 ? words.values : numbered(words.someValues, checked)),
  } satisfies Record<AuditUnchecked, (gap: AuditGap) => string>;
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
