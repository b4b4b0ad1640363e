import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import HoldingExports from '../../src/features/buy/HoldingExports.svelte';
import { answerText, citation } from '../../src/features/buy/quote';
import { platform } from '../../src/platform';
import type { Estimate } from '../../src/platform/types/Estimate';
import type { ErrorView } from '../../src/platform/types/ErrorView';
import type { HoldingView } from '../../src/platform/types/HoldingView';
import type { ReceiptView } from '../../src/platform/types/ReceiptView';
import type { ResponseView } from '../../src/platform/types/ResponseView';
import { speech } from '../../src/text/speech.svelte';
import { eventually, faults, inLanguages, overflows, show } from './support.svelte';
import { HOURS } from '../support/questions';

const id = 'coNi8QTk7gub7zdEvjklKET6ImjvmRNH8FakZmQPEv3';
const receipt = {
  id: 'PGr9lMh3MmkPGr9lMh3MmkPGr9lMh3MmkPGr9lMh3Mm',
  listing: id,
  sequence: 0,
  number: 1,
  accuracy: [],
  to: 500_000,
  issued_at: '2026-11-21T12:00:00Z',
} as unknown as ReceiptView;
const told = (text: string | null): Estimate => ({
  label: 'mean',
  text: text ?? 'too few rows for an estimate',
  number: 0,
  half_width: text === null ? null : '0.2',
  half_width_number: null,
  noise_low: text === null ? null : '40.25',
  noise_low_number: null,
  noise_high: text === null ? null : '40.6',
  noise_high_number: null,
});
let holdings = 0;
function held(estimates: Estimate[]): { holding: HoldingView; newest: ResponseView } {
  holdings += 1;
  const newest = { level: 500_000, estimates, receipt } as ResponseView;
  const holding = {
    listing: {
      id,
      question: `question ${holdings}`,
      title: 'Hours a week',
      seller_name: 'Harbour Clinic',
      seller_kid: 'CtfQOqmx3819ZTMzKlX36pgMZOd6WmIkqojuQagwg8e',
      unit: 'h',
      kind: 'mean',
      dimension: 2,
      estimates: 2,
      query_parts: HOURS,
      missing_as: null,
    },
    level: 500_000,
    responses: [newest],
  } as unknown as HoldingView;
  return { holding, newest };
}

describe('an answer as text', () => {
  it('has its interval, its level and its unit, and says where there is none', () => {
    const { holding, newest } = held([told('40.4')]);
    expect(answerText(holding, newest).split('\n')).toEqual([
      'Hours a week, at ε\u00a00.5 (½\u00a0lb), with 95% noise intervals:',
      'mean: 40.4 h (noise interval 40.25 to 40.6)',
    ]);
    const few = held([told(null)]);
    expect(answerText(few.holding, few.newest)).toContain('mean: too few rows');
    const many = {
      ...holding.listing,
      kind: 'histogram' as const,
      dimension: 1500,
      estimates: 1500,
    };
    expect(answerText({ ...holding, listing: many }, newest)).toMatch(/and 1.?499 more$/);
    speech.speak('de');
    expect(answerText(holding, newest)).toContain('40,4 h');
  });

  it('is cited with who, what, when, which documents and the program', () => {
    const { holding, newest } = held([told('40.4')]);
    for (const language of ['en', 'de'] as const) {
      speech.speak(language);
      const cited = citation(holding, newest, '0.1.0');
      for (const part of ['Harbour Clinic', 'Hours a week', '2026', id, receipt.id, '0.1.0'])
        expect(cited).toContain(part);
    }
  });
});

describe('the exports of a holding', () => {
  /** A host that suggests places and writes. */
  function writing() {
    vi.spyOn(platform, 'suggestFile').mockImplementation((name) => Promise.resolve(`/out/${name}`));
    return vi
      .spyOn(platform, 'exportRelease')
      .mockImplementation((_listing, _format, file, lattice) =>
        Promise.resolve({
          file: file.path as string,
          bytes: 312,
          lattice: lattice === null ? null : { file: lattice.path as string, bytes: 99 },
          python: 'import csv',
          r: 'read.csv',
        }),
      );
  }

  inLanguages('are named for those who hear them, and fit a narrow window', async () => {
    writing();
    for (const width of [320, 900]) {
      const { container, see } = show(HoldingExports, held([told('40.4')]), width);
      await userEvent.click(see('export-lattice'));
      await expect.element(see('lattice-file')).toHaveValue('/out/hours-a-week-lattice.csv');
      await userEvent.click(see('export-release'));
      await expect.element(see('export-snippet')).toBeVisible();
      expect(await faults(container)).toEqual([]);
      expect(overflows(container)).toBe(false);
    }
  });

  it('write the lattice only where it is asked for', async () => {
    const written = writing();
    const { count, see } = show(HoldingExports, held([told('40.4')]));
    await expect.element(see('export-file')).toHaveValue('/out/hours-a-week.csv');
    await userEvent.click(see('export-release'));
    await expect.element(see('export-snippet')).toHaveTextContent('import csv');
    expect(written.mock.calls[0]?.slice(1, 4)).toEqual([
      'csv',
      { path: '/out/hours-a-week.csv', replace: false },
      null,
    ]);
    expect(count('lattice-written')).toBe(0);
  });

  inLanguages('ask before they replace a file, once', async () => {
    const written = writing();
    const here: ErrorView = { code: 'file-exists', message: 'It is there.', hints: [] };
    written.mockRejectedValueOnce(here);
    const { container, count, see } = show(HoldingExports, held([told('40.4')]));
    await expect.element(see('export-file')).toHaveValue('/out/hours-a-week.csv');
    await userEvent.click(see('export-release'));
    await expect.element(see('export-release-replace')).toBeVisible();
    expect(await faults(container)).toEqual([]);
    await userEvent.click(see('export-release-replace'));
    await expect.element(see('export-snippet')).toBeVisible();
    expect(written.mock.calls.map((call) => call[2].replace)).toEqual([false, true]);
    expect(count('export-release-replace')).toBe(0);
    // Another time is asked for anew.
    await userEvent.click(see('export-release'));
    await expect.poll(() => written.mock.calls.length).toBe(3);
    expect(written.mock.calls[2]?.[2].replace).toBe(false);
  });

  it('ask about each of two files before it is replaced', async () => {
    const written = writing();
    const write = written.getMockImplementation();
    const is = (path: string): ErrorView => ({
      ...{ code: 'file-exists', message: `${path} exists already.`, hints: [], of: path },
    });
    written.mockImplementation((...asked) => {
      const there = [asked[2], asked[3]].find((one) => one?.replace === false);
      return there ? Promise.reject(is(there.path as string)) : write!(...asked);
    });
    const { count, see } = show(HoldingExports, held([told('40.4')]));
    await userEvent.click(see('export-lattice'));
    await userEvent.fill(see('export-file'), '/mine/mean');
    await userEvent.fill(see('lattice-file'), '/mine/mean lattice');
    await userEvent.click(see('export-release'));
    await expect.element(see('error-note')).toHaveTextContent('/mine/mean exists');
    await userEvent.click(see('export-release-replace'));
    await expect.element(see('error-note')).toHaveTextContent('/mine/mean lattice exists');
    // Of another file nobody has asked.
    await userEvent.fill(see('lattice-file'), '/mine/lattice');
    await eventually(() => expect(count('export-release-replace')).toBe(0));
    await userEvent.click(see('export-release'));
    await expect.element(see('error-note')).toHaveTextContent('/mine/lattice exists');
    await userEvent.click(see('export-release-replace'));
    await expect.element(see('lattice-written')).toBeVisible();
    const asked = () => written.mock.calls.map(([, , one, other]) => [one.replace, other?.replace]);
    expect(asked()).toEqual([
      [false, false],
      [true, false],
      [true, false],
      [true, true],
    ]);
    // Another time is asked for anew.
    await userEvent.click(see('export-release'));
    await expect.poll(() => asked().at(-1)).toEqual([false, false]);
  });

  it('ask nothing where the dialog has asked', async () => {
    const written = writing();
    vi.spyOn(platform, 'chooseSaveFile').mockResolvedValue('/mine/mean.csv');
    const { see } = show(HoldingExports, held([told('40.4')]));
    await expect.element(see('export-file')).toHaveValue('/out/hours-a-week.csv');
    await userEvent.click(see('export-file-browse'));
    await expect.element(see('export-file')).toHaveValue('/mine/mean.csv');
    await userEvent.click(see('export-release'));
    await expect.element(see('export-snippet')).toBeVisible();
    expect(written.mock.calls[0]?.[2]).toEqual({ path: '/mine/mean.csv', replace: true });
    // Of a path that is typed nobody has asked.
    await userEvent.fill(see('export-file'), '/mine/other.csv');
    await userEvent.click(see('export-release'));
    await expect.poll(() => written.mock.calls.length).toBe(2);
    expect(written.mock.calls[1]?.[2].replace).toBe(false);
  });

  it('select a suggestion that comes to a focused field, so that typing replaces it', async () => {
    writing();
    let suggest: (path: string) => void = () => undefined;
    vi.spyOn(platform, 'suggestFile').mockReturnValue(
      new Promise((resolve) => (suggest = resolve)),
    );
    const { focus, see } = show(HoldingExports, held([told('40.4')]));
    focus('export-file');
    suggest('/out/hours-a-week.csv');
    await expect.element(see('export-file')).toHaveValue('/out/hours-a-week.csv');
    await userEvent.keyboard('/mine.csv');
    await expect.element(see('export-file')).toHaveValue('/mine.csv');
  });

  it('take no name that was given for another format', async () => {
    const written = writing();
    const { see } = show(HoldingExports, held([told('40.4')]));
    await userEvent.fill(see('export-file'), '/mine/mean.csv');
    await userEvent.selectOptions(see('export-format'), 'parquet');
    await expect.element(see('export-file')).toHaveValue('/out/hours-a-week.parquet');
    await userEvent.click(see('export-release'));
    await expect.element(see('export-snippet')).toBeVisible();
    expect(written.mock.calls[0]?.[2].path).toBe('/out/hours-a-week.parquet');
  });

  it('are reached by keys alone, the code in both languages', async () => {
    const written = writing();
    const { focus, see } = show(HoldingExports, held([told('40.4')]));
    await expect.element(see('export-file')).toHaveValue('/out/hours-a-week.csv');
    focus('export-lattice');
    await userEvent.keyboard(' ');
    await expect.element(see('lattice-file')).toHaveValue('/out/hours-a-week-lattice.csv');
    focus('export-release');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('lattice-written')).toBeVisible();
    expect(written.mock.calls[0]?.[3]?.path).toBe('/out/hours-a-week-lattice.csv');
    await userEvent.selectOptions(see('export-language'), 'r');
    await expect.element(see('export-snippet')).toHaveTextContent('read.csv');
  });
});
