import { describe, expect, it, vi } from 'vitest';

import Contacts from '../../src/features/sell/Contacts.svelte';
import { sought } from '../../src/lib/sought.svelte';
import { platform } from '../../src/platform';
import { eventually, show } from './support.svelte';

/** More contacts than a list shows at first. */
function contacts() {
  const kid = (nth: number) => String(nth).padStart(43, 'K');
  const all = Array.from({ length: 230 }, (_, nth) => ({
    kid: kid(nth),
    name: `Contact ${nth}`,
    note: '',
    added_at: '2026-11-20T12:00:00Z',
  }));
  vi.spyOn(platform, 'contacts').mockResolvedValue(all);
  vi.spyOn(platform, 'blockedKeys').mockResolvedValue([]);
  return kid;
}

describe('the row that is sought', () => {
  it('is shown, focused and marked, however far down its list it is', async () => {
    const kid = contacts();
    location.hash = '#/contacts';
    sought.seek('#/contacts', kid(220));
    const { see, count } = show(Contacts, {}, 700);
    await expect.element(see('contact-row', 220)).toHaveFocus();
    expect(see('contact-row', 220).element().textContent).toContain('Contact 220');
    expect(count('contact-row')).toBe(221);
    expect(document.querySelectorAll('[data-sought]')).toHaveLength(1);
    // Another one takes its place, and its mark.
    sought.seek('#/contacts', kid(3));
    await expect.element(see('contact-row', 3)).toHaveFocus();
    expect(document.querySelectorAll('[data-sought]')).toHaveLength(1);
  });

  it('is not sought on another page', async () => {
    const kid = contacts();
    sought.seek('#/contacts', kid(2));
    location.hash = '#/books';
    await eventually(() => expect(sought.id).toBeNull());
    const { see } = show(Contacts, {}, 700);
    await expect.element(see('contact-row', 2)).toBeInTheDocument();
    expect(document.querySelectorAll('[data-sought]')).toHaveLength(0);
  });
});
