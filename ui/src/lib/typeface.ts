// The window's typeface (IBM Plex, SIL Open Font License) as a file carries it, so that it looks
// the same where the typeface is not installed.

type Face = {
  weight: 400 | 600;
  range: string;
  in: RegExp;
  load: () => Promise<{ default: string }>;
};

const LATIN =
  'U+0000-00FF, U+0131, U+0152-0153, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212';
const GREEK = 'U+0370-03FF';
/** Loaded when a file is written: the window has them as files of their own. */
const FACES: Face[] = [
  {
    weight: 400,
    range: LATIN,
    in: /./,
    load: () =>
      import('@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff2?inline'),
  },
  {
    weight: 600,
    range: LATIN,
    in: /./,
    load: () =>
      import('@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff2?inline'),
  },
  {
    weight: 400,
    range: GREEK,
    in: /[\u0370-\u03ff]/,
    load: () =>
      import('@fontsource/ibm-plex-sans/files/ibm-plex-sans-greek-400-normal.woff2?inline'),
  },
  {
    weight: 600,
    range: GREEK,
    in: /[\u0370-\u03ff]/,
    load: () =>
      import('@fontsource/ibm-plex-sans/files/ibm-plex-sans-greek-600-normal.woff2?inline'),
  },
];

/** A style sheet with the faces that a text needs, nothing of it fetched from anywhere. */
export async function typeface(text: string): Promise<string> {
  const faces = await Promise.all(
    FACES.filter((face) => face.in.test(text)).map(async ({ weight, range, load }) => {
      const { default: data } = await load();
      return `@font-face{font-family:'IBM Plex Sans';font-weight:${weight};src:url(${data}) format('woff2');unicode-range:${range}}`;
    }),
  );
  return `${faces.join('\n')}\ntext{font-feature-settings:'tnum' 1}`;
}
