import { expect, vi } from 'vitest';

import Dataset from '../../src/features/sell/Dataset.svelte';
import LinkTable from '../../src/features/sell/LinkTable.svelte';
import { platform } from '../../src/platform';
import type { DatasetView } from '../../src/platform/types/DatasetView';
import type { LinkPreview } from '../../src/platform/types/LinkPreview';
import { t } from '../../src/text';
import { inLanguages, show } from './support.svelte';

const visits: LinkPreview = {
  table: '"visits"',
  columns: [
    { name: 'sex', stored: 'bigint', declared: { name: 'sex', type: 'number', decimals: 0 } },
  ],
  ...{ types: 'sex:number', writable: false, grants: [], suggested_name: 'visits' },
};

/** Shows the form after a table of a Spark server was looked at. */
async function lookedAt() {
  vi.spyOn(platform, 'populations').mockResolvedValue([]);
  vi.spyOn(platform, 'engines').mockResolvedValue([]);
  const reached = {
    engine: 'spark',
    database: 'host',
    driver: '/driver.so',
    confined: true,
  } as const;
  vi.spyOn(platform, 'exploreDatabase').mockResolvedValue({ ...reached, tables: null });
  vi.spyOn(platform, 'previewLink').mockResolvedValue(visits);
  const shown = show(LinkTable, {}, 900);
  await shown.see('link-engine').selectOptions('spark');
  await shown.see('link-address').fill('sc://host:50051');
  await shown.see('link-connect').click();
  await shown.see('link-table').fill('visits');
  await shown.see('link-look').click();
  await expect.element(shown.see('link-columns')).toBeVisible();
  return shown;
}

inLanguages('a table is stored as it was looked at', async () => {
  const { see, count } = await lookedAt();
  await see('link-table').fill('people');
  expect(count('link-columns')).toBe(0);
  await see('link-look').click();
  await expect.element(see('link-columns')).toBeVisible();
  await see('link-address').fill('sc://other:50051');
  expect(count('link-table') + count('link-columns')).toBe(0);
});

inLanguages('what was answered of one table is asked again of another', async () => {
  const { see, count, value } = await lookedAt();
  const link = vi
    .spyOn(platform, 'linkDataset')
    .mockRejectedValue({ code: 'repeated-ids', message: 'Ids repeat.', hints: [] });
  const answer = async () => {
    await see('import-whose-new').click();
    await see('import-one-person').click();
    await see('import-cap').fill('8');
    await see('import-unit-row').click();
  };
  await answer();
  await see('link-confirm').click();
  await see('import-each-differs').click();
  await see('link-name').fill('my visits');
  await see('link-table').fill('people');
  await see('link-look').click();
  await expect.element(see('link-columns')).toBeVisible();
  for (const answered of ['import-whose-new', 'import-unit-row'])
    await expect.element(see(answered)).not.toBeChecked();
  expect(value('link-name')).toBe('visits');
  await see('link-confirm').click();
  expect(link).toHaveBeenCalledOnce();
  await answer();
  expect(value('import-cap')).toBe('8');
  expect(count('import-repeated')).toBe(0);
  await see('link-confirm').click();
  expect(link).toHaveBeenCalledTimes(2);
  expect(link.mock.lastCall?.[1].each_row_differs).toBe(false);
});

inLanguages('a chosen table is looked at again after its address was corrected', async () => {
  vi.spyOn(platform, 'populations').mockResolvedValue([]);
  vi.spyOn(platform, 'engines').mockResolvedValue([]);
  const reached = {
    engine: 'postgresql',
    database: 'h/d',
    driver: '/d.so',
    confined: true,
  } as const;
  const explore = vi
    .spyOn(platform, 'exploreDatabase')
    .mockResolvedValue({ ...reached, tables: ['public.people', 'public.visits'] });
  const look = vi.spyOn(platform, 'previewLink').mockResolvedValue(visits);
  const { see, count, value } = show(LinkTable, {}, 900);
  await see('link-address').fill('postgresql://root@h/d');
  await see('link-connect').click();
  await see('link-table').selectOptions('public.visits');
  await expect.element(see('link-columns')).toBeVisible();
  await see('link-address').fill('postgresql://reader@h/d');
  await see('link-connect').click();
  await expect.element(see('link-columns')).toBeVisible();
  expect(look.mock.lastCall?.[1]).toBe('public.visits');
  // An error leaves the way to try again.
  look.mockRejectedValueOnce({ code: 'engine', message: 'The server is away.', hints: [] });
  await see('link-table').selectOptions('public.people');
  await see('link-look').click();
  await expect.element(see('link-columns')).toBeVisible();
  explore.mockResolvedValue({ ...reached, tables: ['public.visits'] });
  await see('link-connect').click();
  await expect.element(see('link-table')).toBeVisible();
  await expect.poll(() => value('link-table')).toBe('');
  expect(count('link-columns')).toBe(0);
});

inLanguages('a driver that was not chosen is an error of its field', async () => {
  vi.spyOn(platform, 'populations').mockResolvedValue([]);
  vi.spyOn(platform, 'engines').mockResolvedValue([]);
  const problem = { code: 'path-not-chosen', message: 'Not chosen.', hints: [], of: 'driver' };
  vi.spyOn(platform, 'exploreDatabase').mockRejectedValue(problem);
  const { see } = show(LinkTable, {}, 900);
  await see('link-address').fill('postgresql://h/d');
  await see('link-driver').fill('/d.so');
  await see('link-connect').click();
  await expect.element(see('link-driver')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(see('link-address')).not.toHaveAttribute('aria-invalid', 'true');
});

const linked = {
  ...{ name: 'visits', state: 'held', population: 'people', rows: 0, link_problem: null },
  link: {
    ...{ engine: 'spark', database: 'host', table: 'visits', driver: '/d.so', writable: false },
  },
  ...{ columns: [], privacy_unit: 'row', unit_parts: { unit: 'row', of: 'person' } },
  ...{ person_column: null, rows_per_unit: 1, adjacency: 'replace', listings: 0 },
  ...{ cap_micro_epsilon: 8_000_000, cap_nano_rho: 0, loss_micro_epsilon: 0, loss_nano_rho: 0 },
  ...{ kind: null, form: null, rows_without_person: 0, short_rows: 0 },
  ...{ imported_at: '2026-11-21T12:00:00Z', ended_at: null },
} as unknown as DatasetView;

inLanguages('closing the form of another address stops it', async () => {
  vi.spyOn(platform, 'engines').mockResolvedValue([]);
  vi.spyOn(platform, 'myListings').mockResolvedValue([]);
  vi.spyOn(platform, 'dataset').mockResolvedValue(linked);
  vi.spyOn(platform, 'relinkDataset').mockImplementation(() => new Promise(() => undefined));
  const stop = vi.spyOn(platform, 'stopWork').mockResolvedValue(true);
  const { see } = show(Dataset, { name: 'visits' }, 900);
  await see('dataset-relink').click();
  await see('link-address').fill('sc://other');
  await see('relink-confirm').click();
  await see('dataset-relink').click();
  expect(stop).toHaveBeenCalledOnce();
});

inLanguages('a dataset whose link is damaged is shown with its problem', async () => {
  vi.spyOn(platform, 'myListings').mockResolvedValue([]);
  const link_problem = { code: 'home-damaged', message: 'The file is missing.', hints: [] };
  const damaged = { ...linked, link: null, link_problem } as DatasetView;
  vi.spyOn(platform, 'dataset').mockResolvedValue(damaged);
  const { see, count } = show(Dataset, { name: 'visits' }, 900);
  await expect.element(see('error-note')).toHaveTextContent('The file is missing.');
  await expect.element(see('dataset-remove')).toBeVisible();
  expect(count('dataset-relink')).toBe(0);
});

inLanguages('declared decimals of a column are shown', async () => {
  vi.spyOn(platform, 'engines').mockResolvedValue([]);
  vi.spyOn(platform, 'myListings').mockResolvedValue([]);
  const fee = { name: 'fee', column_type: 'number', values: [], empty: 0, not_conforming: 0 };
  const columns = [{ ...fee, decimals: 2 }];
  vi.spyOn(platform, 'dataset').mockResolvedValue({ ...linked, columns } as DatasetView);
  const { see } = show(Dataset, { name: 'visits' }, 900);
  await expect
    .element(see('dataset-type-fee'))
    .toHaveTextContent(`${t.datasets.types.number}, ${t.datasets.decimals(2)}`);
});
