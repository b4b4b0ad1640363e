import { findingsIn } from '../auditWords';

export const findings = findingsIn('en');
