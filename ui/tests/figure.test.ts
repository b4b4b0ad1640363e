import { describe, expect, it } from 'vitest';

import { cells, escaped, nearestReading, picture, step } from '../src/lib/figure';

const readings = [10, 20, 40].map((at) => ({ at, text: String(at) }));

describe('reading a figure', () => {
  it('by pointer finds the nearest point', () => {
    expect([0, 14, 16, 31, 500].map((at) => nearestReading(readings, at))).toEqual([0, 0, 1, 2, 2]);
    expect(nearestReading([], 5)).toBe(-1);
  });

  it('by keys goes from point to point and stays within them', () => {
    expect(step('ArrowRight', -1, 3)).toBe(0);
    expect(step('ArrowLeft', -1, 3)).toBe(2);
    expect(step('ArrowRight', 2, 3)).toBe(2);
    expect(step('ArrowLeft', 0, 3)).toBe(0);
    expect([step('Home', 2, 3), step('End', 0, 3)]).toEqual([0, 2]);
    expect([step('PageUp', 0, 100), step('PageDown', 50, 100)]).toEqual([10, 40]);
    expect(step('a', 1, 3)).toBeUndefined();
    expect(step('ArrowRight', -1, 0)).toBeUndefined();
  });
});

describe('a figure’s numbers as a table', () => {
  it('are in full precision under their units, whatever the labels are', () => {
    const columns = [
      { head: 'bin', shown: [], exact: ['18 to 65', 'a, "b"', '=HYPERLINK(1)', '-5'] },
      {
        head: 'Estimate, mmHg',
        shown: ['1', '2', '3', '4'],
        exact: ['0.1000000000000000055', '2', '', '-0.5'],
      },
    ];
    expect(cells(columns)).toEqual([
      ['bin', 'Estimate, mmHg'],
      ['18 to 65', '0.1000000000000000055'],
      ['a, "b"', '2'],
      ['=HYPERLINK(1)', ''],
      ['-5', '-0.5'],
    ]);
  });
});

describe('a figure as a picture', () => {
  it('is one file of its own that nothing typed can break out of', () => {
    const look = {
      ground: '#fff',
      ink: '#000',
      muted: '#555',
      font: '"IBM Plex Sans", sans-serif',
    };
    const keys = [{ text: '<b>&', colour: 'var(--ink)', paint: '#000', mark: 'block' as const }];
    const file = picture(
      '<line x1="0"/>',
      { width: 200, height: 100 },
      'A </text><script> & more\u0000',
      keys,
      look,
      '',
    );
    expect(file).toContain('<line x1="0"/>');
    expect(file).toContain('A &lt;/text&gt;&lt;script&gt; &amp; more ');
    expect(file).toContain('&lt;b&gt;&amp;');
    expect(file).not.toMatch(/<script|var\(|url\(|href/);
    expect(escaped('"')).toBe('&quot;');
  });
});
