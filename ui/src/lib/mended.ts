import type { MarketMended } from '../platform/types/MarketMended';
import { t } from '../text';

/** Returns a sentence for each kind of repair of the market, or an empty list if it needed none. */
export function mendedWords({ documents, tiles, own_copies, junk }: MarketMended): string[] {
  const sentAgain = documents + tiles + own_copies;
  return [
    ...(sentAgain > 0 ? [t.standing.caught.mended(sentAgain)] : []),
    ...(junk > 0 ? [t.standing.caught.junk(junk)] : []),
  ];
}
