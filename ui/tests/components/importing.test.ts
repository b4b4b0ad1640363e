import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import Import from '../../src/features/sell/Import.svelte';
import ImportTypes from '../../src/features/sell/ImportTypes.svelte';
import ImportPreview from '../../src/features/sell/ImportPreview.svelte';
import ImportUnits, { OF_THE_ROWS } from '../../src/features/sell/ImportUnits.svelte';
import { formOf, unasked, type Settled } from '../../src/features/sell/importing';
import { shell } from '../../src/lib/shell.svelte';
import { place } from '../../src/lib/error';
import { platform } from '../../src/platform';
import type { CsvPreview } from '../../src/platform/types/CsvPreview';
import type { SeenValues } from '../../src/platform/types/SeenValues';
import { t } from '../../src/text';
import { eventually, faults, inLanguages, live, show } from './support.svelte';

const plain = {
  ...{ first_not_numbers: [], reasons: [], with_comma: 0, with_point: 0, with_percent: 0 },
  rewritten: 0,
  ...{ day_order: null, days: [] },
};
const written: Pick<
  CsvPreview,
  | ('proposed_delimiter' | 'quotes' | 'proposed_quotes' | 'short_rows' | 'first_short_row')
  | ('rows_over_lines' | 'first_row_over_lines' | 'repeated_ids')
  | ('form' | 'proposed' | 'lines_above' | 'lines_below' | 'nameless')
  | ('encoding' | 'proposed_encoding' | 'first_not_ascii')
  | ('kind' | 'sheet' | 'sheets')
> = {
  ...{ form: formOf({}, null), proposed: formOf({}, null) },
  ...{ kind: 'csv', sheet: null, sheets: [] },
  ...{ lines_above: [], lines_below: [], nameless: [] },
  ...{ encoding: 'utf-8', proposed_encoding: 'utf-8', first_not_ascii: [] },
  ...{ proposed_delimiter: ';', quotes: 'double', proposed_quotes: 'double', short_rows: 0 },
  ...{ first_short_row: null, rows_over_lines: 0, first_row_over_lines: null, repeated_ids: [] },
};

describe('a file with decimal commas', () => {
  const hours = { name: 'hours', column_type: 'number', empty: 1, not_numbers: 1, with_point: 2 };
  const cell = { line: 17, text: '6,5x', reason: { kind: 'no-number' } };
  const asRead = {
    file: 'hours.csv',
    ...written,
    delimiter: ';',
    decimal: 'comma',
    proposed_decimal: 'comma',
    percent: false,
    rows: 40,
    columns: [{ ...plain, ...hours, with_percent: 3, first_not_numbers: [cell] }],
    sample: [['6,5']],
    short_rows: 2,
    first_short_row: 9,
    rows_over_lines: 1,
    first_row_over_lines: 4,
  } as unknown as CsvPreview;
  const columns: Settled[] = [{ name: 'hours', type: 'number', dayOrder: null, values: '' }];

  inLanguages('says with a comma which numbers are the same', () => {
    for (const [decimal, number] of [
      ['comma', '7,0'],
      ['point', '7.0'],
    ] as const) {
      const preview = { ...asRead, decimal };
      const { see } = show(ImportTypes, {
        preview,
        readWith: formOf({}, null),
        columns,
        settled: false,
      });
      expect(see('import-missing-means').element().textContent).toContain(number);
    }
    return Promise.resolve();
  });

  inLanguages('says how it was read, and is read in another way where that is chosen', async () => {
    const chosen: unknown[] = [];
    const { see, container } = show(ImportPreview, {
      preview: asRead,
      columns,
      onform: (form) => chosen.push(form),
    });
    await expect.element(see('import-separator')).toHaveValue(';');
    await expect.element(see('import-decimal')).toHaveValue('comma');
    await expect.element(see('import-percent')).not.toBeChecked();
    (see('import-more').element() as HTMLDetailsElement).open = true;
    expect(await faults(container)).toEqual([]);
    await see('import-separator').selectOptions(',');
    await see('import-decimal').selectOptions('point');
    await see('import-percent').click();
    await expect.element(see('import-quotes')).toHaveValue('double');
    await see('import-quotes').selectOptions('none');
    expect(chosen).toEqual([
      { separator: ',' },
      { decimal: 'point' },
      { percent: true },
      { quotes: 'none' },
    ]);
    // Short rows and rows over several lines are shown with their line.
    await expect.element(see('import-short-rows')).toHaveTextContent('9');
    await expect.element(see('import-over-lines')).toHaveTextContent('4');
  });

  inLanguages('declares numbers, lines and columns, and shows what is left out', async () => {
    const chosen: unknown[] = [];
    const preview: CsvPreview = {
      ...asRead,
      form: formOf({ decimal: 'comma', grouping: 'any', first_line: 3, ignored: ['note'] }, null),
      lines_above: ['Title', ''],
      lines_below: ['Source: us'],
      nameless: ['column 1'],
    };
    const { see, container } = show(ImportPreview, {
      preview,
      columns,
      onform: (form) => chosen.push(form),
    });
    await expect.element(see('import-more')).toHaveAttribute('open');
    await expect.element(see('import-thousands')).toHaveValue('any');
    await expect.element(see('import-first-line')).toHaveValue('3');
    await expect.element(see('import-lines-above-shown')).toHaveTextContent('Title');
    await expect.element(see('import-lines-below-shown')).toHaveTextContent('Source: us');
    await expect.element(see('import-nameless')).toHaveTextContent('column 1');
    await expect.element(see('import-ignored')).toHaveTextContent('note');
    expect(await faults(container)).toEqual([]);
    await see('import-thousands').selectOptions('space');
    await see('import-sign-plus').click();
    await see('import-leading-zeros').click();
    await see('import-trailing').click();
    await see('import-ignore').selectOptions('hours');
    for (const [field, typed] of [
      ['import-currency', '€, EUR, 1.5'],
      ['import-first-line', '4'],
      ['import-header-rows', '2'],
      ['import-lines-below', '1'],
      // No line has this number.
      ['import-first-line', '0'],
    ] as const) {
      await userEvent.fill(see(field), typed);
      await userEvent.tab();
    }
    await expect.element(see('import-no-currency')).toHaveTextContent('1.5');
    await see('import-ignored').getByRole('button').click();
    const none = { dash: false, trailing: false, brackets: false };
    expect(chosen).toEqual([
      { grouping: 'space' },
      { signs: { ...none, plus: true } },
      { leading_zeros: true },
      { trailing_separators: true },
      { ignored: ['note', 'hours'] },
      { currency: ['€', 'EUR'] },
      { first_line: 4 },
      { header_rows: 2 },
      { lines_below: 1 },
      { ignored: [] },
    ]);
  });

  inLanguages('names line, column and text of what is no number', async () => {
    const { see, count, container } = show(ImportTypes, {
      preview: asRead,
      readWith: formOf({}, null),
      columns: live(structuredClone(columns)),
      settled: false,
    });
    for (const part of ['17', 'hours', '6,5x']) {
      await expect.element(see('import-unread')).toHaveTextContent(part);
    }
    await expect.element(see('import-point')).toHaveTextContent('1.234');
    expect(await faults(container)).toEqual([]);
    // As text it is one.
    await see('import-type-hours').selectOptions('text');
    expect(count('import-unread')).toBe(0);
  });
});

describe('a workbook', () => {
  const asRead = {
    ...written,
    ...{ file: 'people.xlsx', kind: 'xlsx', sheet: 'People', sheets: ['Notes', 'People'] },
    ...{ delimiter: ',', decimal: 'point', proposed_decimal: 'point', percent: false, rows: 2 },
    columns: [{ ...plain, name: 'age', column_type: 'number', empty: 0, not_numbers: 0 }],
    sample: [['36']],
  } as unknown as CsvPreview;
  const columns: Settled[] = [{ name: 'age', type: 'number', dayOrder: null, values: '' }];
  const OF_CSV = ['import-separator', 'import-decimal', 'import-quotes', 'import-encoding'];

  inLanguages('says its kind, has a choice of sheet, and nothing that only CSV has', async () => {
    const chosen: unknown[] = [];
    const { see, count, container } = show(ImportPreview, {
      preview: asRead,
      columns,
      onform: (form) => chosen.push(form),
    });
    await expect.element(see('import-kind')).toHaveTextContent('xlsx');
    await expect.element(see('import-sheet')).toHaveValue('People');
    for (const part of [...OF_CSV, 'import-trailing']) expect(count(part), part).toBe(0);
    expect(count('import-first-line')).toBe(1);
    (see('import-more').element() as HTMLDetailsElement).open = true;
    expect(await faults(container)).toEqual([]);
    await see('import-sheet').selectOptions('Notes');
    expect(chosen).toEqual([{ sheet: 'Notes' }]);
  });

  inLanguages('has neither lines nor sheets if it is a Parquet file', async () => {
    const { see, count } = show(ImportPreview, {
      preview: { ...asRead, kind: 'parquet', sheet: null, sheets: [] },
      columns,
      onform: () => undefined,
    });
    await expect.element(see('import-kind')).toHaveTextContent('Parquet');
    for (const part of [...OF_CSV, 'import-sheet', 'import-first-line', 'import-lines-below']) {
      expect(count(part), part).toBe(0);
    }
  });

  inLanguages('is read again once its sheet is chosen', async () => {
    vi.spyOn(platform, 'populations').mockResolvedValue([]);
    vi.spyOn(platform, 'offeredCaps').mockResolvedValue([]);
    const fault = { is: 'sheet', stated: null, sheets: asRead.sheets } as const;
    const at = { part: 'query', fault } as const;
    vi.spyOn(platform, 'previewCsv').mockImplementation((_, form) =>
      form.sheet === 'People'
        ? Promise.resolve({ ...asRead, suggested_name: 'people', types: '', header_like_data: [] })
        : Promise.reject({ code: 'sheet', message: 'no sheet', hints: [], at }),
    );
    const { see, count, container } = show(Import, {}, 900);
    shell.dropped(['/people.xlsx']);
    await expect.element(see('import-choose-sheet')).toBeVisible();
    expect(await faults(container)).toEqual([]);
    await see('import-choose-sheet').selectOptions('People');
    await expect.element(see('import-sheet')).toHaveValue('People');
    expect(count('import-choose-sheet')).toBe(0);
  });
});

describe('rows that are declared to be different units', () => {
  it('are confirmed again for another reading, and all is asked again for another sheet', async () => {
    vi.spyOn(platform, 'populations').mockResolvedValue([]);
    vi.spyOn(platform, 'offeredCaps').mockResolvedValue([]);
    const id = { ...plain, name: 'id', column_type: 'text', empty: 0, not_numbers: 2 } as const;
    vi.spyOn(platform, 'previewCsv').mockImplementation((file, form) =>
      Promise.resolve({
        ...{ ...written, file, kind: 'xlsx', sheet: form.sheet ?? 'People' },
        ...{ sheets: ['People', 'Visits'], suggested_name: form.sheet ?? 'People' },
        ...{ delimiter: ',', decimal: 'point', proposed_decimal: 'point', percent: false },
        ...{ rows: 2, types: '', header_like_data: [], sample: [], columns: [id] },
        repeated_ids: [{ column: 'id', most: 12 }],
      } satisfies CsvPreview),
    );
    const { see, value } = show(Import, {}, 900);
    await userEvent.fill(see('import-file'), '/people.xlsx');
    await userEvent.click(see('import-preview'));
    await userEvent.click(see('import-whose-new'));
    await userEvent.click(see('import-unit-row'));
    await userEvent.click(see('import-each-differs'));
    await userEvent.click(see('import-preview'));
    await expect.element(see('import-each-differs')).not.toBeChecked();
    await expect.element(see('import-unit-row')).toBeChecked();

    await userEvent.click(see('import-each-differs'));
    await userEvent.selectOptions(see('import-sheet'), 'Visits');
    await expect.element(see('import-name')).toHaveValue('Visits');
    await expect.element(see('import-whose-new')).not.toBeChecked();
    await expect.element(see('import-unit-row')).not.toBeChecked();
    expect(value('import-file')).toBe('/people.xlsx');
  });

  inLanguages('are confirmed where ids repeat', async () => {
    const asked = live({ ...unasked(), rows: 'each' as const });
    const { see, count, container } = show(ImportUnits, {
      asked,
      columns: [{ name: 'patient_id', type: 'text', dayOrder: null, values: '' }],
      unit: 'patient',
      counted: { value: undefined, error: null, busy: false } as never,
      repeated: [{ column: 'patient_id', most: 12 }],
      wrong: place([], OF_THE_ROWS),
    });
    await expect.element(see('import-repeated')).toHaveTextContent('patient_id');
    await expect.element(see('import-repeated')).toHaveTextContent('12');
    expect(await faults(container)).toEqual([]);
    await see('import-each-differs').click();
    await expect.element(see('import-each-differs')).toBeChecked();
    await see('import-unit-person').click();
    expect(count('import-repeated')).toBe(0);
  });
});

describe('values that are proposed from the data', () => {
  it('come beside those that were typed, and leave the types as they were settled', async () => {
    vi.spyOn(platform, 'seenValues').mockResolvedValue({
      values: ['Ulm', 'Kiel'],
    } as unknown as SeenValues);
    const column = { name: 'town', column_type: 'text', empty: 0, not_numbers: 0 };
    const preview = { file: 'towns.csv', columns: [{ ...plain, ...column }] };
    const columns: Settled[] = live([
      { name: 'town', type: 'text', dayOrder: null, values: 'Bonn\nUlm' },
    ]);
    const { see } = show(ImportTypes, {
      preview: preview as unknown as CsvPreview,
      readWith: formOf({}, null),
      columns,
      settled: true,
    });
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

describe('a column of dates', () => {
  const first = (line: number) => [{ line, text: 'never' }];
  const born = {
    ...{ ...plain, name: 'born', column_type: 'date', empty: 0, not_numbers: 9 },
    day_order: 'day-month-year',
    days: [
      { order: 'year-month-day', not_days: 9, first_not_days: first(3) },
      { order: 'day-month-year', not_days: 1, first_not_days: first(7) },
      { order: 'month-day-year', not_days: 5, first_not_days: first(5) },
    ],
  };
  const preview = { file: 'people.csv', rows: 9, columns: [born] } as unknown as CsvPreview;

  inLanguages('shows what would be missing in the order that is chosen', async () => {
    const columns: Settled[] = live([
      { name: 'born', type: 'date', dayOrder: 'day-month-year', values: '' },
    ]);
    const { see, count, container } = show(ImportTypes, {
      ...{ preview, readWith: formOf({}, null), columns, settled: true },
    });
    const cell = () => container.querySelector('td:last-child')?.textContent.trim();
    expect(cell()).toBe('1');
    expect(see('import-not-dates').element().textContent).toContain('7');
    await see('import-type-born').selectOptions('month-day-year');
    expect(columns[0]).toMatchObject({ type: 'date', dayOrder: 'month-day-year' });
    expect(cell()).toBe('5');
    await expect.element(see('import-settled')).not.toBeChecked();
    await see('import-type-born').selectOptions('text');
    expect(columns[0]).toMatchObject({ type: 'text', dayOrder: null });
    expect(count('import-not-dates')).toBe(0);
    expect(await faults(container)).toEqual([]);
  });
});

describe('a table whose header is said to be another one', () => {
  inLanguages('is read again before it is stored', async () => {
    vi.spyOn(platform, 'populations').mockResolvedValue([]);
    vi.spyOn(platform, 'offeredCaps').mockResolvedValue([]);
    const town = { ...plain, name: 'town', column_type: 'text', empty: 0, not_numbers: 9 } as const;
    vi.spyOn(platform, 'previewCsv').mockImplementation((file, form) =>
      Promise.resolve({
        ...{ ...written, file, form, suggested_name: 'towns', delimiter: ',', decimal: 'point' },
        ...{ proposed_decimal: 'point', percent: false, rows: 9, types: '', sample: [] },
        ...{ header_like_data: ['Ulm'], columns: [town] },
      } satisfies CsvPreview),
    );
    const busy = { code: 'busy', message: 'Another program writes.', hints: [] };
    const store = vi.spyOn(platform, 'importDataset').mockRejectedValue(busy);
    const { see, count, container } = show(Import, {}, 900);
    await userEvent.fill(see('import-file'), '/towns.csv');
    await userEvent.click(see('import-preview'));
    await userEvent.click(see('import-whose-new'));
    await userEvent.click(see('import-one-person'));
    await userEvent.fill(see('import-cap'), '8');
    await userEvent.click(see('import-unit-row'));
    await userEvent.click(see('import-settled'));

    await userEvent.click(see('import-no-header'));
    await userEvent.fill(see('import-names'), 'town');
    await expect.element(see('import-settled')).not.toBeChecked();
    await userEvent.click(see('import-settled'));
    await userEvent.click(see('import-confirm'));
    await expect.element(see('import-names')).toHaveFocus();
    await expect.element(see('error-note')).toHaveTextContent(t.importing.readAgain);
    expect(store).not.toHaveBeenCalled();
    expect(await faults(container)).toEqual([]);

    await userEvent.click(see('import-preview'));
    await eventually(() => expect(count('error-note')).toBe(0));
    await userEvent.click(see('import-settled'));
    // Another file is not read yet either.
    await userEvent.fill(see('import-file'), '/farms.csv');
    await userEvent.click(see('import-confirm'));
    await expect.element(see('error-note')).toHaveTextContent(t.importing.readAgain);
    expect(store).not.toHaveBeenCalled();
    await userEvent.fill(see('import-file'), '/towns.csv');
    await userEvent.click(see('import-confirm'));
    await eventually(() => expect(store).toHaveBeenCalledOnce());
    expect(store.mock.calls[0]?.[1].form.columns).toEqual(['town']);
  });
});

describe('a table that is dropped onto an import', () => {
  const read = (file: string) =>
    ({
      ...{ file, suggested_name: file.slice(1, -4), delimiter: ',', decimal: 'point', rows: 9 },
      ...{ proposed_decimal: 'point', percent: false, types: '', header_like_data: [], sample: [] },
      ...written,
      columns: [{ ...plain, name: 'town', column_type: 'text', empty: 0, not_numbers: 9 }],
    }) satisfies CsvPreview;

  inLanguages('takes its place, and asks first where something is filled in', async () => {
    vi.spyOn(platform, 'populations').mockResolvedValue([]);
    vi.spyOn(platform, 'offeredCaps').mockResolvedValue([]);
    vi.spyOn(platform, 'previewCsv').mockImplementation((path) => Promise.resolve(read(path)));
    const { see, value, container } = show(Import, {}, 900);
    const drop = async (file: string, name: string) => {
      shell.dropped([file]);
      await expect.element(see('import-name')).toHaveValue(name);
    };
    await drop('/people.csv', 'people');
    // Nothing is filled in yet.
    await drop('/towns.csv', 'towns');
    await userEvent.click(see('import-settled'));
    await userEvent.fill(see('import-name'), 'all towns');

    // The same file is only looked at again.
    await drop('/towns.csv', 'all towns');
    await userEvent.click(see('import-settled'));
    shell.dropped(['/farms.csv']);
    await expect.element(see('import-instead-cancel')).toHaveFocus();
    const dialog = container.querySelector('dialog[open]');
    for (const name of ['farms.csv', 'towns.csv']) expect(dialog?.textContent).toContain(name);
    expect(await faults(dialog ?? container)).toEqual([]);
    await userEvent.click(see('import-instead-cancel'));
    expect([value('import-file'), value('import-name')]).toEqual(['/towns.csv', 'all towns']);
    await expect.element(see('import-settled')).toBeChecked();

    shell.dropped(['/farms.csv']);
    await userEvent.click(see('import-instead-confirm'));
    await expect.element(see('import-name')).toHaveValue('farms');
    expect(value('import-file')).toBe('/farms.csv');
    await expect.element(see('import-settled')).not.toBeChecked();
  });
});
