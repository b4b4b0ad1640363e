import { describe, expect, it, vi } from 'vitest';
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
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { see } = show(Term, { of: 'ceiling' });
    await userEvent.hover(see('term-ceiling'));
    await expect.element(see('tip-ceiling')).toBeVisible();
    await userEvent.hover(see('tip-ceiling'));
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.element(see('tip-ceiling')).toBeVisible();
    await userEvent.unhover(see('tip-ceiling'));
    await expect.element(see('tip-ceiling')).not.toBeVisible();
  });

  it('stays beside its word while that is scrolled, and goes with it out of sight', async () => {
    const { container, focus, see } = show(Term, { of: 'cap' });
    container.style.margin = '150vh 0';
    // The focus scrolls to it, and is told of that only afterwards.
    focus('term-cap');
    const scrolled = () => new Promise((done) => addEventListener('scroll', done, { once: true }));
    await scrolled();
    const [word, tip] = [see('term-cap'), see('tip-cap')].map((one) => one.element());
    const apart = () => {
      const [at, own] = [word?.getBoundingClientRect(), tip?.getBoundingClientRect()];
      return Math.min(
        Math.abs((own?.top ?? 0) - (at?.bottom ?? 0)),
        Math.abs((at?.top ?? 0) - (own?.bottom ?? 0)),
      );
    };
    await expect.element(see('tip-cap')).toBeVisible();
    expect(apart()).toBeLessThan(10);
    scrollBy(0, 40);
    await scrolled();
    await expect.element(see('tip-cap')).toBeVisible();
    expect(apart()).toBeLessThan(10);
    scrollTo(0, 0);
    await scrolled();
    await expect.element(see('tip-cap')).not.toBeVisible();
    container.style.margin = '';
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
