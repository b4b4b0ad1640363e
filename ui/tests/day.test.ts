import { afterEach, describe, expect, it } from 'vitest';

import { dayInWords, parseDay } from '../src/lib/day';
import { speech } from '../src/text/speech.svelte';

afterEach(() => {
  speech.language = 'en';
});

describe('a day', () => {
  it.each([
    ['21/11/2026', '2026-11-21'],
    ['21.11.2026', '2026-11-21'],
    [' 1. 2. 2026 ', '2026-02-01'],
    ['2026-11-21', '2026-11-21'],
    ['29/02/2028', '2028-02-29'],
    ['29/02/2026', null],
    ['31.04.2026', null],
    // The month is never first.
    ['11/21/2026', null],
    ['21/11/26', null],
    ['21 11 2026', null],
    ['0/1/2026', null],
    ['', null],
  ])('%j is %j', (typed, day) => {
    expect(parseDay(typed)).toBe(day);
  });

  it('is said in words of each language', () => {
    expect(dayInWords('2026-02-01')).toBe('Sunday, 1 February 2026');
    speech.language = 'de';
    expect(dayInWords('2026-02-01')).toBe('Sonntag, 1. Februar 2026');
  });
});
