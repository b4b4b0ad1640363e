import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** The browser that the system has; Playwright's own is never fetched. */
const browser = ['chromium', 'chromium-browser', 'google-chrome']
  .flatMap((name) => (process.env['PATH'] ?? '').split(delimiter).map((dir) => join(dir, name)))
  .find(existsSync);
if (process.env['VITEST'] && !browser) {
  const lacking = 'chromium not found: the components are not tested; `make test` installs it';
  if (process.env['CI']) throw new Error(lacking);
  console.warn(lacking);
}

/** Components in a real browser, as a person meets them: drawn, pointed at, typed into. */
const components: TestProjectInlineConfiguration = {
  extends: true,
  // Found while a test runs, a dependency would load the page anew.
  optimizeDeps: {
    entries: ['tests/components/*.test.ts'],
    include: ['axe-core', 'svelte', 'svelte/reactivity'],
  },
  test: {
    name: 'components',
    include: ['tests/components/*.test.ts'],
    // One page for all files: to load every module anew for each takes a third of the time.
    isolate: false,
    setupFiles: ['tests/components/setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      connectTimeout: 300_000,
      provider: playwright({
        launchOptions: {
          executablePath: browser,
          timeout: 180_000,
          // As root it has no sandbox; nothing is asked of the network.
          args: [
            '--no-sandbox',
            '--disable-gpu',
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
          ],
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
};

export default defineConfig({
  plugins: [svelte()],
  clearScreen: false,
  server: { port: 5173, strictPort: true },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'safari16',
    // Inlined fonts would be data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
  },
  test: {
    projects: [
      {
        extends: true,
        // Some tests read all sources, which takes long on a busy machine.
        test: {
          name: 'unit',
          include: ['tests/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
        },
      },
      ...(browser ? [components] : []),
    ],
  },
});
