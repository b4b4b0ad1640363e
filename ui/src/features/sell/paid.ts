import { marked, moneyDecimal } from '../../lib/format';
import type { Money } from '../../platform/types/Money';

/** An amount as it is typed. */
export const decimal = (amount: Money) => marked(moneyDecimal(amount.minor, amount.exponent));
