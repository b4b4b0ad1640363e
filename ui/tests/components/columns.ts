// The form of several columns, with a host that answers as it should.

import { vi } from 'vitest';

import ListColumns from '../../src/features/sell/ListColumns.svelte';
import { shell } from '../../src/lib/shell.svelte';
import { platform } from '../../src/platform';
import type { BatchFault } from '../../src/platform/types/BatchFault';
import type { BatchRowForm } from '../../src/platform/types/BatchRowForm';
import type { ErrorView } from '../../src/platform/types/ErrorView';
import type { HomeView } from '../../src/platform/types/HomeView';
import { show } from './support.svelte';

export const column = (name: string, values: string[] = []) => ({
  ...{ name, column_type: 'number', values, empty: 0, not_conforming: 0 },
});
export const held = {
  ...{ name: 'people', state: 'held', population: 'people', person_column: null },
  ...{ unit_parts: { of: 'row' }, columns: [column('age'), column('income')] },
} as never;
export const row = (name: string, over: Partial<BatchRowForm> = {}): BatchRowForm => ({
  ...{ take: true, column: name, title: name, kind: 'mean', low: '0', high: '99', step: '' },
  ...{ unit: '', binWay: 'values', bins: [], edges: [], blocks: '', value: '', ...over },
  ...{ ceiling: '', factor: '', publicRows: '' },
});

/** Whether the host would mark a number: it may be meant with thousands. */
export const isGrouped = (text: string) => /^[1-9]\d{0,2}[.,]\d{3}$/.test(text);

/** The host marks the fields of several columns whose texts may be meant with thousands. */
function marksGrouped(): void {
  vi.spyOn(platform, 'readListings').mockImplementation(({ rows, tariff }) => {
    const fault = { is: 'number', fault: 'grouped' } as const;
    const mark = (row: number | null, field: BatchFault['at']['field'], texts: string[]) =>
      texts.some(isGrouped) ? [{ row, at: { field, row: null, fault } }] : [];
    const faults = rows.flatMap((row, i) =>
      row.take
        ? [
            ...(row.kind === 'mean' ? mark(i, 'high', [row.high]) : []),
            ...(row.kind === 'histogram' ? mark(i, 'bins', row.edges) : []),
            ...mark(i, 'factor', [row.factor]),
          ]
        : [],
    );
    const prices = tariff.map(({ price }) => price);
    return Promise.resolve({ faults: [...mark(null, 'tariff', prices), ...faults] });
  });
}

let homes = 0;
const NO_PRICE: ErrorView = { code: 'tariff', message: 'No price.', hints: [] };

/** The form with these rows; what it signs is to be mocked. */
export function table(rows: BatchRowForm[], problem: ErrorView | null = NO_PRICE) {
  // What was typed in another home does not come back here.
  shell.home = { dir: `/home ${(homes += 1)}` } as HomeView;
  vi.spyOn(platform, 'datasets').mockResolvedValue([held]);
  vi.spyOn(platform, 'codebooks').mockResolvedValue([]);
  vi.spyOn(platform, 'myListings').mockResolvedValue([]);
  vi.spyOn(platform, 'proposeListings').mockResolvedValue({ rows, misfits: [] });
  marksGrouped();
  const fine = rows.map(() => ({
    ...{
      problem: null,
      levels: [],
      at_ceiling: [],
      undeclared_bins: [],
      undeclared_value: null,
      listed_before: [],
    },
    ...{ ceiling: null, price_at_ceiling: null, reckoned_rows: null },
  }));
  const budget = { population: 'people', listings: [], open: [], trials: [] };
  vi.spyOn(platform, 'previewListings').mockImplementation(() =>
    Promise.resolve({
      rows: fine,
      taken: rows.length,
      budget,
      problem,
    } as never),
  );
  const create = vi.spyOn(platform, 'createListings');
  return { create, ...show(ListColumns, { asked: 'people' }, 900) };
}
