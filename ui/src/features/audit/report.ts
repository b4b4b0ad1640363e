// What an audit's report says, in the words of the catalogue.

import type { AuditCheck } from '../../platform/types/AuditCheck';
import type { AuditComparison } from '../../platform/types/AuditComparison';
import type { AuditFileKind } from '../../platform/types/AuditFileKind';
import type { AuditGap } from '../../platform/types/AuditGap';
import type { AuditLimit } from '../../platform/types/AuditLimit';
import type { AuditMissingBundles } from '../../platform/types/AuditMissingBundles';
import type { AuditNeeded } from '../../platform/types/AuditNeeded';
import type { AuditReport } from '../../platform/types/AuditReport';
import type { NoiseBin } from '../../platform/types/NoiseBin';
import type { NoiseTest } from '../../platform/types/NoiseTest';
import type { NoiseVerdict } from '../../platform/types/NoiseVerdict';
import { t } from '../../text';
import { count, eps, fileName, marked } from '../../lib/format';
import { fileText, numberOf } from '../../lib/side';

/** Result in one sentence; checks not made stand beside it (`gapWords`). */
export function headline(report: AuditReport): string {
  const words = t.verify.headline;
  if (report.verdict === 'wrong') return words.wrong(report.findings_total - report.newer_total);
  if (report.verdict === 'newer_version') return words.newer(report.newer_total);
  if (report.verdict === 'nothing_checked') return words.nothing;
  const { books, copies } = report;
  if (books.length === 0) {
    if (copies.length > 0) return words.copies(copies.length);
    const log = report.checks.some((check) => check.id === 'log' && check.made > 0);
    return log ? words.log : words.signatures;
  }
  const receipts = books.reduce((sum, one) => sum + one.receipts, 0);
  if (books.some((one) => !one.complete)) return words.purchases(receipts);
  const say = isPartial(report) ? words.receipts : words.everything;
  return say(receipts, books.length);
}

/** Whether the audit holds, with a file missing. */
export function isPartial({ verdict, coverage }: AuditReport): boolean {
  return verdict === 'holds' && coverage.gaps.length > 0;
}

/** Checks not made, and the file that is missing. */
export function gapWords(gap: AuditGap): string {
  return t.verify.coverage.of[gap.unchecked](gap);
}

/** The endings of the files of a kind. */
export const ENDINGS: Record<AuditNeeded, string[]> = {
  ledger: ['ledger'],
  bundles: ['bundle'],
  checkpoint: ['checkpoint', 'txt'],
  opening: ['opening'],
};

/** The checks not made, or not of everything, for want of the files that a check lacks. */
export function gapsOf(check: AuditCheck, report: AuditReport): AuditGap[] {
  const gaps = check.lacks.map((needed) =>
    report.coverage.gaps.find((gap) => gap.needed === needed),
  );
  return gaps.filter((gap) => gap !== undefined);
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

/** So many numbers of receipts stand in a sentence. */
const NUMBERS = 20;

const SEVERITY: NoiseVerdict[] = ['too-few', 'consistent', 'not-consistent'];

/** Result of all tests of the noise together; none where there was nothing to test. */
export function noiseVerdict(tests: NoiseTest[]): NoiseVerdict | undefined {
  const worst = Math.max(-1, ...tests.map((test) => SEVERITY.indexOf(test.verdict)));
  return SEVERITY[worst];
}

/** Whether a whole ledger shows that no bundle is missing that the tests are made of. */
export function isOfAll(tests: Pick<NoiseTest, 'bundles'>[]): boolean {
  return tests.every(
    ({ bundles }) => bundles.length > 0 && bundles.every((set) => set.missing === 0),
  );
}

/**
 * A verdict on the noise, never without what it does not cover: bundles that were left out could
 * have been chosen.
 */
export function noiseWords(verdict: NoiseVerdict, tests: Pick<NoiseTest, 'bundles'>[]): string {
  const said = t.verify.noise.verdict[verdict];
  return verdict === 'too-few' ? said : `${said}, ${noiseScope(tests)}`;
}

/** Of which bundles a verdict on the noise holds. */
export function noiseScope(tests: Pick<NoiseTest, 'bundles'>[]): string {
  const { ofAll, ofSome, ifNotChosen } = t.verify.noise.scope;
  if (isOfAll(tests)) return ofAll;
  return tests.every(({ bundles }) => bundles.length === 0) ? ofSome : ifNotChosen;
}

/** Bundles of a question that were given, and those that are missing. */
export function missingWords({ title, given, missing, first }: AuditMissingBundles): string {
  const words = t.verify.missing;
  if (missing === null) return words.unknown(title, given);
  if (missing === 0) return words.none(title, given);
  const shown = first.slice(0, NUMBERS).map(numberOf);
  return words.some(title, given, missing, shown.map(count).join(', '), missing - shown.length);
}

/** A limit, with the names and numbers in it; null where only the host's own words say it. */
export function limitWords(limit: AuditLimit, report: AuditReport): string | null {
  const words = t.findings.limit(limit.code);
  if (words === null) return null;
  if (limit.code === 'chosen') {
    const missing = report.missing_bundles.filter((set) => set.missing !== 0).map(missingWords);
    return [words, ...missing].join(' ');
  }
  return limit.detail === null ? words : t.findings.detail(limit.detail, eps);
}

/** Result of a check, counted. */
export function found(check: AuditCheck, report: AuditReport): string {
  const words = t.verify.detail;
  const noise = check.id === 'noise' && check.failed === 0 ? noiseVerdict(report.noise) : undefined;
  if (noise) return noiseWords(noise, report.noise);
  if (hasNoPairs(check, report)) return t.verify.noise.noPairs;
  if (check.made === 0) {
    const [needed] = check.lacks;
    return needed === undefined ? words.nothingGiven : lackWords(needed, report);
  }
  const made = t.checks.of[check.id].made(check.made);
  return check.failed === 0 ? made : words.wrongOf(check.failed, made);
}

/** Place of a finding: the file, and the place in it. */
export function place(one: { file: string; line: number | null; entry: number | null }): string {
  const words = t.verify.report;
  return [
    fileText(one.file),
    one.line === null ? '' : words.line(one.line),
    one.entry === null ? '' : words.entry(numberOf(one.entry)),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/**
 * The comparisons that a replay made: the opening against its commitments, each release against
 * data and noise.
 */
export function replayed(report: AuditReport): AuditComparison[] {
  return report.checks
    .flatMap((check) => check.comparisons)
    .filter((one) => one.code === 'wrong-opening' || one.code === 'replay-differs');
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
