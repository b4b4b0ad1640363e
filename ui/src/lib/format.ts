// Every number that a person reads is written here, with its unit beside it, as the language spoken
// writes it.

import type { Estimate } from '../platform/types/Estimate';
import type { HalfWidth } from '../platform/types/HalfWidth';
import type { Money } from '../platform/types/Money';
import type { WorkProgress } from '../platform/types/WorkProgress';
import { t } from '../text';
import { count, counted, group, marked } from '../text/digits';
import { speech } from '../text/speech.svelte';

export { count, counted, group, marked };

const MICRO = 1_000_000;

/** The shortest decimal of a number of units of 10^-places, with a point. Exact. */
function shortest(units: number, places: number): string {
  const unit = 10 ** places;
  const rest = String(units % unit)
    .padStart(places, '0')
    .replace(/0+$/, '');
  const whole = String(Math.trunc(units / unit));
  return rest === '' ? whole : `${whole}.${rest}`;
}

/**
 * The decimal of a level in micro-ε, without trailing zeros: `0.25`, `4`. Exact. With a point in
 * every language: for the host and for names of files; people read `epsText`.
 */
export function epsDecimal(micro: number): string {
  return shortest(micro, 6);
}

/**
 * `1.5`, in German `1,5`: a level where its ε stands beside it already, or in a field to type in.
 */
export function epsText(micro: number): string {
  return marked(epsDecimal(micro));
}

/** A loss ρ as a decimal, given in billionths: `0.1` */
export function rhoText(nano: number): string {
  return marked(shortest(nano, 9));
}

/** The mark between ε and ρ of one loss: a comma unless decimals have one. */
const between = () => (marked('0.1') === '0.1' ? ',' : ';');

/** `, ρ 0.1` after an ε, nothing where there is no ρ. */
function andRho(nano: number): string {
  return nano === 0 ? '' : `${between()} ρ\u00a0${rhoText(nano)}`;
}

/** `ε 1.5, ρ 0.1`: a loss of two parts, or its ε alone */
export function lossText(micro: number, nano: number): string {
  return `${eps(micro)}${andRho(nano)}`;
}

/** `ε 1.5 (1½ lb), ρ 0.1`: the same with pounds */
export function lossPounds(micro: number, nano: number): string {
  return `${epsPounds(micro)}${andRho(nano)}`;
}

/** Whether both texts make a cap that may be signed: an ε above 0, or a ρ beside an ε of 0. */
export function isCap(epsilon: string, rho: string): boolean {
  const none = /^0*([.,]0*)?$/.test(epsilon.trim());
  return parseEps(epsilon.trim()) !== null || (none && rho.trim() !== '');
}

/** `ε 1.5`, never broken over two lines */
export function eps(micro: number): string {
  return `ε\u00a0${epsText(micro)}`;
}

const FRACTIONS: Record<number, string> = {
  125_000: '⅛',
  250_000: '¼',
  375_000: '⅜',
  500_000: '½',
  625_000: '⅝',
  750_000: '¾',
  875_000: '⅞',
};

/** `1½ lb`: 1 lb is ε 1. Eighths are written as fractions, everything else as a decimal. */
export function pounds(micro: number): string {
  const fraction = FRACTIONS[micro % MICRO];
  if (fraction === undefined) return `${epsText(micro)}\u00a0lb`;
  const whole = Math.trunc(micro / MICRO);
  return `${whole === 0 ? '' : whole}${fraction}\u00a0lb`;
}

/** `ε 1.5 (1½ lb)` */
export function epsPounds(micro: number): string {
  return `${eps(micro)} (${pounds(micro)})`;
}

/** `ε 0.5 → 4` */
export function epsStep(from: number, to: number): string {
  return `ε\u00a0${epsText(from)} → ${epsText(to)}`;
}

/** A single typed decimal as the host takes it: with a point, though many write a comma. */
export function pointed(text: string): string {
  return /^-?\d*,\d+$/.test(text) ? text.replace(',', '.') : text;
}

/**
 * Whether a typed number may be meant with thousands that are kept apart: 200,000 in English or
 * 200.000 in German, each of which would be read as 200.
 */
export function isGrouped(text: string): boolean {
  return /^-?[1-9]\d{0,2}([.,]\d{3})+$/.test(text.trim());
}

/**
 * A decimal of the host as it stands in a field to type in: where it could be read with thousands,
 * it loses the zeros at its end, or has one more, which says that it is not.
 */
export function typedDecimal(decimal: string): string {
  if (!isGrouped(decimal)) return marked(decimal);
  const short = decimal.replace(/\.?0+$/, '');
  return marked(isGrouped(short) ? `${short}0` : short);
}

/** A typed decimal as the host takes it, without the zero that says it has no thousands. */
export function ungrouped(text: string): string {
  return pointed(text).replace(/^([1-9]\d{0,2}\.\d{3})0$/, '$1');
}

/**
 * A typed decimal ε as micro-ε; null where it is not one, has more than six decimals, or is not
 * above 0. Its mark is a point or a comma, whichever language is spoken.
 */
export function parseEps(text: string): number | null {
  const match = /^(\d{0,7})(?:[.,](\d{0,6}))?$/.exec(text.trim());
  if (!match) return null;
  const [, whole = '', part = ''] = match;
  if (whole === '' && part === '') return null;
  const micro = Number(whole) * MICRO + Number(part.padEnd(6, '0'));
  return micro > 0 ? micro : null;
}

/**
 * The decimal of an integer of minor units: 1250 at exponent 2 is `12.50`. It is also exact for a
 * string of digits from the host.
 */
export function moneyDecimal(minor: number | string, exponent: number): string {
  const digits = String(minor).padStart(exponent + 1, '0');
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** `€12.00`, `JP¥1200`, `€12\u202f480.00`; in German `12\u202f480,00 €`. */
export function money({ minor, currency, exponent }: Money): string {
  return inCurrency(moneyDecimal(minor, exponent), currency, {
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  });
}

/** An amount that is taken off: `−€12.00`, in German `−12,00 €`. */
export const minusMoney = (amount: Money): string => `\u2212${money(amount)}`;

function inCurrency(decimal: string, currency: string, options: Intl.NumberFormatOptions): string {
  try {
    const format = new Intl.NumberFormat(speech.locale, {
      style: 'currency',
      currency,
      ...options,
      useGrouping: false,
    });
    // Thousands as in every other number: points or commas would look like the decimals of the
    // other language.
    return format
      .formatToParts(decimal as `${number}`)
      .map((part) => (part.type === 'integer' ? group(part.value) : part.value))
      .join('');
  } catch {
    // A code that the platform does not know is still money.
    return `${currency} ${group(decimal)}`;
  }
}

/** An amount off a drawn curve, in major units: to the currency's smallest. */
export function drawnMoney(major: number, currency: string, exponent: number): string {
  return money({ minor: Math.round(major * 10 ** exponent), currency, exponent });
}

/** From so much on the numbers at an axis are written in millions. */
const MILLIONS = 1_000_000;

/**
 * An amount beside an axis with these ticks, in major units: `€50`, in German `50\u00a0€`; all of
 * one axis with as many decimals, `€0.50`, or all in millions, `€2m`.
 */
export function moneyTick(
  major: number,
  ticks: number[],
  currency: string,
  exponent: number,
): string {
  const most = Math.max(...ticks.map(Math.abs));
  if (most >= MILLIONS)
    return inCurrency(String(major), currency, {
      notation: 'compact',
      minimumFractionDigits: 0,
      maximumFractionDigits: 2,
    });
  const finest = Math.max(...ticks.map((one) => String(one).split('.')[1]?.length ?? 0));
  const decimals = finest === 0 ? 0 : Math.max(finest, exponent);
  return inCurrency(major.toFixed(decimals), currency, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

/** A payment's reference or an IBAN in groups of four characters: `EH4M HSCD DTZP 3`. */
export function inFours(text: string): string {
  return text.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

/** Money in all its currencies: `€12.00 + US$3.00`; `nothing` if there is none. */
export function moneys(amounts: Money[]): string {
  return amounts.length === 0 ? t.numbers.nothing : amounts.map(money).join(' + ');
}

/** A unit by itself, in the person's language where it is one of ours. */
export function unitName(unit: string): string {
  return t.numbers.unit(unit, '');
}

/** A number with its unit, or alone if it has none. */
export function withUnit(text: string, unit: string): string {
  return unit === '' ? group(text) : `${group(text)} ${t.numbers.unit(unit, text)}`;
}

/** `± 0.8 kg`, which is not parted after its sign. */
export function plusMinus(text: string, unit: string): string {
  return `±\u00a0${withUnit(text, unit)}`;
}

/**
 * A half-width of the 95% interval, `± 0.8 kg (95%)`, in German `± 0,8 kg (95 %)`; where it is
 * 0, as it can be on the integers, `exact in 95 of 100`.
 */
export function in95(width: string, unit: string): string {
  return width === '0' ? t.numbers.exact : `${plusMinus(width, unit)} ${t.numbers.in95}`;
}

/**
 * A half-width with what it says of the response: `± 0.8 kg (95%)`; before the response is there,
 * `at most ± 0.8 kg (95%)` or `about ± 0.8 kg (95%)`.
 */
export function halfWidth(width: HalfWidth): string {
  return t.numbers.basis[width.basis](in95(width.text, width.unit));
}

/** An estimate with its interval: `33 rows ± 6 rows (95%)`, or `33 rows, exact in 95 of 100`. */
export function estimateIn95(estimate: Estimate, unit: string): string {
  const { text, half_width: width } = estimate;
  if (width === null) return withUnit(text, unit);
  return `${withUnit(text, unit)}${width === '0' ? ',' : ''} ${in95(width, unit)}`;
}

/** Half-widths of everything in a response: `± 3 (95%)`, or `sum ± 40 kg, count ± 3 (95%)`. */
export function halfWidths(widths: HalfWidth[]): string {
  const [first] = widths;
  if (!first) return t.numbers.nothingYet;
  if (widths.length === 1) return halfWidth(first);
  const of = (width: HalfWidth, said: string) => `${t.numbers.of(width.of)} ${said}`;
  if (widths.some((width) => width.text === '0' || width.basis !== 'exact'))
    return widths.map((width) => of(width, halfWidth(width))).join(', ');
  const exact = widths.map((width) => of(width, plusMinus(width.text, width.unit)));
  return `${exact.join(', ')} ${t.numbers.in95}`;
}

/**
 * A share of at most so much, `98.8%`, rounded up; null above 99.9%. Rust rounds shares up to
 * millionths, so that counting them as integers never rounds down.
 */
export function percent(share: number): string | null {
  const permille = Math.ceil(Math.round(share * 1e6) / 1000);
  return permille > 999 ? null : t.numbers.percent(marked((permille / 10).toFixed(1)));
}

/** A share of at most four decimals, `31.25%`. */
export function sharePercent(share: number): string {
  return t.numbers.percent(marked(String(Number((share * 100).toFixed(2)))));
}

/** `34%` of what is given in thousandths: no finer than a bar is read. */
export function wholePercent(permille: number): string {
  return t.numbers.percent(String(Math.floor(permille / 10)));
}

const MOMENTS = {
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  day: { day: 'numeric', month: 'short' },
  time: { hour: '2-digit', minute: '2-digit' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;
/** Made once a language: making one is slow. */
const made = new Map<string, Intl.DateTimeFormat>();

function moment(kind: keyof typeof MOMENTS, at: Date): string {
  const key = `${speech.locale} ${kind}`;
  let format = made.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(speech.locale, MOMENTS[kind]);
    made.set(key, format);
  }
  return format.format(at);
}

/** `21 Nov 2026`, in German `21. Nov. 2026`, in local time. */
export function date(rfc3339: string): string {
  const at = new Date(rfc3339);
  return Number.isNaN(at.getTime()) ? rfc3339 : moment('date', at);
}

/** A day of a calendar, `2026-11-30`, which has no zone. */
export function calendarDay(day: string): string {
  return date(`${day}T12:00:00`);
}

/** `November 2026` of `2026-11`, a month in UTC. */
export function month(key: string): string {
  const at = new Date(`${key}-01T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return key;
  return new Intl.DateTimeFormat(speech.locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(at);
}

/** `21 Nov 2026, 14:05`, in local time. */
export function dateTime(rfc3339: string): string {
  const at = new Date(rfc3339);
  return Number.isNaN(at.getTime()) ? rfc3339 : `${moment('date', at)}, ${moment('time', at)}`;
}

/**
 * Unix seconds under an axis that spans so many seconds: the time of the day, the day, or the
 * month.
 */
export function timeTick(seconds: number, span: number): string {
  const at = new Date(seconds * 1000);
  if (span < 2 * 86_400) return moment('time', at);
  return span < 400 * 86_400 ? moment('day', at) : String(at.getFullYear());
}

/** `12 min ago`, `3 h ago`, then the date. */
export function ago(rfc3339: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - new Date(rfc3339).getTime()) / 60_000);
  if (Number.isNaN(minutes) || minutes < 0) return date(rfc3339);
  if (minutes < 1) return t.numbers.justNow;
  if (minutes < 60) return t.numbers.minutesAgo(minutes);
  if (minutes < 24 * 60) return t.numbers.hoursAgo(Math.floor(minutes / 60));
  return date(rfc3339);
}

/** The two ends of a key or document id: `7Qx3…v9Kd`. */
export function short(id: string): string {
  return id.length <= 11 ? id : `${id.slice(0, 4)}…${id.slice(-4)}`;
}

/** `412 B`, `3.1 kB`, `2.0 MB` */
export function bytes(n: number): string {
  if (n < 1000) return `${n} B`;
  return n < 1_000_000
    ? `${marked((n / 1000).toFixed(1))} kB`
    : `${marked((n / 1_000_000).toFixed(1))} MB`;
}

/** Progress of a step, in its unit: `3.1 MB of 80.0 MB`, `12 480 of 1 000 000 rows`. */
export function amountOf({ done, total, unit }: WorkProgress): string {
  const write = unit === 'bytes' ? bytes : count;
  return t.work.of[unit](write(done), write(total));
}

/** `about 20 s left`, `about 3 min left`: no finer than it is known. */
export function timeLeft(seconds: number): string {
  if (seconds < 5) return t.work.fewSeconds;
  if (seconds < 90) return t.work.left(t.work.seconds(Math.ceil(seconds / 5) * 5));
  return t.work.left(t.work.minutes(Math.ceil(seconds / 60)));
}

/** `for 20 s`, `for 3 min`. */
export function timePassed(seconds: number): string {
  if (seconds < 90) return t.work.passed(t.work.seconds(Math.floor(seconds)));
  return t.work.passed(t.work.minutes(Math.floor(seconds / 60)));
}

/** The last part of a path. */
export function fileName(path: string): string {
  return (
    path
      .split(/[/\\]/)
      .filter((part) => part !== '')
      .at(-1) ?? path
  );
}

/** A folder's URL as a person reads it; as it is where it cannot be decoded. */
export function readable(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

/** Whether a market is on a server, and not a folder. */
export const isOnServer = (market: string): boolean => !market.startsWith('file:');

/** A title as a file's name: letters and digits, joined by hyphens. */
export function slug(text: string): string {
  const name = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  return name === '' ? 'export' : name;
}
