/** The languages, each under its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

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
}

export const speech = new Speech();
