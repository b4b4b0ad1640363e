// The cells of a cross-tabulation as a table: rows by columns, a third column as groups.

import type { Axis } from '../platform/types/Axis';
import type { Estimate } from '../platform/types/Estimate';

/** One row of a table: its label, and the index and estimate of each of its cells. */
export type CellRow = { label: string; cells: { index: number; estimate: Estimate | undefined }[] };

/** Rows of one bin of the third column; of two columns there is one group without a label. */
export type CellGroup = { label: string | null; rows: CellRow[] };

/** The groups of a table. Estimates go through the last column first. */
export function cellGroups(axes: Axis[], estimates: Estimate[]): CellGroup[] {
  const [rows, columns, groups] = axes;
  if (!rows || !columns) return [];
  const deep = groups?.labels.length ?? 1;
  const wide = columns.labels.length;
  const group = (g: number): CellRow[] =>
    rows.labels.map((label, r) => ({
      label,
      cells: columns.labels.map((_, c) => {
        const index = (r * wide + c) * deep + g;
        return { index, estimate: estimates[index] };
      }),
    }));
  return Array.from({ length: deep }, (_, g) => ({
    label: groups?.labels[g] ?? null,
    rows: group(g),
  }));
}

/** Name of the cell of that index: its bin in each column. */
export function cellName(axes: Axis[], index: number): string {
  const labels: string[] = [];
  let rest = index;
  for (const { labels: of } of [...axes].reverse()) {
    labels.unshift(of[rest % of.length] ?? '');
    rest = Math.floor(rest / of.length);
  }
  return labels.join(' · ');
}
