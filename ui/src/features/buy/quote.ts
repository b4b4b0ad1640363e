// What is bought, as text that a person pastes elsewhere.

import { date, epsPounds, group, withUnit } from '../../lib/format';
import { unitAt } from '../../lib/moments';
import { estimateOf, queryOf } from '../../lib/phrases';
import { KIND } from '../../platform/types/kindTraits';
import type { HoldingView } from '../../platform/types/HoldingView';
import type { ResponseView } from '../../platform/types/ResponseView';
import { t } from '../../text';

/** The answer, one line an estimate: those that the app has, and how many more there are. */
export function answerText({ listing }: HoldingView, newest: ResponseView): string {
  const words = t.holdings.quote;
  const lines = newest.estimates.map((estimate, i) => {
    const label = t.phrases.label(estimate.label);
    const { noise_low: low, noise_high: high } = estimate;
    const text = estimateOf(estimate);
    if (low === null || high === null) return words.none(label, text);
    const interval = t.numbers.interval(group(low), group(high));
    return words.line(label, withUnit(estimate.text, unitAt(listing, i)), interval);
  });
  const more = KIND[listing.kind].oneNumber ? 0 : listing.estimates - newest.estimates.length;
  return [
    words.heading(listing.title, epsPounds(newest.level)),
    ...lines,
    ...(more > 0 ? [words.more(more)] : []),
  ].join('\n');
}

/** Owner, title, date, documents, level and program. */
export function citation(
  { listing }: HoldingView,
  { level, receipt }: ResponseView,
  version: string,
): string {
  return t.holdings.quote.cite({
    owner: listing.seller_name,
    title: listing.title,
    query: queryOf(listing),
    level: epsPounds(level),
    date: date(receipt.issued_at),
    listing: receipt.listing,
    receipt: receipt.id,
    key: listing.seller_kid,
    version,
  });
}
