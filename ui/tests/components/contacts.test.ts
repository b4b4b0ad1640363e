import { describe, expect, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import Contacts from '../../src/features/sell/Contacts.svelte';
import { platform } from '../../src/platform';
import type { ContactView } from '../../src/platform/types/ContactView';
import { t } from '../../src/text';
import { eventually, inLanguages, show } from './support.svelte';

const bea: ContactView = {
  kid: 'K'.repeat(43),
  name: 'Bea of the lab',
  note: 'by phone',
  added_at: '2026-11-18T12:00:00Z',
};

function contacts() {
  vi.spyOn(platform, 'contacts').mockResolvedValue([bea]);
  vi.spyOn(platform, 'blockedKeys').mockResolvedValue([]);
  const add = vi.spyOn(platform, 'addContact').mockRejectedValue({
    code: 'contact-known',
    message: 'This key is your contact.',
    hints: ['Change it.'],
    at: { part: 'contact', kid: bea.kid },
  });
  const edit = vi.spyOn(platform, 'editContact').mockResolvedValue(bea);
  return { add, edit };
}

describe('a contact', () => {
  inLanguages('whose key is added again is opened for editing, as it is', async () => {
    const { add, edit } = contacts();
    const { see, count, value } = show(Contacts, {}, 800);
    await userEvent.click(see('add-contact'));
    await userEvent.fill(see('contact-key'), ` ${bea.kid} `);
    await userEvent.fill(see('contact-name-field'), 'Eve');
    await userEvent.click(see('add-contact-confirm'));
    await expect.element(see('contact-known')).toHaveTextContent(t.contacts.isKnown(bea.name));
    expect(add).toHaveBeenCalledOnce();
    expect(count('error-note')).toBe(0);
    // The form shows the existing contact, not the typed fields.
    expect([value('contact-name-field'), value('contact-note')]).toEqual([bea.name, bea.note]);
    await userEvent.fill(see('contact-name-field'), 'Bea');
    await userEvent.click(see('edit-contact-confirm'));
    expect(edit).toHaveBeenCalledWith(bea.kid, 'Bea', bea.note);
    // The next contact starts with empty fields.
    await userEvent.click(see('add-contact'));
    expect([value('contact-key'), value('contact-name-field')]).toEqual(['', '']);
  });

  inLanguages('that is opened for editing and left is not added next', async () => {
    const { edit } = contacts();
    const { see, count, value } = show(Contacts, {}, 800);
    await userEvent.click(see('add-contact'));
    await userEvent.fill(see('contact-key'), bea.kid);
    await userEvent.fill(see('contact-name-field'), 'Eve');
    await userEvent.click(see('add-contact-confirm'));
    await userEvent.click(see('edit-contact-cancel'));
    await userEvent.click(see('add-contact'));
    expect(count('contact-known')).toBe(0);
    expect([value('contact-key'), value('contact-name-field')]).toEqual(['', '']);
    expect(edit).not.toHaveBeenCalled();
  });

  inLanguages('is edited from its row', async () => {
    const { edit } = contacts();
    const { see, count, value } = show(Contacts, {}, 800);
    await userEvent.click(see('edit-contact'));
    expect(count('contact-known')).toBe(0);
    expect([value('contact-name-field'), value('contact-note')]).toEqual([bea.name, bea.note]);
    await userEvent.fill(see('contact-note'), 'in person');
    await userEvent.click(see('edit-contact-confirm'));
    expect(edit).toHaveBeenCalledWith(bea.kid, bea.name, 'in person');
    await eventually(() => expect(count('edit-contact-confirm')).toBe(0));
  });
});
