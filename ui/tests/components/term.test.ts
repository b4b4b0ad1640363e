import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';

import Term from '../../src/parts/Term.svelte';
import { t } from '../../src/text';
import type { Text } from '../../src/text/shape';
import { faults, inLanguages, show } from './support.svelte';

describe('a word of the glossary', () => {
  inLanguages('is explained on focus, until Escape', async () => {
    for (const of of Object.keys(t.glossary) as (keyof Text['glossary'])[]) {
      const { container, focus, see } = show(Term, { of, mark: of === 'cap' });
      const tip = see(`tip-${of}`);
      await expect.element(tip).not.toBeVisible();
      focus(`term-${of}`);
      await expect.element(tip).toBeVisible();
      await expect.element(tip).toHaveTextContent(t.glossary[of].means);
      const word = see(`term-${of}`).element();
      expect(word.getAttribute('aria-describedby')).toBe(tip.element().id);
      expect(await faults(container)).toEqual([]);
      await userEvent.keyboard('{Escape}');
      await expect.element(tip).not.toBeVisible();
      // The focus stays where it was.
      expect(document.activeElement).toBe(word);
    }
  });

  it('is explained while it is pointed at, and while the explanation is', async () => {
    const { see } = show(Term, { of: 'ceiling' });
    await userEvent.hover(see('term-ceiling'));
    await expect.element(see('tip-ceiling')).toBeVisible();
    await userEvent.hover(see('tip-ceiling'));
    await new Promise((resolve) => setTimeout(resolve, 400));
    await expect.element(see('tip-ceiling')).toBeVisible();
    await userEvent.unhover(see('tip-ceiling'));
    await expect.element(see('tip-ceiling')).not.toBeVisible();
  });

  it('leaves a dialog open that Escape would close', async () => {
    const dialog = document.createElement('dialog');
    document.body.append(dialog);
    const { container, focus, see } = show(Term, { of: 'epsilon' });
    dialog.append(container);
    dialog.showModal();
    focus('term-epsilon');
    await expect.element(see('tip-epsilon')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(see('tip-epsilon')).not.toBeVisible();
    expect(dialog.open).toBe(true);
    document.body.append(container);
    dialog.remove();
  });
});
