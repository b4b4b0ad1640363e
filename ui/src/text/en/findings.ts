import type { AuditCode } from '../../platform/types/AuditCode';
import type { AuditLimitCode } from '../../platform/types/AuditLimitCode';
import type { AuditLimitDetail } from '../../platform/types/AuditLimitDetail';

/**
 * Findings and limits of an audit; none where the host's own words are in the language of the
 * window already.
 */
export const findings = {
  /** Title and meaning of a finding. */
  found: (_code: AuditCode): readonly [string, string] | null => null,
  limit: (_code: AuditLimitCode): string | null => null,
  /** Whether the host's message of a finding without sides has a reason that the meaning lacks. */
  reason: (_code: AuditCode): boolean => false,
  /** A limit with the names and numbers in it. */
  detail: (_detail: AuditLimitDetail, _level: (micro: number) => string): string | null => null,
};
