import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../src');

it('no form leaves its errors to the browser, whose words are in the language of the system', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' });
  const forms = files
    .filter((file) => file.endsWith('.svelte'))
    .flatMap((file) => readFileSync(join(SRC, file), 'utf8').match(/<form\b[^>]*/g) ?? []);
  expect(forms.length).toBeGreaterThan(20);
  expect(forms.filter((form) => !form.includes('novalidate'))).toEqual([]);
});
