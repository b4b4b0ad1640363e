// What is signed in words, in the words of the window's language.

import type { Estimate } from '../platform/types/Estimate';
import type { PrivacyUnit } from '../platform/types/PrivacyUnit';
import type { QueryParts } from '../platform/types/QueryParts';
import { t } from '../text/index.svelte';
import { group } from './format';

/** What a listing asks; as its seller signed it, where that has no form that we know. */
export function queryOf({ query, query_parts }: { query: string; query_parts: QueryParts | null }): string {
  return query_parts ? t.phrases.query(query_parts) : query;
}

/** What a listing or a dataset protects; as it is signed, where that has no form that we know. */
export function unitOf({ privacy_unit, unit_parts }: { privacy_unit: string; unit_parts: PrivacyUnit | null }): string {
  return unit_parts ? t.phrases.unit(unit_parts) : privacy_unit;
}

/** An estimate's number, or why there is none. */
export function estimateOf({ text, half_width }: Estimate): string {
  return half_width === null && Number.isNaN(Number(text)) ? t.phrases.tooFew : group(text);
}
