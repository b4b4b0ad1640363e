// The one kind of axis that prices have: what everything up to a level costs, in major units of its
// currency, over ε; both straight and from 0.

import { moneyTick } from './format';
import { linear, type Scale } from './scale';

/** Up to where it is drawn: in ε, and in major units. */
export type PriceEnds = { level: number; price: number };

/** The axes within a drawing. */
export type PriceAxes = {
  x: Scale;
  y: Scale;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** The amounts beside its ticks upwards. */
  amounts: string[];
};

const TOP = 12;
/** For the numbers below, and what they are. */
const FOOT = 34;
const RIGHT = 16;
const LETTER = 6.6;
/** No round number is written so near to the ceiling. */
const ROOM = 30;

/** Axes up to `ends` in a drawing of that size; the ceiling is written whatever else is. */
export function priceAxes(
  ends: PriceEnds,
  ceiling: number | null,
  size: { width: number; height: number },
  currency: string,
  exponent: number,
): PriceAxes {
  const bottom = size.height - FOOT;
  const y = linear(0, ends.price > 0 ? ends.price : 1, bottom, TOP, 3, true);
  const amounts = y.ticks.map((tick) => moneyTick(tick, y.ticks, currency, exponent));
  const left = 12 + LETTER * Math.max(...amounts.map((text) => text.length));
  const right = size.width - RIGHT;
  const wanted = Math.max(2, Math.floor((right - left) / 70));
  const x = linear(0, ends.level > 0 ? ends.level : 1, left, right, wanted);
  const round = x.ticks.filter(
    (tick) => ceiling === null || Math.abs(x.at(tick) - x.at(ceiling)) > ROOM,
  );
  const ticks = ceiling === null ? round : [...round, ceiling].sort((one, other) => one - other);
  return { x: { ...x, ticks }, y, left, right, top: TOP, bottom, amounts };
}
