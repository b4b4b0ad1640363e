// The scale on which ε is weighed out: what is sold, where a weight comes to rest, and what was
// typed beside it.

import { isGrouped, parseEps, pointed } from '../../lib/format';
import type { Quantity } from '../../platform/types/Quantity';

const MICRO = 1_000_000;

/** Levels that a listing sells, in micro-ε. */
export type Sold = { held: number; ceiling: number; grain: number };

/**
 * The level sold that is nearest to one: a whole number of grains above what is held, at least one,
 * not over the ceiling.
 */
export function snapped({ held, ceiling, grain }: Sold, level: number): number | undefined {
  const most = Math.floor((ceiling - held) / grain);
  if (most < 1) return undefined;
  return held + Math.min(most, Math.max(1, Math.round((level - held) / grain))) * grain;
}

/** The highest level sold; less than the ceiling where that is no whole number of grains away. */
export function highest(sold: Sold): number | undefined {
  return snapped(sold, sold.ceiling);
}

/** Without anything held the beam begins at this share of the ceiling. */
const SPAN = 100;

/**
 * Levels at which a weight comes to rest: round ones (two digits) or those sold next to them; the
 * highest last.
 */
export function stops(sold: Sold): number[] {
  const { held, ceiling, grain } = sold;
  const levels: number[] = [];
  const top = highest(sold);
  if (top === undefined) return levels;
  const lowest = Math.max(grain, ceiling / SPAN);
  for (let power = 10 ** Math.floor(Math.log10(lowest)); power <= ceiling; power *= 10) {
    for (let tenths = 10; tenths < 100; tenths += 1) {
      const round = Math.round((tenths * power) / 10);
      if (round < lowest || round <= held) continue;
      const level = snapped(sold, round);
      if (level !== undefined && level < top && level > (levels.at(-1) ?? held)) levels.push(level);
    }
  }
  levels.push(top);
  return levels;
}

/** Whether a level is sold. */
export function isSold(sold: Sold, level: number): boolean {
  return level > sold.held && snapped(sold, level) === level;
}

/**
 * Levels to write beside the beam: the round ones that are sold, or every stop where there are not
 * more of them than there is room for; the highest last.
 */
export function marks(sold: Sold, round: number[], room: number): number[] {
  const levels = stops(sold);
  const chosen = levels.length <= room ? levels : round.filter((level) => isSold(sold, level));
  return [...new Set([...chosen, ...levels.slice(-1)])];
}

/** What is held takes at most this share of the beam, unless levels bought before it need more. */
const HELD = 0.4;

/**
 * The lowest level on the beam: low enough for what was bought, high enough to leave room for what
 * is sold.
 */
export function scaleStart({ held, ceiling, grain }: Sold, bought: number[] = []): number {
  if (held === 0 || held >= ceiling) return Math.max(grain, ceiling / SPAN);
  const start = held * (held / ceiling) ** (HELD / (1 - HELD));
  const first = bought.length > 0 ? Math.min(...bought) * 0.9 : Infinity;
  return Math.max(start / 8, Math.min(start, first));
}

/** The stop nearest to a level, as the eye sees it on a logarithmic scale. */
export function nearest(levels: number[], level: number): number | undefined {
  let best: number | undefined;
  for (const stop of levels) {
    if (best === undefined || Math.abs(Math.log(stop / level)) < Math.abs(Math.log(best / level)))
      best = stop;
  }
  return best;
}

/** So many stops up or down from a level, which need not be one itself. */
export function moved(levels: number[], level: number, by: number): number | undefined {
  if (levels.length === 0) return undefined;
  // From between two stops one step leads to the next one.
  const above = levels.findIndex((stop) => stop > level);
  const at = above < 0 ? levels.length : above;
  const from = by > 0 ? at - 1 : levels[at - 1] === level ? at - 1 : at;
  return levels[Math.min(levels.length - 1, Math.max(0, from + by))];
}

const JUMPS: Record<string, number> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};

/**
 * Where a key leads from a level; with shift the arrows take big steps. Undefined for keys that
 * move nothing.
 */
export function keyed(
  levels: number[],
  level: number,
  key: string,
  shift: boolean,
): number | undefined {
  if (key === 'Home') return levels[0];
  if (key === 'End') return levels.at(-1);
  const jump = JUMPS[key];
  return jump === undefined
    ? undefined
    : moved(levels, level, shift && key.startsWith('Arrow') ? jump * 10 : jump);
}

/** Level to begin with: ε 1 or twice the level held, or the ceiling. */
export function firstWish(sold: Sold): number | undefined {
  return nearest(
    stops(sold),
    sold.held > 0 ? Math.min(2 * sold.held, sold.ceiling) : Math.min(MICRO, sold.ceiling),
  );
}

const SIGNS: Record<string, number> = { '⅛': 1, '¼': 2, '⅜': 3, '½': 4, '⅝': 5, '¾': 6, '⅞': 7 };

/**
 * What was typed as micro-ε, whichever way a weight is written: `1.5`, `1,5`, `1½`, `1 1/2`, with
 * `ε` before or `lb` after it. Null where it is no weight, is not above 0, or is no whole number of
 * micro-ε.
 */
export function weighed(text: string): number | null {
  const bare = text
    .trim()
    .replace(/^ε\s*/u, '')
    .replace(/\s*lb$/i, '');
  const sign = /^(\d{0,7})\s*([⅛¼⅜½⅝¾⅞])$/.exec(bare);
  if (sign) return Number(sign[1]) * MICRO + ((SIGNS[sign[2] ?? ''] ?? 0) * MICRO) / 8;
  const parts = /^(?:(\d{1,7})\s+)?(\d{1,7})\s*[/⁄]\s*(\d{1,7})$/.exec(bare);
  if (!parts) return parseEps(bare);
  const [, whole = '0', top, bottom] = parts;
  const micro = Number(whole) * MICRO + (Number(top) * MICRO) / Number(bottom);
  return Number.isSafeInteger(micro) && micro > 0 ? micro : null;
}

/**
 * A typed half-width as the host takes it, with a point and without a sign; null where it is none.
 */
export function accuracyTyped(text: string): string | null {
  const written = text.trim().replace(/^±\s*/, '');
  if (isGrouped(written)) return null;
  const bare = pointed(written);
  return /^(\d{1,40}(\.\d{0,30})?|\.\d{1,30})$/.test(bare) ? bare : null;
}

/** The amount that is wanted, as typed: a level, or the half-width of a quantity. */
type Wanted = {
  way: 'weight' | 'accuracy';
  typed: string;
  wide: string;
  quantity: Quantity | '';
};

/** Amounts that were typed and not ordered, by home and listing, until the window is closed. */
export const left = new Map<string, Wanted>();
