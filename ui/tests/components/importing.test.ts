import { afterEach, describe, expect, it, vi } from 'vitest';

import ImportTypes from '../../src/features/sell/ImportTypes.svelte';
import type { Settled } from '../../src/features/sell/importing';
import { platform } from '../../src/platform';
import type { CsvPreview } from '../../src/platform/types/CsvPreview';
import type { SeenValues } from '../../src/platform/types/SeenValues';
import { live, show } from './support.svelte';

afterEach(() => vi.restoreAllMocks());

describe('values that are proposed from the data', () => {
  it('come beside those that were typed, and leave the types as they were settled', async () => {
    vi.spyOn(platform, 'seenValues').mockResolvedValue({
      values: ['Ulm', 'Kiel'],
    } as unknown as SeenValues);
    const column = { name: 'town', column_type: 'text', empty: 0, not_numbers: 0, with_comma: 0 };
    const preview = { file: 'towns.csv', columns: [column] } as unknown as CsvPreview;
    const columns: Settled[] = live([{ name: 'town', type: 'text', values: 'Bonn\nUlm' }]);
    const { see } = show(ImportTypes, { preview, readWith: null, columns, settled: true });
    (see('import-values-part').element() as HTMLDetailsElement).open = true;
    await see('import-values-column').selectOptions('town');
    await see('import-values-propose').click();
    await expect.element(see('import-values')).toHaveValue('Bonn\nUlm\nKiel');
    await expect.element(see('import-settled')).toBeChecked();
    await see('import-values').fill('Bonn');
    await expect.element(see('import-settled')).toBeChecked();
    // Another type has not been looked at.
    await see('import-type-town').selectOptions('number');
    await expect.element(see('import-settled')).not.toBeChecked();
  });
});
