// What is signed in words, in the words of the window's language.

import type { Estimate } from '../platform/types/Estimate';
import type { PrivacyUnit } from '../platform/types/PrivacyUnit';
import type { QueryParts } from '../platform/types/QueryParts';
import { t } from '../text';
import { group } from './format';

/** Question of a listing. */
export function queryOf({ query_parts }: { query_parts: QueryParts }): string {
  return t.phrases.query(query_parts);
}

/** Privacy unit of a listing or a dataset. */
export function unitOf({ unit_parts }: { unit_parts: PrivacyUnit }): string {
  return t.phrases.unit(unit_parts);
}

/** An estimate's number, or why there is none. */
export function estimateOf({ text, half_width }: Estimate): string {
  return half_width === null && Number.isNaN(Number(text)) ? t.phrases.tooFew : group(text);
}
