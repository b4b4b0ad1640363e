import { expect, it } from 'vitest';

import '../../src/style/tokens.css';
import '../../src/style/base.css';

const { dataset } = document.documentElement;

/** The colours of a box or a button that is off, and of one that is on. */
function drawn(type: string) {
  return [false, true].map((on) => {
    const input = document.createElement('input');
    Object.assign(input, { type, checked: on });
    document.body.append(input);
    const mark = getComputedStyle(input, '::before').visibility;
    return { ground: getComputedStyle(input).backgroundColor, mark };
  });
}

it.each(['radio', 'checkbox'])('a %s that is off does not look as if it were on', (type) => {
  for (const [theme, surface] of [
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(25, 31, 27)'],
  ] as const) {
    dataset.theme = theme;
    const [off, on] = drawn(type);
    expect(off).toEqual({ ground: surface, mark: 'hidden' });
    expect(on?.mark).toBe('visible');
    expect(on?.ground).not.toBe(surface);
  }
});
