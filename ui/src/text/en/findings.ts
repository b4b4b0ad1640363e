import { findingsIn } from '../auditWords';
import type { AuditCode } from '../../platform/types/AuditCode';
import type { AuditLimitDetail } from '../../platform/types/AuditLimitDetail';

export const findings = {
  ...findingsIn('en'),
  /** Whether the host's message of a finding without sides has a reason that the meaning lacks. */
  reason: (_code: AuditCode): boolean => false,
  /** A limit with the names and numbers in it. */
  detail: (_detail: AuditLimitDetail, _level: (micro: number) => string): string | null => null,
};
