// All files are tested in one page, with one set of modules: what a test leaves there is taken back
// once it has ended, so that none depends on those before it. Runs anew for each file, unlike what
// it imports.

import { afterEach, vi } from 'vitest';

import { audit } from '../../src/features/audit/audit.svelte';
import { left as amounts } from '../../src/features/buy/weigh';
import { left as tables } from '../../src/features/sell/batch';
import { dropDraft, keptDrafts, reasons } from '../../src/features/sell/drafts';
import { leave } from '../../src/lib/leave';
import { sample } from '../../src/lib/sample.svelte';
import { settings } from '../../src/lib/settings.svelte';
import { shell } from '../../src/lib/shell.svelte';
import { sought } from '../../src/lib/sought.svelte';
import { shown } from '../../src/route.svelte';
import { speech } from '../../src/text/speech.svelte';
import { clear } from './support.svelte';

// Registered first, it runs after those of the file.
afterEach(async () => {
  vi.useRealTimers();
  await clear();
  document.body.replaceChildren();
  leave();
  shell.moved = false;
  shell.shortestPassphrase = 0;
  shell.over = null;
  // Files that were dropped and wait for a screen.
  shell.takeDrops('check', () => undefined)();
  audit.clear();
  audit.replaying = false;
  sample.close();
  sought.last = null;
  for (const typed of keptDrafts('')) dropDraft('', typed);
  for (const kept of [amounts, tables, reasons]) kept.clear();
  location.hash = '';
  shown.follow();
  settings.view = null;
  for (const worn of ['theme', 'text']) delete document.documentElement.dataset[worn];
  speech.speak('en');
  vi.restoreAllMocks();
});
