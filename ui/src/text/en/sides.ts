import { AUDIT_WORDS } from '../../platform/types/auditWords';
import { counted } from '../digits';

/** Sides of an audit's comparisons. */
export const sides = {
  /** Template of each phrase: `{0}`, `{1}` and `{2}` are its values. */
  phrases: AUDIT_WORDS.en.sides,
  entries: (n: number) => counted(n, 'entry', 'entries'),
  rows: (n: number) => counted(n, 'row', 'rows'),
  labels: (n: number) => counted(n, 'label', 'labels'),
  values: (n: number) => counted(n, 'value', 'values'),
  increments: (n: number) => counted(n, 'increment', 'increments'),
  hashes: (n: number) => counted(n, 'hash', 'hashes'),
  /** Both sides below a finding. */
  found: (found: string, expected: string) => `Found: ${found}. Compared with: ${expected}.`,
};
