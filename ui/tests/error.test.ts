import { describe, expect, it } from 'vitest';

import { asError, asErrors, slip } from '../src/lib/error';

describe('what was thrown', () => {
  it('is the host\u2019s error as it is', () => {
    const thrown = {
      code: 'no-bins',
      message: 'It needs bins.',
      hints: ['State its bins, such as A,B,C.'],
    };
    expect(asError(thrown)).toEqual(thrown);
    const ofOne = { ...thrown, at: { part: 'path', path: '/a' }, of: 'Age' };
    expect(asError(ofOne)).toEqual(ofOne);
  });

  it('has the errors of several fields in it, each of which is one by itself', () => {
    const first = { code: 'epsilon', message: 'No cap.', hints: [] };
    const other = { code: 'unit-name', message: 'No unit.', hints: [], german: undefined };
    expect(asErrors({ ...first, also: [other] })).toEqual([
      first,
      { code: 'unit-name', message: 'No unit.', hints: [] },
    ]);
    expect(asErrors('gone')).toEqual([asError('gone')]);
  });

  it('is told even where it is no error of the host', () => {
    expect(asError(new TypeError('x is undefined'))).toEqual({
      code: 'window',
      message: 'x is undefined',
      hints: [],
    });
    expect(asError('gone')).toEqual({ code: 'window', message: 'gone', hints: [] });
    expect(asError(null).message).toBe('null');
    expect(asError({ message: 'm', hints: 'not a list', code: 3 })).toEqual({
      code: 'window',
      message: 'm',
      hints: [],
    });
  });

  it('can be the window\u2019s own', () => {
    expect(slip('No reason.', 'Give one.')).toEqual({
      code: 'slip',
      message: 'No reason.',
      hints: ['Give one.'],
    });
  });
});
