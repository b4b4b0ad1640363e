import type { ErrorCode } from '../../../platform/types/ErrorCode';

/**
 * Errors of which the German sentences say all that the host's own say: no English stands below
 * them. Not those whose reason names a number, a row or a name that nobody typed.
 */
const WHOLE: ReadonlySet<ErrorCode> = new Set([
  'bank-account',
  'cap-unchanged',
  'contact-key',
  'currency',
  'dataset-exists',
  'dataset-gone',
  'empty-passphrase',
  'epsilon',
  'invoice-country',
  'invoice-reason',
  'max-price',
  'no-bounds',
  'no-cap',
  'no-file',
  'no-file-name',
  'no-person-column',
  'no-protect',
  'no-reason',
  'no-rows-per-person',
  'no-step',
  'no-step-advised',
  'no-title',
  'own-key',
  'passphrase-mismatch',
  'passphrase-needed',
  'path-not-chosen',
  'pay-to',
  'population-exists',
  'protect',
  'recipient',
  'recovery-key-as-passphrase',
  'report-format',
  'rows-per-person',
  'settlement-unsaid',
  'tariff-unchanged',
  'wrong-passphrase',
  'zero-epsilon',
]);

/** Whether the German sentences of an error say all of it. */
export const isWhole = (code: ErrorCode): boolean => WHOLE.has(code);
