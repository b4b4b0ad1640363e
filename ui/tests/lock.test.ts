// What the window is built from: packages of npm's own registry whose bytes are known, under
// licences that allow it, none of which runs a script when it is installed. It is read out of the
// lock file, without a network.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

type Package = {
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  hasInstallScript?: boolean;
  link?: boolean;
};
type Lock = { packages: Record<string, Package> };

const LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
]);

const allowed = (licence: string | undefined) =>
  licence?.split(' OR ').some((one) => LICENCES.has(one)) ?? false;

/** What is wrong with a lock file, one line each. */
function faults({ packages }: Lock): string[] {
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .flatMap(([path, one]) => [
      ...(one.integrity?.startsWith('sha512-') ? [] : [`${path}: its bytes are not known`]),
      ...(one.resolved === undefined || one.resolved.startsWith('https://registry.npmjs.org/')
        ? []
        : [`${path}: from ${one.resolved}`]),
      ...(/^\d/.test(one.version ?? '') ? [] : [`${path}: of no version of the registry`]),
      ...(one.link ? [`${path}: a link`] : []),
      ...(allowed(one.license) ? [] : [`${path}: under ${one.license ?? 'no licence'}`]),
      ...(one.hasInstallScript ? [`${path}: runs a script when installed`] : []),
    ]);
}

describe('the packages of the window', () => {
  it('are what they are held to', () => {
    const lock = JSON.parse(
      readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'),
    ) as Lock;
    expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
    expect(faults(lock)).toEqual([]);
  });

  const good: Package = { version: '1.0.0', integrity: 'sha512-x', license: 'MIT' };
  it.each<[string, Package]>([
    ['its bytes are not known', { ...good, integrity: undefined }],
    ['its bytes are not known', { ...good, integrity: 'sha1-x' }],
    [
      'from git+ssh://git@example.org/x.git',
      { ...good, resolved: 'git+ssh://git@example.org/x.git' },
    ],
    [
      'from https://registry.npmjs.org.example/x.tgz',
      { ...good, resolved: 'https://registry.npmjs.org.example/x.tgz' },
    ],
    ['of no version of the registry', { ...good, version: 'file:../x' }],
    ['a link', { ...good, link: true }],
    ['under GPL-3.0', { ...good, license: 'GPL-3.0' }],
    ['under no licence', { ...good, license: undefined }],
    ['runs a script when installed', { ...good, hasInstallScript: true }],
  ])('are not taken: %s', (fault, bad) => {
    expect(faults({ packages: { x: good } })).toEqual([]);
    expect(faults({ packages: { x: bad } })).toEqual([`x: ${fault}`]);
  });
});
