import { marked, moneyDecimal } from '../../lib/format';
import type { Money } from '../../platform/types/Money';

/** A day of this machine's calendar, as the host takes it: `2026-11-30`. */
export function day(now: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** An amount as it is typed. */
export const decimal = (amount: Money) => marked(moneyDecimal(amount.minor, amount.exponent));
