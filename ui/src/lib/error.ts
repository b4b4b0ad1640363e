import type { ErrorView } from '../platform/types/ErrorView';
import { t } from '../text/index.svelte';

/** The host names what is typed by the command line's options; the window names it by its own labels. */
function inWindow(text: string): string {
  const labels: Record<string, string> = t.options.labels;
  // An example is what is typed into the field, without the option's name.
  const plain = text.replace(/such as --([a-z]+(?:-[a-z]+)*) (?=\S)/g, (all: string, name: string) => (name in labels ? 'such as ' : all));
  return plain.replace(/--([a-z]+(?:-[a-z]+)*)/g, (option: string, name: string) => {
    const label = labels[name];
    return label === undefined ? option : t.options.named(label);
  });
}

/** Whatever was thrown, as the host's kind of error. */
export function asError(thrown: unknown): ErrorView {
  if (typeof thrown === 'object' && thrown !== null && 'message' in thrown) {
    const { message } = thrown;
    const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : 'window';
    const hints = 'hints' in thrown && Array.isArray(thrown.hints) ? thrown.hints.map((hint) => inWindow(String(hint))) : [];
    return { code, message: inWindow(String(message)), hints };
  }
  return { code: 'window', message: String(thrown), hints: [] };
}

/** An error of the window's own, for what can be seen to be wrong before the host is asked. */
export function slip(message: string, ...hints: string[]): ErrorView {
  return { code: 'usage', message, hints };
}
