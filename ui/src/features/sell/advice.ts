// Which advice a draft calls for. What other choices would give is computed by the host; here it is
// only put into words.

import type { DatasetView } from '../../platform/types/DatasetView';
import type { DraftPreview } from '../../platform/types/DraftPreview';
import type { HalfWidth } from '../../platform/types/HalfWidth';
import { t } from '../../text';
import { halfWidths } from '../../lib/format';

export type Tone = 'note' | 'warn' | 'alarm';
export type Advice = { tone: Tone; text: string };

const first = (widths: HalfWidth[]): number | undefined => widths[0]?.number;

/**
 * How much what is revealed at a level calls for: a note, a warning above ε 3, an alarm above ε 5.
 */
export function toneOf(micro: number): Tone {
  if (micro > 5_000_000) return 'alarm';
  return micro > 3_000_000 ? 'warn' : 'note';
}

/** On the bounds: what half as wide ones would give. */
export function onBounds(preview: DraftPreview): Advice[] {
  const { at_one: now, half_bounds: half } = preview.advice;
  if (half.length === 0) return [];
  return [
    {
      tone: 'note',
      text: `${t.guide.halfBounds(halfWidths(now), halfWidths(half))} ${t.guide.boundsHow}`,
    },
  ];
}

/** So much better or worse is worth a word. */
const FELT = 0.05;

/** On the step, once it is known what is sold at most: too coarse, needlessly fine, or right. */
export function onStep(preview: DraftPreview): Advice[] {
  const { at_ceiling: now, coarser, finer } = preview.advice;
  const [here, above, below] = [first(now), first(coarser), first(finer)];
  if (here === undefined) return [];
  if (below !== undefined && below < here * (1 - FELT))
    return [{ tone: 'warn', text: t.guide.tooCoarse(halfWidths(now), halfWidths(finer)) }];
  if (above !== undefined && above <= here * (1 + FELT))
    return [{ tone: 'note', text: t.guide.tooFine(halfWidths(now), halfWidths(coarser)) }];
  return above === undefined && below === undefined
    ? []
    : [{ tone: 'note', text: t.guide.rightStep(halfWidths(now)) }];
}

/** On who is protected. */
export function onUnit(preview: DraftPreview, dataset: DatasetView | undefined): Advice[] {
  const { at_one: now, one_row: one, rows_per_unit: rows } = preview.advice;
  if (!dataset) return [{ tone: 'note', text: t.guide.own }];
  const { of } = dataset.unit_parts;
  if (dataset.person_column === null) return [{ tone: 'note', text: t.guide.oneRow(of) }];
  if (rows === 1 || one.length === 0) return [{ tone: 'note', text: t.guide.onePerson(of) }];
  return [{ tone: 'note', text: t.guide.manyRows(of, rows, halfWidths(now), halfWidths(one)) }];
}
