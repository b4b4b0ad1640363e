import { platform } from '../platform';
import type { Choices } from '../platform/types/Choices';
import type { SettingsView } from '../platform/types/SettingsView';
import { LANGUAGES, speech, type Language } from '../text/speech.svelte';

/** The language to begin with: the first of the system's that is spoken here, else English. */
export function systemLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0] ?? '';
    if (language in LANGUAGES) return language as Language;
  }
  return 'en';
}

/** Settings that a person chose for the app, applied to the page. */
class Settings {
  view = $state.raw<SettingsView | null>(null);

  /** As in a new installation until they are read. */
  get choices(): Choices {
    return (
      this.view?.choices ?? {
        language: null,
        theme: 'system',
        currency: 'EUR',
        text_size: 'normal',
        notify: true,
        collect: true,
        tour: true,
      }
    );
  }

  /** Reads them from the host, and puts them on. */
  async read(): Promise<SettingsView> {
    const view = await platform.settings();
    this.#take(view);
    return view;
  }

  /**
   * Puts a choice on, and keeps it. If it cannot be kept it is worn all the same, and the error
   * tells.
   */
  async choose(change: Partial<Choices>): Promise<void> {
    const choices = { ...this.choices, ...change };
    if (this.view) this.view = { ...this.view, choices };
    this.#wear(choices);
    this.#take(await platform.changeSettings(choices));
  }

  #take(view: SettingsView): void {
    this.view = view;
    this.#wear(view.choices);
  }

  #wear({ language, theme, text_size }: Choices): void {
    speech.speak(language ?? systemLanguage(navigator.languages));
    const root = document.documentElement;
    if (theme === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = theme;
    root.dataset['text'] = text_size;
  }
}

export const settings = new Settings();
