// Places are hashes, `#/listings/<id>`, so that the window's own history and links work.

/** The place shown: its name, and what of it. */
export type Place = { name: string; of: string | null; query: Record<string, string> };

function parse(hash: string): Place {
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

class Route {
  place = $state.raw<Place>(parse(location.hash));

  constructor() {
    addEventListener('hashchange', () => {
      this.place = parse(location.hash);
    });
  }
}

export const route = new Route();

/** The address of a place. */
export function to(name: string, of?: string, query?: Record<string, string>): string {
  const pairs = Object.entries(query ?? {}).map(
    ([key, value]) => `${key}=${encodeURIComponent(value)}`,
  );
  const words = pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  return `#/${name}${of === undefined ? '' : `/${encodeURIComponent(of)}`}${words}`;
}

/** Goes there. */
export function go(name: string, of?: string, query?: Record<string, string>): void {
  location.hash = to(name, of, query);
}
