// Everything the window says is written in `en` and `de`, and nowhere else. English is the measure:
// the other language has its very shape, so that a missing word does not compile.

import * as de from './de';
import * as en from './en';
import type { Text } from './shape';
import { speech, type Language } from './speech.svelte';

const CATALOGUE: Record<Language, Text> = { en, de };

/**
 * Texts of the window, in the language chosen: `{t.nav.inbox}`. Follows a change of language
 * wherever it is read.
 */
export const t: Text = new Proxy({} as Text, {
  get: (_, part: keyof Text) => CATALOGUE[speech.language][part],
});
