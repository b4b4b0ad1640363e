import { afterEach, expect, it } from 'vitest';

import ErrorWords from '../../src/parts/ErrorWords.svelte';
import type { ErrorView } from '../../src/platform/types/ErrorView';
import { speech } from '../../src/text/speech.svelte';
import { show } from './support.svelte';

afterEach(() => speech.speak('en'));

it('says an error in German alone where that is all of it', async () => {
  speech.speak('de');
  const untitled = {
    code: 'no-title',
    message: 'The listing has no title.',
    hints: [],
  } as ErrorView;
  const said = show(ErrorWords, { error: untitled });
  await expect.element(said.see('error-words')).toHaveTextContent('Das Angebot hat keinen Titel.');
  expect(said.count('error-particulars')).toBe(0);
  const bounds = { code: 'bounds', message: "'a..b' is no range.", hints: [] } as ErrorView;
  const more = show(ErrorWords, { error: bounds });
  await expect.element(more.see('error-particulars')).toHaveTextContent("'a..b' is no range.");
});
