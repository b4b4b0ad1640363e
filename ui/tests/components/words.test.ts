import { expect, it } from 'vitest';

import ErrorWords from '../../src/parts/ErrorWords.svelte';
import type { ErrorView } from '../../src/platform/types/ErrorView';
import { speech } from '../../src/text/speech.svelte';
import { show } from './support.svelte';

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
  const other = { code: 'other-home', message: 'It is of another.', hints: [] } as ErrorView;
  const more = show(ErrorWords, { error: other });
  await expect.element(more.see('error-particulars')).toHaveTextContent('It is of another.');
});

it('names the one of several things that an error is about, and marks up no name', async () => {
  speech.speak('de');
  const line: ErrorView = {
    code: 'codebook',
    message: "“Age”: The column '**a**' is in the codebook twice.",
    hints: ['One row for each column.'],
    at: { part: 'codebook', fault: { is: 'column-twice', column: '**a**' } },
    of: 'Age',
  };
  const said = show(ErrorWords, { error: line });
  await expect
    .element(said.see('error-words'))
    .toHaveTextContent('„Age“: Die Spalte „**a**“ steht zweimal im Codebuch.');
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
  const ofOne = show(ErrorWords, { error: { ...error, of: '**Age**' } });
  await expect
    .element(ofOne.see('error-words'))
    .toHaveTextContent('„**Age**“: Eine Spalte „**agee**“ gibt es nicht.');
});
