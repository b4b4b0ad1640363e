import axe from 'axe-core';
import { flushSync, mount, unmount, type Component } from 'svelte';
import { it, vi } from 'vitest';
import { page } from 'vitest/browser';

import '../../src/style/tokens.css';
import '../../src/style/base.css';
import { LANGUAGES, speech, type Language } from '../../src/text/speech.svelte';

let places = 0;
let shown: { component: Record<string, unknown>; container: HTMLElement }[] = [];

/** Waits until a check no longer fails, for as long as it may take on a slow, loaded machine. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 30_000 });
}

/** Takes away whatever is shown. */
export async function clear(): Promise<void> {
  const all = shown;
  shown = [];
  for (const { component, container } of all) {
    await unmount(component);
    container.remove();
  }
}

/** Shows a component in a column of that width. */
export function show<Props extends Record<string, unknown>>(
  component: Component<Props>,
  props: Props,
  width = 500,
) {
  const container = document.createElement('div');
  container.style.width = `${width}px`;
  // A name of its own, by which it is found whatever it says by then.
  container.dataset['testid'] = `shown-${(places += 1)}`;
  document.body.append(container);
  const mounted = mount(component, { target: container, props });
  const one = { component: mounted, container };
  shown.push(one);
  flushSync();
  const see = (id: string, nth = 0) => page.elementLocator(container).getByTestId(id).nth(nth);
  return {
    component: mounted,
    container,
    see,
    /** What a field holds. */
    value: (id: string) => (see(id).element() as HTMLInputElement).value,
    /** How many there are. */
    count: (id: string) => page.elementLocator(container).getByTestId(id).elements().length,
    /** Takes it away, as when another screen is looked at. */
    close: async () => {
      shown = shown.filter((other) => other !== one);
      await unmount(mounted);
      container.remove();
    },
    focus: (id: string, nth = 0) => (see(id, nth).element() as HTMLElement).focus(),
  };
}

/** A test in each language. */
export function inLanguages(name: string, test: () => Promise<void>): void {
  it.each(Object.keys(LANGUAGES) as Language[])(`${name}, in %s`, async (language) => {
    speech.speak(language);
    await test();
  });
}

/** What axe finds wrong with it. */
export async function faults(element: Element): Promise<string[]> {
  const { violations } = await axe.run(element);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Whether anything in it is wider than it is. */
export const overflows = (element: Element): boolean => element.scrollWidth > element.clientWidth;

/** An object that components follow when it changes. */
export function live<T extends object>(value: T): T {
  const followed = $state(value);
  return followed;
}
