// Axes of figures: where a number lies, and which numbers to write beside it.

import { group, marked } from './format';

/** A straight or logarithmic scale from numbers to pixels. */
export type Scale = { at: (value: number) => number; ticks: number[]; lo: number; hi: number };

/** Steps of 1, 2 or 5 times a power of ten: about `wanted` of them between the two. */
export function linearTicks(lo: number, hi: number, wanted: number): number[] {
  const span = hi - lo;
  if (!(span > 0) || !Number.isFinite(span)) return [lo];
  const raw = span / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5, 10].find((m) => m * power >= raw * 0.75) ?? 10) * power;
  const ticks: number[] = [];
  for (let i = Math.ceil(lo / step - 1e-9); i * step <= hi + step * 1e-9; i += 1)
    ticks.push(tidy(i * step));
  return ticks;
}

/** 1, 2 and 5 of each decade; fewer where there are many decades. */
export function logTicks(lo: number, hi: number, wanted: number): number[] {
  const all = (digits: number[]): number[] => {
    const ticks: number[] = [];
    for (let power = Math.floor(Math.log10(lo)); power <= Math.ceil(Math.log10(hi)); power += 1) {
      for (const digit of digits) {
        const tick = tidy(digit * 10 ** power);
        if (tick >= lo * 0.9999 && tick <= hi * 1.0001) ticks.push(tick);
      }
    }
    return ticks;
  };
  for (const digits of [[1, 2, 5], [1, 3], [1]]) {
    const ticks = all(digits);
    if (ticks.length <= wanted && ticks.length > 2) return ticks;
  }
  // Within a decade or so a logarithm is nearly straight.
  if (hi / lo < 20) return linearTicks(lo, hi, Math.min(wanted, 6));
  const decades = all([1]);
  const keep = Math.ceil(decades.length / wanted);
  return decades.filter((_, i) => i % keep === 0);
}

/** The number without the dust of binary arithmetic. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

/** A straight scale; its ends are widened to ticks where `round` is set. */
export function linear(
  lo: number,
  hi: number,
  from: number,
  to: number,
  wanted = 4,
  round = false,
): Scale {
  let [low, high] = lo < hi ? [lo, hi] : [lo - 0.5, lo + 0.5];
  let ticks = linearTicks(low, high, wanted);
  const step = (ticks[1] ?? high) - (ticks[0] ?? low);
  if (round && step > 0) {
    low = tidy(Math.floor(low / step + 1e-9) * step);
    high = tidy(Math.ceil(high / step - 1e-9) * step);
    ticks = linearTicks(low, high, Math.round((high - low) / step));
  }
  return {
    at: (value) => from + ((value - low) / (high - low)) * (to - from),
    ticks,
    lo: low,
    hi: high,
  };
}

/** A logarithmic scale between two positive numbers. */
export function log(lo: number, hi: number, from: number, to: number, wanted = 6): Scale {
  const low = Math.log(lo);
  const high = hi > lo ? Math.log(hi) : low + 1;
  const at = (value: number) =>
    from + ((Math.log(Math.max(value, lo)) - low) / (high - low)) * (to - from);
  return { at, ticks: logTicks(lo, hi, wanted), lo, hi };
}

/** A tick's number, short: `0.25`, `12 000`, `3M`. */
export function tickText(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e9) return `${marked(String(tidy(value / 1e9)))}G`.replace('-', '\u2212');
  if (size >= 1e6) return `${marked(String(tidy(value / 1e6)))}M`.replace('-', '\u2212');
  return group(String(tidy(value)));
}

/** About a number, as a decimal with three digits and a point. */
export function shortNumber(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** Text of a point's coordinate in a table. */
export function cellText(value: number): string {
  return group(String(Number(value.toPrecision(4))));
}

/** The points as an SVG path; a staircase goes across before it goes up. */
export function path(
  points: { x: number; y: number }[],
  x: Scale,
  y: Scale,
  stairs = false,
): string {
  return points
    .map((point, i) => {
      const [px, py] = [x.at(point.x).toFixed(1), y.at(point.y).toFixed(1)];
      if (i === 0) return `M${px} ${py}`;
      return stairs ? `H${px}V${py}` : `L${px} ${py}`;
    })
    .join('');
}

/** The curve's height at x, between its points. */
export function along(points: { x: number; y: number }[], x: number): number | null {
  const after = points.findIndex((point) => point.x >= x);
  if (after < 0) return points.at(-1)?.y ?? null;
  const [left, right] = [points[after - 1], points[after]];
  if (!right) return null;
  if (!left || right.x === left.x) return right.y;
  return left.y + ((x - left.x) / (right.x - left.x)) * (right.y - left.y);
}

/** A span of numbers that holds them all, with a little room; never empty. */
export function span(values: number[]): [number, number] {
  const finite = values.filter((value) => Number.isFinite(value));
  if (finite.length === 0) return [0, 1];
  const [lo, hi] = [Math.min(...finite), Math.max(...finite)];
  const room = (hi - lo || Math.abs(hi) || 1) * 0.06;
  return [lo - room, hi + room];
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;
const TIME_STEPS = [
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  7 * DAY,
  14 * DAY,
  30 * DAY,
  91 * DAY,
  365 * DAY,
];

/** Unix seconds to write under an axis of time: whole minutes, hours or days, in local time. */
export function timeTicks(lo: number, hi: number, wanted: number): number[] {
  const step =
    TIME_STEPS.find((one) => (hi - lo) / one <= wanted) ??
    Math.ceil((hi - lo) / wanted / DAY) * DAY;
  const shift = new Date(lo * 1000).getTimezoneOffset() * MINUTE;
  const ticks: number[] = [];
  for (let at = Math.ceil((lo - shift) / step) * step + shift; at <= hi; at += step) ticks.push(at);
  return ticks.length > 0 ? ticks : [lo];
}
