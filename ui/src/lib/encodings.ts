import type { Encoding } from '../platform/types/Encoding';

/** The encodings of files, in the order of their choice. */
export const ENCODINGS: Encoding[] = [
  'utf-8',
  'windows-1252',
  'windows-1250',
  'iso-8859-1',
  'iso-8859-15',
  'utf-16le',
  'utf-16be',
  'utf-32le',
  'utf-32be',
];
