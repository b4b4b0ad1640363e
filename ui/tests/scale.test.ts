import { describe, expect, it } from 'vitest';

import {
  along,
  linear,
  linearTicks,
  log,
  logTicks,
  path,
  tickText,
  timeTicks,
} from '../src/lib/scale';

describe('ticks', () => {
  it('are round numbers within the ends', () => {
    expect(linearTicks(0, 80, 4)).toEqual([0, 20, 40, 60, 80]);
    expect(linearTicks(-0.3, 0.3, 3)).toEqual([-0.2, 0, 0.2]);
    expect(logTicks(0.1, 5, 8)).toEqual([0.1, 0.2, 0.5, 1, 2, 5]);
    expect(logTicks(0.001, 1000, 4).length).toBeLessThanOrEqual(4);
  });

  it('do not run away on a flat or broken range', () => {
    expect(linearTicks(3, 3, 4)).toEqual([3]);
    expect(linearTicks(0, Number.POSITIVE_INFINITY, 4)).toEqual([0]);
    expect(linear(5, 5, 0, 100).at(5)).toBe(50);
  });

  it('of time are whole hours or days, and never too many', () => {
    const start = Date.parse('2026-11-02T11:00:00Z') / 1000;
    const shift = new Date(start * 1000).getTimezoneOffset() * 60;
    for (const span of [90, 7200, 86_400, 20 * 86_400, 4000 * 86_400]) {
      const ticks = timeTicks(start, start + span, 4);
      expect(ticks.length).toBeGreaterThan(0);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(ticks.every((tick) => tick >= start && tick <= start + span)).toBe(true);
    }
    expect(
      timeTicks(start, start + 20 * 86_400, 4).every((tick) => (tick - shift) % 86_400 === 0),
    ).toBe(true);
    expect(timeTicks(start, start, 4)).toEqual([start]);
  });

  it('are written short', () => {
    expect(tickText(0.25)).toBe('0.25');
    expect(tickText(3_000_000)).toBe('3M');
    expect(tickText(-20)).toBe('−20');
  });
});

describe('scales', () => {
  it('put the ends at the ends', () => {
    const scale = log(0.1, 10, 0, 100);
    expect(scale.at(0.1)).toBeCloseTo(0);
    expect(scale.at(1)).toBeCloseTo(50);
    expect(scale.at(10)).toBeCloseTo(100);
    expect(linear(0, 7, 0, 100, 4, true).hi).toBe(8);
  });

  it('draw lines and stairs', () => {
    const unit = linear(0, 1, 0, 10);
    const points = [
      { x: 0, y: 0 },
      { x: 1, y: 1 },
    ];
    expect(path(points, unit, unit)).toBe('M0.0 0.0L10.0 10.0');
    expect(path(points, unit, unit, true)).toBe('M0.0 0.0H10.0V10.0');
    expect(along(points, 0.25)).toBeCloseTo(0.25);
    expect(along([], 1)).toBeNull();
  });
});
