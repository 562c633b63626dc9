import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { readProjectManifests } from './project-manifests.ts';

const VALID = '{"contracts":[{"scope":"project","intent":"Serves orders."}]}';

test('a single valid manifest is read, in JSON and in YAML', () => {
  for (const [path, text] of [
    ['contracts.json', VALID],
    ['contracts.yml', 'contracts:\n  - scope: project\n    intent: Serves orders.\n'],
    ['intract.yaml', VALID],
  ] as const) {
    const [manifest] = readProjectManifests(fixtureFolder({ [path]: text }));
    expect(manifest).toMatchObject({ path, state: 'read', contracts: [{ scope: 'project', pointer: '/contracts/0' }] });
    expect(manifest?.sha256).toMatch(/^[0-9a-f]{64}$/);
  }
});

test('a folder without a manifest has none', () => {
  expect(readProjectManifests(fixtureFolder({ 'package.json': '{}' }))).toEqual([]);
});

test('of several manifests none is used', () => {
  const found = readProjectManifests(fixtureFolder({ 'contracts.json': VALID, 'contracts.yaml': 'a: 1\n' }));
  expect(found.map(({ path, state, contracts }) => [path, state, contracts])).toEqual([
    ['contracts.json', 'ambiguous', []],
    ['contracts.yaml', 'ambiguous', []],
  ]);
});

test('an invalid manifest is named and gives no contracts', () => {
  for (const text of ['{', '{"contracts":[{}]}', '['.repeat(200_000), '']) {
    expect(readProjectManifests(fixtureFolder({ 'contracts.json': text }))).toMatchObject([
      { path: 'contracts.json', state: 'invalid', contracts: [] },
    ]);
  }
});

test('a symbolic link and a folder are not read', () => {
  const folder = fixtureFolder({ 'elsewhere.json': VALID });
  symlinkSync('elsewhere.json', join(folder, 'contracts.json'));
  expect(readProjectManifests(folder)).toEqual([{ path: 'contracts.json', state: 'unreadable', contracts: [] }]);
  const other = fixtureFolder({});
  mkdirSync(join(other, 'contracts.yaml'));
  expect(readProjectManifests(other)).toEqual([{ path: 'contracts.yaml', state: 'unreadable', contracts: [] }]);
});
