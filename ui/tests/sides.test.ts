import { describe, expect, it } from 'vitest';

import { hashIn } from '../src/lib/side';
import type { SideValue } from '../src/platform/types/SideValue';

describe('a side of a comparison', () => {
  it('has a hash to copy where it names one', () => {
    const root: SideValue = { kind: 'text', value: 'x'.repeat(44) };
    const said = (...values: SideValue[]) =>
      hashIn({ text: '', says: 'root-in', with: values }) ?? null;
    expect(said(root, { kind: 'file', value: 'f'.repeat(44) })).toBe(root.value);
    expect(said({ kind: 'text', value: '2026-11-21T00:10:00Z' })).toBeNull();
  });
});
