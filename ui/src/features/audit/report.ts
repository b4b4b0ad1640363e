// The parts of an audit's report and their words.

import type { AuditCheck } from '../../platform/types/AuditCheck';
import type { AuditComparison } from '../../platform/types/AuditComparison';
import type { AuditComparisonWords } from '../../platform/types/AuditComparisonWords';
import type { AuditFileKind } from '../../platform/types/AuditFileKind';
import type { AuditNeeded } from '../../platform/types/AuditNeeded';
import type { AuditReport } from '../../platform/types/AuditReport';
import type { AuditWords } from '../../platform/types/AuditWords';
import type { NoiseBin } from '../../platform/types/NoiseBin';
import { t } from '../../text';
import { count, fileName, marked } from '../../lib/format';

/** Each item with its words, in the order of both. */
export function paired<A, B>(items: A[], words: B[]): [A, B][] {
  return items.flatMap((item, i): [A, B][] => {
    const one = words[i];
    return one === undefined ? [] : [[item, one]];
  });
}

/** Whether the audit holds, with a file missing. */
export function isPartial({ verdict, coverage }: AuditReport): boolean {
  return verdict === 'holds' && coverage.gaps.length > 0;
}

/** The endings of the files of a kind. */
export const ENDINGS: Record<AuditNeeded, string[]> = {
  ledger: ['ledger'],
  bundles: ['bundle'],
  checkpoint: ['checkpoint', 'txt'],
  opening: ['opening'],
};

/**
 * The checks not made, or not of everything, for want of the files that a check lacks, each with
 * its sentence.
 */
export function gapsOf(check: AuditCheck, report: AuditReport, words: string[]) {
  const gaps = paired(report.coverage.gaps, words);
  const found = check.lacks.map((needed) => gaps.find(([gap]) => gap.needed === needed));
  return found.filter((gap) => gap !== undefined);
}

/** The kinds under which the files that a check is made on stand in a report. */
const KINDS = {
  ledger: 'ledger',
  bundles: 'bundle',
  checkpoint: 'checkpoint',
} as const satisfies Partial<Record<AuditNeeded, AuditFileKind>>;

/** Whether any file of that kind was given. */
function isGiven(needed: AuditNeeded, { files, coverage }: AuditReport): boolean {
  // An opening is not among the files: what it opened was computed again.
  if (needed === 'opening')
    return coverage.gaps.some((gap) => gap.needed === needed && gap.checked > 0);
  return files.some(({ kind }) => kind === KINDS[needed]);
}

/** What a check lacks: files of a kind at all, or only some of them. */
export function lackWords(needed: AuditNeeded, report: AuditReport): string {
  const { lacks, lacksSome } = t.verify.detail;
  return (isGiven(needed, report) ? lacksSome : lacks)[needed];
}

/** Whether there were bundles, and no two releases in them that the noise can be tested between. */
const hasNoPairs = ({ id, made }: AuditCheck, report: AuditReport): boolean =>
  id === 'noise' && made === 0 && report.noise.length === 0 && isGiven('bundles', report);

/** What a check lacks beside what it found; one that was not made at all says so itself. */
export function lacksBeside(check: AuditCheck, report: AuditReport): AuditNeeded[] {
  return check.made > 0 || hasNoPairs(check, report) ? check.lacks : [];
}

/** Result of a check in a few words, or the kind of file that it lacks. */
export function found(check: AuditCheck, words: string, report: AuditReport): string {
  const [needed] = check.lacks;
  const isMade = check.made > 0 || needed === undefined || hasNoPairs(check, report);
  return isMade ? words : lackWords(needed, report);
}

/**
 * The comparisons that a replay made: the opening against its commitments, each release against
 * data and noise.
 */
export function replayed(
  report: AuditReport,
  words: AuditWords,
): [AuditComparison, AuditComparisonWords][] {
  return paired(report.checks, words.checks)
    .flatMap(([check, said]) => paired(check.comparisons, said.comparisons))
    .filter(([{ code }]) => code === 'wrong-opening' || code === 'replay-differs');
}

/** The changes that a bar counts, in lattice steps, by their middle: `0`, `−17`, `≥ 162`. */
export function binLabel({ from, to }: NoiseBin): string {
  if (from === null) return to === null ? '' : `≤ ${count(to)}`;
  if (to === null) return `≥ ${count(from)}`;
  return count(Math.round((from + to) / 2));
}

/** Width of a bar in lattice steps. */
export function binWidth(bins: NoiseBin[]): number {
  const bin = bins.find((one) => one.from !== null && one.to !== null);
  return bin && bin.from !== null && bin.to !== null ? bin.to - bin.from + 1 : 1;
}

/** A probability: `0.583`, `2.1e-9`. */
export function probability(p: number): string {
  return marked(p >= 0.001 ? p.toFixed(3) : p.toExponential(1));
}

/** A count that a law expects: `812.4`. */
export function expectation(n: number): string {
  return n >= 1000 ? count(Math.round(n)) : marked(n.toFixed(1));
}

/** Whether a path is an opening by its name. Only a suggestion: what it is, its content says. */
export function isOpening(path: string): boolean {
  return /\.opening$/i.test(fileName(path));
}
