// What every figure has besides its drawing: a read-out, its numbers as a table, and itself as a
// file.

/** A point of a figure that can be read out. */
export type Reading = {
  /** Pixels from the left. */
  at: number;
  /** Pixels from the top; none where the point is no single height. */
  up?: number;
  /** All that is to be said of it, with units. */
  text: string;
};

/** One column of the numbers behind a figure. */
export type Column = {
  /** Quantity, with its unit. */
  head: string;
  /** As a person reads it. */
  shown: string[];
  /** In full precision, with a point, for programs. */
  exact: string[];
};

/** One entry of a figure's key. */
export type Key = {
  text: string;
  colour: string;
  mark: 'block' | 'line' | 'dot' | 'stroke';
  opacity?: number;
};

/** The reading nearest to a place across; -1 where there is none. */
export function nearestReading(readings: Reading[], at: number): number {
  return nearest(
    readings.map((reading) => reading.at),
    at,
  );
}

/** Place of the number that is nearest to another; -1 if there are none. */
export function nearest(numbers: number[], to: number): number {
  let best = -1;
  let least = Infinity;
  numbers.forEach((number, i) => {
    const distance = Math.abs(number - to);
    if (distance < least) [best, least] = [i, distance];
  });
  return best;
}

/**
 * Where a key leads from reading `index` (-1: none yet) of `length`; undefined for keys that move
 * nothing.
 */
export function step(key: string, index: number, length: number): number | undefined {
  if (length === 0) return undefined;
  const last = length - 1;
  const far = Math.max(1, Math.round(length / 10));
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, index + 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return index < 0 ? last : Math.max(0, index - 1);
    case 'PageUp':
      return Math.min(last, Math.max(0, index) + far);
    case 'PageDown':
      return Math.max(0, index - far);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

/** The numbers behind a figure as rows of cells, in full precision, their units in the first. */
export function cells(columns: Column[]): string[][] {
  const rows = Math.max(0, ...columns.map((column) => column.exact.length));
  const numbers = Array.from({ length: rows }, (_, i) =>
    columns.map((column) => column.exact[i] ?? ''),
  );
  return [columns.map((column) => column.head), ...numbers];
}

/** A number as a program reads it. */
export function exact(value: number): string {
  return Number.isFinite(value) ? String(value) : '';
}

/** Text as it stands in a file of XML; what XML cannot say is left out. */
export function escaped(text: string): string {
  const kept = Array.from(text, (one) => (/[\p{Cc}\p{Cs}]/u.test(one) ? ' ' : one)).join('');
  return kept
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Style of a picture outside of the window. */
export type Look = { ground: string; ink: string; muted: string; font: string };

const HEAD = 22;
const MARGIN = 12;
const SWATCH = 12;
const LETTER = 6.2;

/** A key's entries one after another, in lines of a width; and how high they are together. */
function keyRows(
  keys: (Key & { paint: string })[],
  width: number,
  look: Look,
): { drawn: string; height: number } {
  let [x, y] = [0, 0];
  let drawn = '';
  for (const key of keys) {
    const room = SWATCH + 6 + key.text.length * LETTER + 16;
    if (x > 0 && x + room > width) [x, y] = [0, y + 16];
    const shape =
      key.mark === 'dot'
        ? `<circle cx="${x + 6}" cy="${y + 6}" r="4.5"`
        : `<rect x="${x + (key.mark === 'stroke' ? 4 : 0)}" y="${y + (key.mark === 'line' ? 5 : 1)}" width="${key.mark === 'stroke' ? 4 : SWATCH}" height="${key.mark === 'line' ? 2.2 : 10}"`;
    drawn += `${shape} fill="${escaped(key.paint)}" opacity="${key.opacity ?? 1}"/>`;
    drawn += `<text x="${x + SWATCH + 6}" y="${y + 10}" fill="${escaped(look.muted)}" font-size="11">${escaped(key.text)}</text>`;
    x += room;
  }
  return { drawn, height: keys.length > 0 ? y + 20 : 0 };
}

/**
 * A whole SVG file around a drawing: its ground, title and key included, nothing fetched from
 * anywhere. `style` is its style sheet, which brings the typeface.
 */
export function picture(
  drawing: string,
  size: { width: number; height: number },
  title: string,
  keys: (Key & { paint: string })[],
  look: Look,
  style: string,
): string {
  const key = keyRows(keys, size.width, look);
  const [width, height] = [size.width + 2 * MARGIN, size.height + HEAD + key.height + 2 * MARGIN];
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escaped(look.font)}">
<title>${escaped(title)}</title>
<style>${escaped(style)}</style>
<rect width="${width}" height="${height}" fill="${escaped(look.ground)}"/>
<g transform="translate(${MARGIN} ${MARGIN})">
<text x="0" y="12" font-size="12" font-weight="600" fill="${escaped(look.ink)}">${escaped(title)}</text>
<g transform="translate(0 ${HEAD})">${key.drawn}</g>
<g transform="translate(0 ${HEAD + key.height})">${drawing}</g>
</g>
</svg>
`;
}

const PAINT = ['fill', 'stroke', 'opacity', 'font-size', 'font-weight'] as const;

/** The drawing inside an SVG of the window, every colour and size as it is seen now. */
export function resolved(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [shown, copied] = [svg.querySelectorAll('*'), copy.querySelectorAll('*')];
  copied.forEach((element, i) => {
    const seen = shown[i];
    if (!seen) return;
    const style = getComputedStyle(seen);
    if (element.tagName !== 'g' && element.tagName !== 'title') {
      for (const name of PAINT) {
        if (name.startsWith('font') && element.tagName !== 'text') continue;
        element.setAttribute(name, style.getPropertyValue(name));
      }
    }
    for (const name of element.getAttributeNames()) {
      if (
        name === 'class' ||
        name === 'style' ||
        name.startsWith('data-') ||
        name.startsWith('aria-')
      )
        element.removeAttribute(name);
    }
  });
  // What only points at a reading is no part of the picture.
  svg
    .querySelectorAll('[data-pointer]')
    .forEach((pointer) => copied[[...shown].indexOf(pointer)]?.remove());
  const text = new XMLSerializer();
  return [...copy.children]
    .map((child) => text.serializeToString(child))
    .join('')
    .replace(/<!--.*?-->/gs, '');
}
