import type { CumulativePoint } from "./CumulativePoint";
import type { Estimate } from "./Estimate";
export type RangeEstimate = { low: string, high: string, bins: number, rows: Estimate, share: Estimate | null, };
export type QuantileEstimate = { share: string, value: Estimate | null, };
export type RangesView = { title: string, column: string, level: number, unit: string, edges: Array<string>, ranges: Array<RangeEstimate>, quantiles: Array<QuantileEstimate>, interquartile_range: Estimate | null, curve: Array<CumulativePoint>, };
