import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUILT_HERE, NATIVE_MISSING } from '#parse/native/built-here.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import vectors from '../../../../fixtures/vectors/module-packages.json' with { type: 'json' };
import { createLineEngine } from './line-engine.ts';
import { completeOptions } from './options.ts';
import { scan } from './scan.ts';

/** What a scan lists of a file. */
interface Listed {
  path: string;
  dialect?: string;
  status?: string;
  reason?: string;
}

function modulesOf(entries: readonly Listed[]): string[] {
  return entries.filter(({ dialect }) => dialect === 'mjs').map(({ path }) => path);
}

function reasonsOf(entries: readonly Listed[]): Record<string, string> {
  return Object.fromEntries(entries.flatMap(({ path, reason }) => (reason === undefined ? [] : [[path, reason]])));
}

async function entriesOf(folder: string): Promise<Listed[]> {
  const { entries } = await scan(folder, completeOptions({}), { engine: createLineEngine({ jobs: 1 }) });
  return entries;
}

function nativeEntriesOf(folder: string): Listed[] {
  const { stdout } = spawnSync(BUILT_HERE, ['scan', folder, '--format', 'json'], { encoding: 'utf8' });
  return JSON.parse(stdout).entries;
}

function vectorFolder(): string {
  const folder = fixtureFolder(vectors.files);
  for (const path of vectors.executable) chmodSync(join(folder, path), 0o755);
  return folder;
}

test('the nearest package.json in the tree decides which plain JavaScript is a module, and a malformed one decides nothing', async () => {
  const entries = await entriesOf(vectorFolder());
  expect(modulesOf(entries)).toEqual(vectors.modules);
  expect(reasonsOf(entries)).toEqual(vectors.reasons);
});

test('a Node.js script without extension follows its package also if no file has the extension .js', async () => {
  const folder = fixtureFolder({ 'package.json': '{"type":"module"}', tool: '#!/usr/bin/node\n' });
  chmodSync(join(folder, 'tool'), 0o755);
  expect(modulesOf(await entriesOf(folder))).toEqual(['tool']);
});

test('a package.json of more than a MiB, or that is excluded, decides nothing', async () => {
  const folder = fixtureFolder({ 'package.json': `{"type":"module","a":"${'x'.repeat(1 << 20)}"}`, 'a.js': 'f\n' });
  const entries = await entriesOf(folder);
  expect(modulesOf(entries)).toEqual([]);
  expect(reasonsOf(entries)).toEqual({ 'package.json': 'larger than 1048576 bytes: its "type" is not read' });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  expect(modulesOf(await entriesOf(folder))).toEqual(['a.js']);
  writeFileSync(join(folder, '.analyzerignore'), 'package.json\n');
  expect(modulesOf(await entriesOf(folder))).toEqual([]);
});

test.skipIf(NATIVE_MISSING !== undefined)(`the native engine decides the same${NATIVE_MISSING ?? ''}`, () => {
  const entries = nativeEntriesOf(vectorFolder());
  expect(modulesOf(entries)).toEqual(vectors.modules);
  expect(reasonsOf(entries)).toEqual(vectors.reasons);
  const broken = entries.filter(({ status }) => status === 'partial' || status === 'syntax-error');
  expect(broken.map(({ path }) => path)).toEqual(vectors.broken);
});

test.skipIf(NATIVE_MISSING !== undefined)(`a cache does not mix modules and scripts${NATIVE_MISSING ?? ''}`, () => {
  const folder = fixtureFolder({
    'a/package.json': '{"type":"module"}',
    'a/a.js': 'return 1;\n',
    'b.js': 'return 1;\n',
  });
  const cache = fixtureFolder({});
  const statuses = () => {
    const { stdout } = spawnSync(BUILT_HERE, ['scan', folder, '--format', 'json', '--cache-dir', cache], {
      encoding: 'utf8',
    });
    const listed: Listed[] = JSON.parse(stdout).entries;
    return listed.filter(({ path }) => path.endsWith('.js')).map(({ path, status }) => `${path} ${status}`);
  };
  const first = statuses();
  expect(first).toContain('b.js analyzed');
  expect(first).not.toContain('a/a.js analyzed');
  expect(statuses()).toEqual(first);
});
