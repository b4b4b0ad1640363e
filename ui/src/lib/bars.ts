// Bars of a figure: numbers one by one, or, where there are more than there is room for, in pieces
// of neighbours.

import type { Estimate } from '../platform/types/Estimate';
import type { OutlineBar } from '../platform/types/OutlineBar';

/** Something drawn as one bar. */
export type Bar = {
  /** Labels of the first and the last of what it stands for. */
  first: string;
  last: string;
  /** Number of values that it stands for. */
  bins: number;
  least: number;
  /** The number itself, where it is one. */
  mean: number;
  most: number;
};

/** The ends of an estimate's noise interval; none where it has none. */
export function noiseEnds({
  noise_low_number: low,
  noise_high_number: high,
}: Estimate): [number, number] | null {
  return low === null || high === null ? null : [low, high];
}

/** A number that has no noise. */
export function bare(label: string, number: number): Estimate {
  return {
    label,
    number,
    text: String(number),
    half_width: null,
    half_width_number: null,
    noise_low: null,
    noise_low_number: null,
    noise_high: null,
    noise_high_number: null,
  };
}

/** A number as a bar of its own. */
export function single({ label, number }: Estimate): Bar {
  return { first: label, last: label, bins: 1, least: number, mean: number, most: number };
}

/** A piece that the host made. */
export function outlined(bar: OutlineBar): Bar {
  return { ...bar };
}

/** So few neighbours in a piece that no more than `most` pieces are left. */
export function each(length: number, most: number): number {
  return Math.max(1, Math.ceil(length / Math.max(1, most)));
}

/** Pieces of so many neighbours each; the last may have fewer. */
export function gathered(bars: Bar[], size: number): Bar[] {
  if (size <= 1) return bars;
  const pieces: Bar[] = [];
  for (let i = 0; i < bars.length; i += size) {
    const piece = bars.slice(i, i + size);
    const [first, last] = [piece[0], piece.at(-1)];
    if (!first || !last) continue;
    const bins = piece.reduce((sum, one) => sum + one.bins, 0);
    pieces.push({
      first: first.first,
      last: last.last,
      bins,
      least: Math.min(...piece.map((one) => one.least)),
      mean: piece.reduce((sum, one) => sum + one.mean * (one.bins / bins), 0),
      most: Math.max(...piece.map((one) => one.most)),
    });
  }
  return pieces;
}
