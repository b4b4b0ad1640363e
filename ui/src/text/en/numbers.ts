import type { AttributeKind } from '../../platform/types/AttributeKind';
import type { Quantity } from '../../platform/types/Quantity';
import type { WidthBasis } from '../../platform/types/WidthBasis';

/** The words beside numbers. */
export const numbers = {
  nothing: 'nothing',
  nothingYet: 'nothing yet',
  in95: '(95%)',
  exact: 'exact in 95 of 100',
  /** A half-width that the answer has, that it does not exceed, or that one like the one held has. */
  basis: {
    exact: (width: string) => width,
    'at-most': (width: string) => `at most ${width}`,
    'about-rows': (width: string) => `about ${width}`,
    about: (width: string) => `about ${width}`,
  } satisfies Record<WidthBasis, (width: string) => string>,
  /** On what that rests. */
  basisWhy: {
    'about-rows': 'if the answer counts the rows stated',
    about: 'if its numbers equal those that you hold',
  } satisfies Record<Exclude<WidthBasis, 'exact' | 'at-most'>, string>,
  interval: (low: string, high: string) => `noise interval ${low} to ${high}`,
  noiseInterval:
    'Intervals are noise intervals: in 95 of 100 answers such an interval contains the exact answer on this table. It says nothing about a wider population.',
  percent: (number: string) => `${number}%`,
  justNow: 'just now',
  minutesAgo: (n: number) => `${n} min ago`,
  hoursAgo: (n: number) => `${n} h ago`,
  /** A unit, as the host names it, beside a number. */
  unit: (unit: string, number: string): string =>
    unit === 'rows' && number === '1' ? 'row' : unit,
  /** Of what an interval is, as the host names it. */
  of: (what: Quantity): string => what,
  /** A listing's kind, as the host names it. */
  kind: (kind: AttributeKind): string => kind,
};
