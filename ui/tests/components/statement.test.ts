import { expect, vi } from 'vitest';

import StatementImport from '../../src/features/sell/StatementImport.svelte';
import { shell } from '../../src/lib/shell.svelte';
import { platform } from '../../src/platform';
import type { CsvColumns } from '../../src/platform/types/CsvColumns';
import type { StatementLook } from '../../src/platform/types/StatementLook';
import { t } from '../../src/text';
import { eventually, faults, inLanguages, overflows, show } from './support.svelte';

const LINES = ['Konto;Giro', 'Zeitraum;November', '', 'Tag;Zweck;Betrag', '20.11.2026;x;5,00'];

const proposed = (day: string): CsvColumns => ({
  iban: '',
  day,
  day_order: 'day-month-year',
  amount: '',
  decimal: 'comma',
  debit: null,
  direction: null,
  came: null,
  went: null,
  currency: null,
  currency_column: null,
  text: [],
  party: null,
  status: null,
  booked: null,
  encoding: null,
});

/** The file as the host reads it below a line; the line proposed is the fourth. */
function look(header: number | null): StatementLook {
  const line = header ?? 4;
  const names = (LINES[line - 1] ?? '').split(';');
  return {
    csv: {
      header: line,
      encoding: 'utf-8',
      columns: names.map((name) => ({ name, examples: [] })),
      lines: LINES,
    },
    banks: [],
    bank: null,
    proposed: proposed(line === 4 ? 'Tag' : ''),
  };
}

inLanguages('rows that other columns gave are not shown in the place of an error', async () => {
  const seen = look(null);
  const columns = { amount: 'Betrag', currency: 'EUR', text: ['Zweck'] };
  vi.spyOn(platform, 'lookAtStatement').mockResolvedValue({
    ...seen,
    proposed: { ...proposed('Tag'), ...columns },
  });
  vi.spyOn(platform, 'previewStatement')
    .mockResolvedValueOnce({
      rows: [],
      booked: 7,
      not_booked: 0,
      unreadable: 0,
      unreadable_rows: [],
    })
    .mockRejectedValue({ code: 'statement', message: 'No amounts.', hints: [] });
  const { see, count } = show(StatementImport, {});
  await see('statement-file').fill('/bank.csv');
  await see('statement-read').click();
  await see('bank-iban').fill('DE75512108001245126199');
  await expect.element(see('bank-preview-sum')).toHaveTextContent('7');
  await see('bank-decimal').selectOptions('point');
  await expect.element(see('bank-columns')).toHaveTextContent('No amounts.');
  expect(count('bank-preview')).toBe(0);
});

inLanguages(
  'the line with the names of the columns is proposed, and another is picked',
  async () => {
    vi.spyOn(platform, 'previewStatement').mockRejectedValue(new Error());
    const asked = vi
      .spyOn(platform, 'lookAtStatement')
      .mockImplementation((_, header) =>
        header === 2
          ? Promise.reject({ code: 'statement', message: 'No columns.', hints: [] })
          : Promise.resolve(look(header)),
      );
    const { see, count, value, container } = show(StatementImport, {}, 420);
    await see('statement-file').fill('/bank.csv');
    await see('statement-read').click();
    const legend = see('bank-header');
    await expect.element(legend).toHaveTextContent(t.payments.headerLine);
    // The empty line is none to pick; the others are shown with their numbers.
    expect(count('bank-header-line')).toBe(4);
    await expect.element(legend).toHaveTextContent(t.payments.line(4, 'Tag;Zweck;Betrag'));
    await expect.element(see('bank-header-line', 2)).toBeChecked();
    expect(value('bank-day')).toBe('Tag');
    expect(overflows(container)).toBe(false);
    expect(await faults(container)).toEqual([]);

    // A line without names: what is wrong stands beside it, and nothing is imported by it.
    await see('bank-name').fill('Harbour');
    await see('bank-header-line', 1).click();
    await expect.element(legend).toHaveTextContent(t.payments.noHeader(2));
    expect(count('bank-columns')).toBe(0);
    await expect.element(see('statement-import')).toBeDisabled();

    await see('bank-header-line', 0).click();
    await expect.element(see('bank-columns')).toBeVisible();
    expect(asked.mock.calls.map(([, header]) => header)).toEqual([null, 2, 1]);
    expect(value('bank-name')).toBe('Harbour');
    expect(value('bank-day')).toBe('');
    expect(count('bank-text')).toBe(2);
  },
);

inLanguages('a file that is dropped during an import is not imported in its place', async () => {
  const columns = { amount: 'Betrag', currency: 'EUR', text: ['Zweck'] };
  vi.spyOn(platform, 'lookAtStatement').mockResolvedValue({
    ...look(null),
    proposed: { ...proposed('Tag'), ...columns },
  });
  const rows = { rows: [], booked: 1, not_booked: 0, unreadable: 0, unreadable_rows: [] };
  const preview = vi.spyOn(platform, 'previewStatement').mockResolvedValue(rows);
  vi.spyOn(platform, 'setBank').mockResolvedValue({} as never);
  const store = vi.spyOn(platform, 'importStatement').mockReturnValue(new Promise(() => {}));
  const { see, value } = show(StatementImport, {});
  await see('statement-file').fill('/first.csv');
  await see('statement-read').click();
  await see('bank-name').fill('Harbour');
  await see('bank-iban').fill('DE75512108001245126199');
  await expect.element(see('bank-preview-sum')).toBeVisible();
  let read: () => void = () => {};
  preview.mockReturnValue(new Promise((resolve) => (read = () => resolve(rows))));
  await see('statement-import').click();
  await expect.element(see('statement-import')).toHaveAttribute('aria-disabled', 'true');
  shell.dropped(['/second.csv']);
  read();
  await eventually(() => expect(store).toHaveBeenCalledOnce());
  expect(store.mock.calls[0]?.[0]).toBe('/first.csv');
  expect(value('statement-file')).toBe('/first.csv');
});
