// The tariff of a listing as its owner types it, and as points that are moved on a drawn curve.

import {
  epsText,
  isGrouped,
  marked,
  moneyDecimal,
  parseEps,
  pointed,
  typedDecimal,
  ungrouped,
} from '../../lib/format';
import { slipAt, type Problem } from '../../lib/error';
import { t } from '../../text';
import { DECIMALS, USUAL_DECIMALS } from '../../platform/types/decimals';
import type { ListingView } from '../../platform/types/ListingView';
import type { PointFault } from '../../platform/types/PointFault';
import type { PricedLevel } from '../../platform/types/PricedLevel';
import type { TariffDraft } from '../../platform/types/TariffDraft';

/** Price of everything up to a level, both as typed. */
export type Knot = { level: string; price: string };

/** A knot that can be drawn: its row in the table, micro-ε, and minor units of the currency. */
export type Drawn = { row: number; micro: number; minor: number };

/** Distance that one key press or a pixel of the pointer moves a point. */
export type Steps = { micro: number; minor: number };

/** The points as the host takes them, each in its row. */
export const priceOf = (knots: Knot[]): TariffDraft =>
  knots.map(({ level, price }) => ({
    level: pointed(level.trim()),
    price: ungrouped(price.trim()),
  }));

/** A price as the host has it, to be changed. */
export const knotsTyped = (price: TariffDraft): Knot[] =>
  price.map(({ level, price }) => ({ level: marked(level), price: typedDecimal(price) }));

/** The cell of a row that a fault is in. */
export const CELL: Record<PointFault, keyof Knot> = {
  'no-level': 'level',
  'level-not-rising': 'level',
  'no-price': 'price',
  'too-many-decimals': 'price',
  thousands: 'price',
  'price-falls': 'price',
};

const isBlank = ({ level, price }: Knot): boolean => level.trim() === '' && price.trim() === '';

/** The slips of a tariff, each in its row. A tariff with no point lacks the first level. */
export function pointSlips(knots: Knot[]): Problem[] {
  const slip = (row: number, fault: PointFault, message = t.drafting.misfit[fault]): Problem => ({
    ...slipAt('tariff', message),
    ...{ row, at: { part: 'point', row, fault } },
  });
  if (knots.every(isBlank)) return [slip(0, 'no-level')];
  return knots.flatMap((knot, row) => {
    if (isBlank(knot)) return [];
    const grouped = isGrouped(knot.price);
    const isAmount = /^\d+(\.\d+)?$/.test(ungrouped(knot.price.trim()));
    return [
      ...(parseEps(knot.level) === null ? [slip(row, 'no-level')] : []),
      ...(grouped ? [slip(row, 'thousands', t.drafting.shouldBe.grouped)] : []),
      ...(grouped || isAmount ? [] : [slip(row, 'no-price')]),
    ];
  });
}

/**
 * A typed amount in minor units; null where it is none, may be meant with thousands, or has more
 * decimals than the currency.
 */
function minorOf(price: string, exponent: number): number | null {
  if (isGrouped(price)) return null;
  const amount = ungrouped(price.trim());
  const match = /^\d+(?:\.(\d+))?$/.exec(amount);
  if (!match || (match[1]?.length ?? 0) > exponent) return null;
  return Math.round(Number(amount) * 10 ** exponent);
}

/** The tariff of a listing that is signed, to be changed. */
export function knotsOf({ tariff, currency_exponent: exponent }: ListingView): Knot[] {
  return tariff
    .filter((knot) => knot.level > 0)
    .map(({ level, minor }) => knotAt({ micro: level, minor }, exponent));
}

/** A point as it stands in the table. */
export function knotAt({ micro, minor }: Steps, exponent: number): Knot {
  return { level: epsText(micro), price: typedDecimal(moneyDecimal(minor, exponent)) };
}

/** Number of decimals of a currency. */
export const decimalsOf = (currency: string): number => DECIMALS[currency.trim()] ?? USUAL_DECIMALS;

/** The knots that can be read, by their levels. */
export function drawn(knots: Knot[], exponent: number): Drawn[] {
  return knots
    .flatMap(({ level, price }, row) => {
      const micro = parseEps(level);
      const minor = minorOf(price, exponent);
      return micro === null || minor === null ? [] : [{ row, micro, minor }];
    })
    .sort((one, other) => one.micro - other.micro);
}

/** The round number (1, 2 or 5 and zeros) that is not above a number of 1 or more. */
function round(number: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, number)));
  const most = [5, 2, 1].find((digit) => digit * power <= number) ?? 1;
  return most * power;
}

/** Steps of about a hundredth of what is drawn. */
export function stepsOf(points: Drawn[]): Steps {
  const last = points.at(-1);
  return { micro: round((last?.micro ?? 0) / 100), minor: round((last?.minor ?? 0) / 100) };
}

/** The multiple of `step` nearest to a number, kept within two ends. */
function snapped(number: number, step: number, least: number, most: number): number {
  const near = Math.round(number / step) * step;
  return Math.min(most, Math.max(least, near));
}

/**
 * Where the point of that number comes to rest when it is moved: on a step, between its neighbours
 * in level, and no cheaper than the one before nor dearer than the one after.
 */
export function rested(points: Drawn[], i: number, wish: Steps, steps: Steps): Steps {
  const [before, after] = [points[i - 1], points[i + 1]];
  const least = (before?.micro ?? 0) + 1;
  const most = after ? after.micro - 1 : Number.MAX_SAFE_INTEGER;
  return {
    micro: snapped(wish.micro, steps.micro, Math.max(least, before ? 0 : steps.micro), most),
    minor: snapped(
      wish.minor,
      steps.minor,
      before?.minor ?? 0,
      after?.minor ?? Number.MAX_SAFE_INTEGER,
    ),
  };
}

const KEYS: Record<string, readonly [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  PageUp: [0, 10],
  PageDown: [0, -10],
};

/**
 * Where a key moves the point of that number; with shift the arrows take big steps. Undefined for
 * keys that move nothing.
 */
export function keyed(
  points: Drawn[],
  i: number,
  key: string,
  shift: boolean,
  steps: Steps,
): Steps | undefined {
  const point = points[i];
  const way = KEYS[key];
  if (!point || !way) return undefined;
  const far = shift && key.startsWith('Arrow') ? 10 : 1;
  const wish = {
    micro: point.micro + way[0] * far * steps.micro,
    minor: point.minor + way[1] * far * steps.minor,
  };
  const rest = rested(points, i, wish, steps);
  // What is not moved stays as it was typed, also between two steps.
  return way[0] === 0 ? { ...rest, micro: point.micro } : { ...rest, minor: point.minor };
}

/** A point to add: half as far again as the last two are apart, at the price that they promise. */
export function next(points: Drawn[], exponent: number): Knot {
  const [last, before] = [points.at(-1), points.at(-2) ?? { micro: 0, minor: 0 }];
  if (!last) return { level: '', price: '' };
  const steps = stepsOf(points);
  const wish = {
    micro: last.micro + Math.max(steps.micro, (last.micro - before.micro) / 2),
    minor: last.minor + (last.minor - before.minor) / 2,
  };
  return knotAt(rested([...points, { row: -1, ...wish }], points.length, wish, steps), exponent);
}

/** Whether nothing is to be paid at any of the levels that a price states. */
export const isFree = (levels: readonly PricedLevel[]): boolean =>
  levels.length > 0 && levels.every(({ price }) => price?.minor === 0);
