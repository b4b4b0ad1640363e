import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import { slipAt, type Problem } from '../../src/lib/error';
import { atFields } from '../../src/lib/fields.svelte';
import { Task } from '../../src/lib/task.svelte';
import AddContact from '../../src/parts/AddContact.svelte';
import { platform } from '../../src/platform';
import { eventually, show } from './support.svelte';

const taken: Problem = { code: 'contact-name-taken', message: 'Taken.', hints: [] };
const full: Problem = { code: 'disk-full', message: 'Full.', hints: [] };

/** Runs a test with a form of a name and a list of rows. */
function form(
  test: (of: {
    task: Task<void>;
    typed: { name: string; rows: string[] };
    /** The messages at the name, at the rows and at no field, after a change. */
    after: (change: () => unknown) => string;
  }) => void,
) {
  const task = new Task<void>();
  const typed = $state({ name: '', rows: ['', ''] });
  let said = '';
  const stop = $effect.root(() => {
    const wrong = atFields(
      () => task.errors,
      () => ({ name: ['contact-name-taken'], rows: [] }),
      () => ({ ...typed }),
    );
    $effect(() => {
      said = wrong.all.map(({ message }) => message).join(' ');
    });
  });
  const after = (change: () => unknown) => {
    change();
    flushSync();
    return said;
  };
  test({ task, typed, after });
  stop();
}

describe('the errors of a form', () => {
  it('hold each until its field changes, and do not come back when that is undone', () => {
    form(({ task, typed, after }) => {
      const slips = [slipAt('name', 'Name.'), slipAt('rows', 'Rows.')];
      expect(after(() => task.refuse(slips))).toBe('Name. Rows.');
      expect(after(() => (typed.name = 'a'))).toBe('Rows.');
      expect(after(() => (typed.name = ''))).toBe('Rows.');
      expect(after(() => (typed.rows[1] = 'b'))).toBe('');
      expect(after(() => task.refuse([slipAt('name', 'Again.')]))).toBe('Again.');
      expect(after(() => task.refuse([]))).toBe('');
    });
  });

  it('in a list hold until their row changes', () => {
    form(({ task, typed, after }) => {
      const slips = [0, 1].map((row) => ({ ...slipAt('rows', `Row ${row}.`), row }));
      expect(after(() => task.refuse(slips))).toBe('Row 0. Row 1.');
      expect(after(() => (typed.rows[0] = 'a'))).toBe('Row 1.');
    });
  });

  it('of the host hold until any value changes: it judged all of them', () => {
    for (const problem of [taken, full]) {
      form(({ task, typed, after }) => {
        expect(after(() => (task.error = problem))).toBe(problem.message);
        expect(after(() => (typed.rows[0] = 'a'))).toBe('');
        expect(after(() => (typed.rows[0] = ''))).toBe('');
      });
    }
  });

  it('were found while the form was not shown, and are told in the next one', () => {
    const task = new Task<void>();
    task.error = slipAt('name', 'before');
    const stop = $effect.root(() => {
      const wrong = atFields(
        () => task.errors,
        () => ({ name: [] }),
        () => ({ name: 'typed' }),
      );
      expect(wrong.now.name?.message).toBe('before');
    });
    stop();
  });

  it('leave the focus where it is when they go', async () => {
    vi.spyOn(platform, 'addContact').mockRejectedValue(taken);
    const { see, count } = show(AddContact, { open: true });
    await userEvent.fill(see('contact-key'), 'A');
    await userEvent.fill(see('contact-name-field'), 'Bea');
    await userEvent.click(see('add-contact-confirm'));
    await expect.element(see('contact-name-field')).toHaveFocus();
    expect(count('error-note')).toBe(1);
    await userEvent.fill(see('contact-key'), 'K');
    await eventually(() => expect(count('error-note')).toBe(0));
    await userEvent.fill(see('contact-key'), 'A');
    await expect.element(see('contact-key')).toHaveFocus();
    expect(count('error-note')).toBe(0);
  });
});
