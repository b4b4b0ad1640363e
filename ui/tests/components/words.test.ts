import { expect, it } from 'vitest';

import ErrorWords from '../../src/parts/ErrorWords.svelte';
import type { Problem } from '../../src/lib/error';
import type { ErrorView } from '../../src/platform/types/ErrorView';
import { speech } from '../../src/text/speech.svelte';
import { show } from './support.svelte';

it('shows what was thrown below its own words if the window made a mistake', async () => {
  speech.speak('de');
  const error: Problem = { code: 'window', message: 'x is undefined', hints: [] };
  const said = show(ErrorWords, { error });
  await expect
    .element(said.see('error-words'))
    .toHaveTextContent('In diesem Fenster ist ein interner Fehler aufgetreten.');
  await expect.element(said.see('error-particulars')).toHaveTextContent('x is undefined');
});

it('says the window\u2019s own slip as it is', async () => {
  speech.speak('de');
  const error: Problem = { code: 'slip', message: 'Der Grund fehlt.', hints: [] };
  const said = show(ErrorWords, { error });
  await expect.element(said.see('error-words')).toHaveTextContent('Der Grund fehlt.');
  expect(said.count('error-particulars')).toBe(0);
});

it('says an error in the host\u2019s German, hints included', async () => {
  speech.speak('de');
  const error: ErrorView = {
    code: 'unknown-column',
    message: "There is no column '**agee**'.",
    hints: ['The columns are: age and sex.'],
    german: {
      message: 'Eine Spalte „**agee**“ gibt es nicht.',
      hints: ['Die Spalten sind: age und sex.'],
    },
  };
  const said = show(ErrorWords, { error });
  await expect
    .element(said.see('error-words'))
    .toHaveTextContent('Eine Spalte „**agee**“ gibt es nicht. Die Spalten sind: age und sex.');
  expect(said.count('error-particulars')).toBe(0);
});
