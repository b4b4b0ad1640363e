import { expect, vi } from 'vitest';

import LinkTable from '../../src/features/sell/LinkTable.svelte';
import { platform } from '../../src/platform';
import type { LinkPreview } from '../../src/platform/types/LinkPreview';
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
