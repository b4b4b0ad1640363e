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
 * Tone of the advice on a level: a note, a warning above ε 3, an alarm above ε 5.
 */
export function toneOf(micro: number): Tone {
  if (micro > 5_000_000) return 'alarm';
  return micro > 3_000_000 ? 'warn' : 'note';
}

/** So much better is worth a word. */
const FELT = 0.05;

/** Whether another choice would make answers noticeably more accurate. */
function gains(now: HalfWidth[], other: HalfWidth[]): boolean {
  const [here, there] = [first(now), first(other)];
  return here !== undefined && there !== undefined && there < here * (1 - FELT);
}

/** On the bounds: what half as wide ones would give. */
export function onBounds(preview: DraftPreview): Advice[] {
  const { at_one: now, half_bounds: half } = preview.advice;
  if (!gains(now, half)) return [];
  return [
    {
      tone: 'note',
      text: `${t.guide.halfBounds(halfWidths(now), halfWidths(half))} ${t.guide.boundsHow}`,
    },
  ];
}

/** On the step, once it is known what is sold at most: whether it is too coarse. */
export function onStep(preview: DraftPreview): Advice[] {
  const { at_ceiling: now, finer } = preview.advice;
  if (!gains(now, finer)) return [];
  return [{ tone: 'warn', text: t.guide.tooCoarse(halfWidths(now), halfWidths(finer)) }];
}

/** On who is protected. */
export function onUnit(preview: DraftPreview, dataset: DatasetView | undefined): Advice[] {
  const { at_one: now, one_row: one, rows_per_unit: rows } = preview.advice;
  if (!dataset) return [{ tone: 'note', text: t.guide.own }];
  const { of } = dataset.unit_parts;
  if (dataset.person_column === null) return [{ tone: 'note', text: t.guide.oneRow(of) }];
  if (!gains(now, one)) return [];
  return [{ tone: 'note', text: t.guide.manyRows(of, rows, halfWidths(now), halfWidths(one)) }];
}
