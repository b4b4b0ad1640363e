// What is signed in words, in the words of the window's language.

import type { Collected } from '../platform/types/Collected';
import type { ErrorView } from '../platform/types/ErrorView';
import type { Estimate } from '../platform/types/Estimate';
import type { GermanCollected } from '../platform/types/GermanCollected';
import type { GermanWords } from '../platform/types/GermanWords';
import type { HoldingView } from '../platform/types/HoldingView';
import type { Money } from '../platform/types/Money';
import type { PrivacyUnit } from '../platform/types/PrivacyUnit';
import type { Settlement } from '../platform/types/Settlement';
import { t } from '../text';
import { speech } from '../text/speech.svelte';
import type { AskedQuestion } from '../text/question';
import { group, money } from './format';

/** Sentences of the host's error in the window's language. */
export function saidByHost(error: Pick<ErrorView, 'message' | 'hints' | 'german'>): GermanWords {
  return (speech.language === 'de' && error.german) || error;
}

/** Texts of a collection in the window's language. */
export function textsOf(collected: Collected): GermanCollected {
  return (speech.language === 'de' && collected.german) || collected;
}

/** Question of a listing. */
export function queryOf(asked: AskedQuestion): string {
  return t.phrases.query(asked);
}

/** Privacy unit of a listing or a dataset. */
export function unitOf({ unit_parts }: { unit_parts: PrivacyUnit }): string {
  return t.phrases.unit(unit_parts);
}

/** An estimate's number, or why there is none. */
export function estimateOf({ text, half_width }: Estimate): string {
  return half_width === null && Number.isNaN(Number(text)) ? t.phrases.tooFew : group(text);
}

/** How a purchase at that price was settled. */
export function settled(settlement: Settlement, price: Money): string {
  switch (settlement) {
    case 'paid':
      return t.holdings.paid(money(price));
    case 'credit':
      return t.holdings.onCredit(money(price));
    case 'free':
      return Number(price.minor) === 0
        ? t.holdings.freeOfCharge
        : t.holdings.freeInstead(money(price));
  }
}

/** How the purchases of a holding were settled: a phrase for each way that there was. */
export function settledInAll({ paid, on_credit: credit, free }: HoldingView): string[] {
  const ways: string[] = [];
  if (Number(paid.minor) > 0 || (!credit && !free)) ways.push(settled('paid', paid));
  if (credit) ways.push(settled('credit', credit));
  if (free) ways.push(settled('free', free));
  return ways;
}
