// A codebook is replaced only where that was agreed to by its name.

import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import { blankBatch } from '../../src/features/sell/batch';
import Codebooks from '../../src/features/sell/Codebooks.svelte';
import KeepCodebook from '../../src/features/sell/KeepCodebook.svelte';
import { platform } from '../../src/platform';
import type { CodebookView } from '../../src/platform/types/CodebookView';
import { eventually, show } from './support.svelte';

const book = (name: string): CodebookView => ({
  ...{ name, kept_at: '2026-11-21T12:00:00Z', columns: [] },
});
const books = [book('Waves'), book('Towns')];

it('a codebook of another name is not replaced by one that is read', async () => {
  vi.spyOn(platform, 'codebooks').mockResolvedValue(books);
  const read = vi.spyOn(platform, 'importCodebook').mockReturnValue(new Promise(() => {}));
  const { see } = show(Codebooks, {}, 700);
  await userEvent.fill(see('codebook-name'), 'Waves');
  await userEvent.click(see('codebook-replace'));
  await expect.element(see('codebook-replace')).toBeChecked();
  await userEvent.fill(see('codebook-name'), 'Towns');
  await expect.element(see('codebook-replace')).not.toBeChecked();
  await userEvent.fill(see('codebook-import-file'), '/towns.csv');
  await userEvent.click(see('codebook-import'));
  expect(read).toHaveBeenCalledWith('Towns', '/towns.csv', false);
});

it('a codebook of another name is not replaced by one that is kept, nor one twice', async () => {
  const keep = vi
    .spyOn(platform, 'keepCodebook')
    .mockImplementation((name) => Promise.resolve(book(name)));
  const batch = blankBatch('people', 'EUR');
  const { see } = show(KeepCodebook, { batch, books }, 700);
  await userEvent.click(see('keep-codebook-open'));
  await userEvent.fill(see('keep-codebook-name'), 'Waves');
  await userEvent.click(see('keep-codebook-replace'));
  await userEvent.fill(see('keep-codebook-name'), 'Towns');
  await expect.element(see('keep-codebook-replace')).not.toBeChecked();
  await userEvent.click(see('keep-codebook-replace'));
  await userEvent.click(see('keep-codebook'));
  await expect.element(see('keep-codebook-done')).toHaveTextContent('Towns');
  await expect.element(see('keep-codebook-replace')).not.toBeChecked();
  await userEvent.click(see('keep-codebook'));
  await eventually(() => expect(keep).toHaveBeenCalledTimes(2));
  expect(keep.mock.calls.map(([name, , replace]) => [name, replace])).toEqual([
    ['Towns', true],
    ['Towns', false],
  ]);
});
