// A calendar day. Fields show and ask for the form of the host, `2026-11-21`.

import { speech } from '../text/speech.svelte';

const WRITTEN = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
/** Also accepted: day first, as in both languages, with points or slashes as separators. */
const TYPED = /^(\d{1,2})\s*[./]\s*(\d{1,2})\s*[./]\s*(\d{4})$/;

/** The day that is typed, as the host takes it; null where it is none of any year. */
export function parseDay(text: string): string | null {
  const typed = text.trim();
  const written = WRITTEN.exec(typed);
  const parts = written ? written.slice(1) : TYPED.exec(typed)?.slice(1).reverse();
  if (!parts) return null;
  const [year = 0, month = 0, day = 0] = parts.map(Number);
  const at = new Date(Date.UTC(year, month - 1, day));
  // The 31st of February would be another day.
  if (year < 1000 || at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return null;
  return at.toISOString().slice(0, 10);
}

/** A day of this machine's calendar, as the host takes it: `2026-11-30`. */
export function day(now: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The last day of the coming month, an example of a day to come. */
export const comingDay = (now: Date): string =>
  day(new Date(now.getFullYear(), now.getMonth() + 2, 0));

/** A day in words, which leave no doubt what is the month: `Saturday, 21 November 2026`. */
export function dayInWords(day: string): string {
  const style = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  return new Intl.DateTimeFormat(speech.locale, { ...style, timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}
