import { describe, expect } from 'vitest';
import { userEvent } from 'vitest/browser';

import ListingCheck from '../../src/features/sell/ListingCheck.svelte';
import { slip } from '../../src/lib/error';
import Field from '../../src/parts/Field.svelte';
import { t } from '../../src/text';
import { faults, inLanguages, show } from './support.svelte';

const rows = { testid: 'listing-public-rows', label: 'Rows' };
const ceiling = { testid: 'listing-ceiling', label: 'Ceiling' };

describe('the summary of a draft', () => {
  inLanguages('says that it can be signed only if nothing is wrong', async () => {
    const { container, count } = show(ListingCheck, { errors: [], warnings: [] });
    expect(container.textContent).toContain(t.guide.ready);
    expect(count('listing-check-link')).toBe(0);
    const warned = show(ListingCheck, {
      errors: [],
      warnings: [{ text: 'Much is given away.', field: ceiling }],
    });
    expect(warned.container.textContent).toContain(t.guide.ready);
    expect(warned.container.textContent).toContain(t.guide.warnings(1));
    const wrong = show(ListingCheck, {
      errors: [
        { problem: slip(t.drafting.shouldBe.count), field: rows },
        { problem: slip('The market is away.'), field: null },
      ],
      warnings: [],
    });
    expect(wrong.container.textContent).not.toContain(t.guide.ready);
    expect(wrong.container.textContent).toContain(t.guide.errors(2));
    expect(wrong.count('listing-check-link')).toBe(1);
    expect(await faults(wrong.container)).toEqual([]);
  });

  inLanguages('leads to each field, with its label in sight', async () => {
    const main = document.createElement('main');
    document.body.append(main);
    const field = show(Field, { label: 'Rows', testid: 'listing-public-rows', value: '-3' });
    const spacer = document.createElement('div');
    spacer.style.height = '3000px';
    main.append(field.container, spacer);
    const problem = slip(t.drafting.shouldBe.count);
    const check = show(ListingCheck, { errors: [{ problem, field: rows }], warnings: [] });
    main.append(check.container);
    check.container.scrollIntoView();
    await userEvent.click(check.see('listing-check-link'));
    await expect.element(field.see('listing-public-rows')).toHaveFocus();
    const { top, bottom } = field.container.getBoundingClientRect();
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThanOrEqual(innerHeight);
    main.remove();
  });
});
