import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';

import TariffEditor from '../../src/features/sell/TariffEditor.svelte';
import type { Knot } from '../../src/features/sell/tariff';
import type { Problem } from '../../src/lib/error';
import type { PointFault } from '../../src/platform/types/PointFault';
import { t } from '../../src/text';
import { faults, inLanguages, live, overflows, show } from './support.svelte';

/** The editor over 10 at ε 1 and 30 at ε 4. */
function editor(width = 500, more: object = {}) {
  const knots: Knot[] = live([
    { level: '1', price: '10' },
    { level: '4', price: '30' },
  ]);
  return show(
    TariffEditor,
    {
      knots,
      currency: 'EUR',
      exponent: 2,
      ceiling: null,
      levels: [
        {
          level: 4_000_000,
          price: null,
          price_now: { minor: 2500, currency: 'EUR', exponent: 2 },
          widths: [{ of: 'value', text: '3', unit: 'kg', number: 3, basis: 'about' }],
        },
      ],
      reckoned: null,
      testid: 'tariff',
      ...more,
    },
    width,
  );
}

describe('a tariff', () => {
  inLanguages('is named for those who hear it', async () => {
    for (const width of [300, 500]) {
      const { container } = editor(width);
      expect(await faults(container)).toEqual([]);
      expect(overflows(container)).toBe(false);
    }
  });

  it('says above which level nothing is sold', async () => {
    const { see, container } = editor(300, { ceiling: 2_000_000, neverSold: [4_000_000] });
    await expect
      .element(see('tariff-never-sold'))
      .toHaveTextContent('The price states ε 4, which is above the ceiling and never sold.');
    expect(await faults(container)).toEqual([]);
    const { see: other } = editor(300, { ceiling: 4_000_000 });
    await expect.element(other('tariff-never-sold')).toHaveTextContent(/^$/);
  });

  it('fits a window that is made smaller', async () => {
    const { container } = editor(900);
    const curve = () => container.querySelector('svg[role=group]')?.getAttribute('width');
    await expect.poll(curve).toBe('900');
    container.style.width = '400px';
    await expect.poll(curve).toBe('400');
    expect(overflows(container)).toBe(false);
  });

  it('is drawn as it is typed, with the accuracy where it is known', async () => {
    const { see } = editor();
    await expect.element(see('tariff-accuracy')).toHaveTextContent('—');
    await expect.element(see('tariff-accuracy-2')).toHaveTextContent('± 3 kg (95%)');
    // As soon as its level is typed, whatever the price.
    await see('tariff-level').fill('4,0');
    await see('tariff-amount').fill('');
    await expect.element(see('tariff-accuracy')).toHaveTextContent('± 3 kg (95%)');
    await see('tariff-level').fill('1');
    await see('tariff-amount').fill('10');
    await see('tariff-amount-2').fill('50');
    await expect.element(see('tariff-point', 1)).toHaveAttribute('aria-valuenow', '50');
    await see('tariff-level').fill('nothing');
    await expect.element(see('tariff-point', 1)).not.toBeInTheDocument();
  });

  it('shows the price now where it is changed, and with how many rows a mean is reckoned', async () => {
    const { see } = editor(500, { repricing: true, reckoned: 1000 });
    await expect.element(see('tariff-now')).toHaveTextContent('—');
    await expect.element(see('tariff-now-2')).toHaveTextContent('€25.00');
    await expect.element(see('tariff-reckoned')).toHaveTextContent('mean of 1000 rows');
  });

  inLanguages('says what is wrong once, at its cell, with the focus there', async () => {
    const cells: Record<PointFault, string> = {
      'no-level': 'tariff-level-2',
      'level-not-rising': 'tariff-level-2',
      'no-price': 'tariff-amount-2',
      'too-many-decimals': 'tariff-amount-2',
      thousands: 'tariff-amount-2',
      'price-falls': 'tariff-amount-2',
    };
    for (const [fault, cell] of Object.entries(cells) as [PointFault, string][]) {
      const problem: Problem = {
        code: 'tariff',
        message: 'The price, point 2: it is wrong.',
        hints: ['Give the price.'],
        at: { part: 'point', row: 1, fault },
      };
      const { see, container, count } = editor(500, { problems: [problem] });
      await expect.element(see(cell)).toHaveFocus();
      await expect.element(see(cell)).toHaveAttribute('aria-invalid', 'true');
      expect(container.querySelectorAll('[aria-invalid]')).toHaveLength(1);
      expect(count('error-note')).toBe(1);
      await expect.element(see('error-note')).toHaveTextContent(t.drafting.misfit[fault]);
      expect(await faults(container)).toEqual([]);
    }
  });

  it('follows the keys on a point', async () => {
    const { focus, see, value } = editor();
    focus('tariff-point', 1);
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(value('tariff-amount-2')).toBe('30.40');
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
    expect(value('tariff-level-2')).toBe('4.2');
    await expect
      .element(see('tariff-point', 1))
      .toHaveAttribute('aria-valuetext', 'ε\u00a04.2 (4.2\u00a0lb): €30.40');
    expect(document.activeElement).toBe(see('tariff-point', 1).element());
  });

  it('follows the pointer that pulls a point, and no farther than its neighbours', async () => {
    const { see, value } = editor();
    const pull = (x: number, y: number) =>
      userEvent.dragAndDrop(see('tariff-point', 1), see('tariff-curve'), {
        targetPosition: { x, y },
      });
    // The drawing is 500 wide and 190 high; the axes leave it 32 on the left and 34 below.
    await pull(330, 84);
    const [level, price] = [value('tariff-level-2'), value('tariff-amount-2')].map(Number);
    expect(level).toBeCloseTo(3.2, 0);
    expect(price).toBeCloseTo(20, 0);
    // It comes to rest on round numbers.
    expect([(level ?? 0) * 50, (price ?? 0) * 5].map((number) => number % 1)).toEqual([0, 0]);
    await pull(1, 189);
    expect([value('tariff-level-2'), value('tariff-amount-2')]).toEqual(['1.000001', '10.00']);
    // The other one has not moved.
    expect([value('tariff-level'), value('tariff-amount')]).toEqual(['1', '10']);
  });

  it('takes points and gives them up, the focus where one goes on', async () => {
    const { see, value } = editor();
    await see('tariff-add').click();
    expect(value('tariff-level-3')).toBe('5.5');
    expect(value('tariff-amount-3')).toBe('40.00');
    await expect.element(see('tariff-level-3')).toHaveFocus();
    await see('tariff-remove', 0).click();
    expect(value('tariff-level')).toBe('4');
    await expect.element(see('tariff-add')).toHaveFocus();
    await see('tariff-remove', 0).click();
    await expect.element(see('tariff-remove')).toHaveAttribute('aria-disabled', 'true');
  });
});
