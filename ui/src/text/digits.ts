// Numbers as the language spoken writes them; all else that people read of numbers is in `lib/format`.

import { speech } from './speech.svelte';

const NARROW_SPACE = '\u202f';
const MINUS = '\u2212';

/** A decimal with the mark of the language: `0.25`, in German `0,25`. */
export function marked(decimal: string): string {
  return speech.language === 'de' ? decimal.replace('.', ',') : decimal;
}

/**
 * Digits in groups of three from five digits on: `12 480`. Takes the decimal as the host writes it,
 * with a point.
 */
export function group(decimal: string): string {
  const match = /^([-\u2212]?)(\d+)(\.\d+)?$/.exec(decimal);
  if (!match) return decimal;
  const [, sign = '', whole = '', part = ''] = match;
  const grouped = whole.length < 5 ? whole : whole.replace(/\B(?=(\d{3})+$)/g, NARROW_SPACE);
  return `${sign === '' ? '' : MINUS}${grouped}${marked(part)}`;
}

/** A whole number: `12 480`. */
export function count(n: number): string {
  return group(String(n));
}

/** `1 receipt`, `2 receipts` */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}
