import type { ErrorView } from '../platform/types/ErrorView';

/** Whatever was thrown, as the host's kind of error. */
export function asError(thrown: unknown): ErrorView {
  if (typeof thrown === 'object' && thrown !== null && 'message' in thrown) {
    const { message } = thrown;
    const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : 'window';
    const hints = 'hints' in thrown && Array.isArray(thrown.hints) ? thrown.hints.map(String) : [];
    return { code, message: String(message), hints };
  }
  return { code: 'window', message: String(thrown), hints: [] };
}

/** An error of the window's own, for what can be seen to be wrong before the host is asked. */
export function slip(message: string, ...hints: string[]): ErrorView {
  return { code: 'usage', message, hints };
}
