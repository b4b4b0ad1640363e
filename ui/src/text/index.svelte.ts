// Everything the window says is written in `en` and `de`, and nowhere else. English is the measure:
// the other language has its very shape, so that a missing word does not compile.

import { de } from './de';
import { en } from './en';

export type Text = typeof en;

/** The languages, each under its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const CATALOGUE: Record<Language, Text> = { en, de };
/** For numbers, money and dates. */
const LOCALE: Record<Language, string> = { en: 'en-GB', de: 'de-DE' };

class Speech {
  language = $state<Language>('en');

  /** Changes the language of everything on the screen. */
  speak(language: Language): void {
    this.language = language;
    document.documentElement.lang = language;
  }

  get locale(): string {
    return LOCALE[this.language];
  }

  get text(): Text {
    return CATALOGUE[this.language];
  }
}

export const speech = new Speech();

/**
 * What the window says, in the language spoken: `{t.nav.inbox}`. Follows a change of language
 * wherever it is read.
 */
export const t: Text = new Proxy({} as Text, {
  get: (_, part: keyof Text) => speech.text[part],
});
