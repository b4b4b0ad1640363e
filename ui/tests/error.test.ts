import { describe, expect, it } from 'vitest';

import { asError, slip } from '../src/lib/error';

describe('what was thrown', () => {
  it('is the host\u2019s error, in the window\u2019s words', () => {
    const thrown = { code: 'no-bins', message: 'It needs bins.', hints: ['State them with --bins A,B,C or --edges 0,18.', 'poundwise --help'] };
    expect(asError(thrown)).toEqual({
      code: 'no-bins',
      message: 'It needs bins.',
      hints: ['State them with “Bins” A,B,C or “Edges” 0,18.', 'poundwise --help'],
    });
  });

  it('gives an example as it is typed into the window', () => {
    const thrown = { code: 'no-value', message: 'The value is missing.', hints: ['Give it with --value, such as --value 12.5.', 'It is like --count, such as --count 5.'] };
    expect(asError(thrown).hints).toEqual(['Give it with “The value”, such as 12.5.', 'It is like --count, such as --count 5.']);
  });

  it('is told even where it is no error of the host', () => {
    expect(asError(new TypeError('x is undefined'))).toEqual({ code: 'window', message: 'x is undefined', hints: [] });
    expect(asError('gone')).toEqual({ code: 'window', message: 'gone', hints: [] });
    expect(asError(null).message).toBe('null');
    expect(asError({ message: 'm', hints: 'not a list', code: 3 })).toEqual({ code: 'window', message: 'm', hints: [] });
  });

  it('can be the window\u2019s own', () => {
    expect(slip('No reason.', 'Give one.')).toEqual({ code: 'usage', message: 'No reason.', hints: ['Give one.'] });
  });
});
