import type { ErrorView } from '../platform/types/ErrorView';

/** The host names what is typed by the command line's options; the window names it by its own labels. */
const LABELS: Record<string, string> = {
  'adjacency': 'What nobody can tell about it',
  'bins': 'Bins',
  'bounds': 'Bounds',
  'cap': 'Cap on its loss',
  'ceiling': 'Ceiling',
  'currency': 'Currency',
  'edges': 'Edges',
  'file': 'File of the values',
  'grain': 'Smallest step',
  'name': 'Name',
  'person-column': 'Column that names the person',
  'price': 'Price',
  'protect': 'Distance to be protected',
  'public-rows': 'Rows, stated publicly',
  'reason': 'Reason',
  'rows-per-person': 'Most rows of one person',
  'step': 'Step',
  'top': 'Top of the noise path',
  'unit': 'Unit',
  'value': 'The value',
  'where': 'Condition',
};

function inWindow(text: string): string {
  return text.replace(/--([a-z]+(?:-[a-z]+)*)/g, (option: string, name: string) => {
    const label = LABELS[name];
    return label === undefined ? option : `“${label}”`;
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
