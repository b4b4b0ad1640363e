import type { AuditCode } from '../../platform/types/AuditCode';
import type { AuditLimitCode } from '../../platform/types/AuditLimitCode';

/**
 * Findings and limits of an audit; none where the host's own words are in the language of the
 * window already.
 */
export const findings = {
  /** Title and meaning of a finding. */
  found: (_code: AuditCode): readonly [string, string] | null => null,
  limit: (_code: AuditLimitCode): string | null => null,
  /** Whether a limit names something that only the host's words do. */
  particular: (_code: AuditLimitCode): boolean => false,
};
