import { describe, expect } from 'vitest';
import { userEvent } from 'vitest/browser';

import { comingDay, dayInWords } from '../../src/lib/day';
import DayField from '../../src/parts/DayField.svelte';
import { faults, inLanguages, live, show } from './support.svelte';

describe('the field of a day', () => {
  inLanguages('shows, takes and asks for one form, and says the day in words', async () => {
    const props = live({ label: 'On', testid: 'on', value: '2026-11-21' });
    const { container, see, value } = show(DayField, props);
    expect(value('on')).toBe('2026-11-21');
    expect(container.textContent).toContain(dayInWords('2026-11-21'));
    await userEvent.fill(see('on'), '1.2.2027');
    expect(container.textContent).toContain(dayInWords('2027-02-01'));
    // Under the hand it stays as it is typed.
    expect(value('on')).toBe('1.2.2027');
    await userEvent.tab();
    expect(value('on')).toBe('2027-02-01');
    await userEvent.fill(see('on'), '31.2.2027');
    await userEvent.tab();
    expect(value('on')).toBe('31.2.2027');
    // The example is of a day to come.
    expect(container.textContent).toContain(comingDay(new Date()));
    expect(await faults(container)).toEqual([]);
  });
});
