// The level up to which an owner states that a listing can be delivered now.

import { t } from '../text';
import { eps } from './format';

type Stated = { available: number | null; ceiling: number };

/** “available up to ε 2.8”; empty at the ceiling, and where the owner states nothing. */
export function availability({ available, ceiling }: Stated): string {
  if (available === null || available >= ceiling) return '';
  return available === 0 ? t.offer.availableNothing : t.offer.availableUpTo(eps(available));
}

/** Whether a level is above the one that the owner states it can deliver now. */
export function isOverAvailable(available: number | null, level: number): boolean {
  return available !== null && available < level;
}
