// Advice that comes while somebody types further below.

import { flushSync } from 'svelte';
import { expect, it } from 'vitest';

import type { Advice } from '../../src/features/sell/advice';
import AdviceList from '../../src/features/sell/AdviceList.svelte';
import { show } from './support.svelte';

it('growing advice keeps the focused field below it in sight', () => {
  const props = $state({ advice: [] as Advice[], testid: 'advice' });
  const shown = show(AdviceList, props);
  // A field at the lower end of the window, in a page that scrolls.
  const room = document.createElement('div');
  room.style.height = `${innerHeight - 80}px`;
  const field = document.createElement('input');
  const below = document.createElement('div');
  below.style.height = '2000px';
  shown.container.append(room, field, below);
  scrollTo(0, 0);
  field.focus({ preventScroll: true });
  const isInSight = () => field.getBoundingClientRect().top < innerHeight;
  expect(isInSight()).toBe(true);
  props.advice = Array.from({ length: 20 }, (_, n) => ({ tone: 'note', text: `advice ${n}` }));
  flushSync();
  expect(shown.container.querySelectorAll('p').length).toBe(20);
  expect(isInSight()).toBe(true);
  // Whoever looks elsewhere is not led back.
  scrollTo(0, document.documentElement.scrollHeight);
  expect(field.getBoundingClientRect().bottom).toBeLessThan(0);
  props.advice = [];
  flushSync();
  expect(field.getBoundingClientRect().bottom).toBeLessThan(0);
});
