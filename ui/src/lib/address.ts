// Addresses are hashes, `#/listings/<id>`, so that the window's own history and links work.

/** An address in its parts: what is shown, what of it, and what goes with it. */
export type Address = { name: string; of: string | null; query: Record<string, string> };

export function parse(hash: string): Address {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [name = '', of] = path.split('/');
  let decoded: string | null = null;
  try {
    decoded = of === undefined || of === '' ? null : decodeURIComponent(of);
  } catch {
    // A hash that nobody here wrote names nothing.
  }
  return { name, of: decoded, query: Object.fromEntries(new URLSearchParams(query)) };
}

/** The hash that parses to these parts; what is undefined is left out. */
export function written(name: string, of?: string, query: Record<string, string> = {}): string {
  const pairs = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  const words = pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  return `#/${name}${of === undefined ? '' : `/${encodeURIComponent(of)}`}${words}`;
}

/** Whether a name is one of these. */
export function isOneOf<T extends string>(names: readonly T[], name: string): name is T {
  return (names as readonly string[]).includes(name);
}
