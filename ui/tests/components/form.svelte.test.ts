import { flushSync } from 'svelte';
import { expect, it } from 'vitest';

import { ListingForm } from '../../src/features/sell/form.svelte';
import type { DatasetView } from '../../src/platform/types/DatasetView';

it('is read again after a change of any cell of its lists', () => {
  const clinic = {
    name: 'clinic',
    columns: ['town', 'age'].map((name) => ({ name, column_type: 'text', values: [] })),
  } as unknown as DatasetView;
  let reads = 0;
  let form!: ListingForm;
  const stop = $effect.root(() => {
    form = new ListingForm('a home', 'clinic', 'EUR', () => [clinic]);
    $effect(() => {
      void form.sent;
      reads += 1;
    });
  });
  flushSync();
  const { typed } = form;
  const changes: [string, () => unknown][] = [
    ['level', () => (typed.tariff[0]!.level = '1')],
    ['price', () => (typed.tariff[0]!.price = '5')],
    ['point', () => typed.tariff.push({ level: '2', price: '9' })],
    ['bin', () => typed.bins.push('Ulm')],
    ['edge', () => typed.edges.push('18')],
    ['crossed bin', () => typed.crossed[0]!.bins.push('Ulm')],
    ['bound', () => (typed.variables[0]!.low = '18')],
    ['value of two', () => (typed.variables[0]!.values[1] = 'm')],
    ['group', () => form.groups.add()],
    ['bin of a group', () => typed.groups[0]!.bins.push('Ulm')],
    ['condition', () => form.addCondition()],
    ['value', () => (typed.filters[0]!.value = 'Ulm')],
  ];
  for (const [what, change] of changes) {
    const before = reads;
    change();
    flushSync();
    expect(reads, what).toBe(before + 1);
  }
  stop();
});
