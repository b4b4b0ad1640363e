// The scale on which ε is weighed out: which levels a slider stops at, and where they lie on it.

/** Levels that a slider stops at: round ones (two digits) that the listing sells, above what is held; the ceiling last. */
export function stops(held: number, ceiling: number, grain: number): number[] {
  const levels: number[] = [];
  const lowest = Math.max(grain, ceiling / 1000);
  for (let power = 10 ** Math.floor(Math.log10(lowest)); power <= ceiling; power *= 10) {
    for (let tenths = 10; tenths < 100; tenths += 1) {
      const level = Math.round((tenths * power) / 10);
      if (level >= lowest && level > held && level < ceiling && level % grain === 0 && level !== levels.at(-1)) levels.push(level);
    }
  }
  if (ceiling > held) levels.push(ceiling);
  return levels;
}

/** The lowest level on the scale. */
export function scaleStart(held: number, ceiling: number, grain: number): number {
  const lowest = Math.max(grain, ceiling / 1000);
  return held > 0 ? Math.min(lowest, held) : lowest;
}

/** The stop nearest to a level, as the eye sees it on a logarithmic scale. */
export function nearest(levels: number[], level: number): number | undefined {
  let best: number | undefined;
  for (const stop of levels) {
    if (best === undefined || Math.abs(Math.log(stop / level)) < Math.abs(Math.log(best / level))) best = stop;
  }
  return best;
}

/** Where a person begins: ε 1 or twice what is held, or the ceiling. */
export function firstWish(held: number, ceiling: number, grain: number): number | undefined {
  return nearest(stops(held, ceiling, grain), held > 0 ? Math.min(2 * held, ceiling) : Math.min(1_000_000, ceiling));
}
