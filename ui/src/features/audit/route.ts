import { isOneOf, type Address } from '../../lib/address';

const PLAIN = ['verify', 'alarms'] as const;

/** A screen of a person who audits. */
export type AuditRoute = { name: (typeof PLAIN)[number] };

/** The screens that the sidebar names: all of them. */
export type AuditEntry = AuditRoute['name'];

export function auditRoute({ name }: Address): AuditRoute | null {
  return isOneOf(PLAIN, name) ? { name } : null;
}
