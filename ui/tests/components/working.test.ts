import { expect, vi } from 'vitest';

import { Work } from '../../src/lib/work.svelte';
import Working from '../../src/parts/Working.svelte';
import type { Call } from '../../src/platform';
import { faults, inLanguages, show } from './support.svelte';

inLanguages('waiting for a database shows the time since it began, and no share', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const work = new Work<string>();
  const { container, see } = show(Working, { work, testid: 'work' });
  let call: Call | undefined;
  const done = work.run((begun) => {
    call = begun;
    return new Promise<string>(() => undefined);
  });
  const tell = (total: number, permille: number) =>
    call?.told({ step: 'query', done: 0, total, unit: 'rows', permille });
  await expect.element(see('work-bar')).not.toHaveAttribute('value');
  for (const [at, shown] of [
    [900, /^$/],
    [20_500, /^(for|seit) 20 s$/],
    [200_000, /^(for|seit) 3 [Mm]in\.?$/],
  ] as const) {
    now = at;
    // The second of two questions.
    tell(0, 500);
    await expect.element(see('work-left')).toHaveTextContent(shown);
    await expect.element(see('work-bar')).not.toHaveAttribute('value');
  }
  expect(await faults(container)).toEqual([]);
  // A snapshot counts its rows.
  tell(1000, 500);
  await expect.element(see('work-bar')).toHaveAttribute('value', '500');
  void done;
});
