import type { CheckV1 } from '@analyzer/contracts/analyzer.check.v1';
import { validate } from '@analyzer/contracts/analyzer.check.v1/validate';
import { writeFiles } from '@analyzer/core/tree/fixture-folder.ts';
import { commitAll } from '@analyzer/core/tree/git/git-fixture.ts';
import { expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const get = [
  '    def get(self, key, seconds):',
  '        encoded = self.encoder.encode(key, self.prefix)',
  '        found = self.backend.lookup(encoded, self.timeout)',
  '        if found is None and seconds > self.timeout:',
  '            for name in self.names:',
  '                self.log.debug(found, encoded, self.prefix, name, seconds * 1000)',
  '                found = self.backend.lookup(name, seconds)',
  '        return found',
  '',
].join('\n');
const ping = '    def ping(self):\n        return self.send("ping")\n';
const mirror = { between: ['client', 'client/aio'], reason: 'asynchronous client' };
const configured = (...mirrors: object[]) => JSON.stringify({ schema: 'analyzer.config.v1', mirrors });

/** A copy on the other side of a mirror is new, and one side got a method. */
function changed(): string {
  const folder = folderWith({
    'analyzer.json': configured(mirror),
    'client/a.py': `class Client:\n${get}`,
    'client/aio/a.py': 'class AsyncClient:\n    pass\n',
  });
  commitAll(folder);
  writeFiles(folder, {
    'client/a.py': `class Client:\n${get}${ping}`,
    'client/aio/a.py': `class AsyncClient:\n${get}`,
  });
  return folder;
}

const checked = (cwd: string, ...args: string[]) =>
  analyzer(['check', '--against', 'HEAD', '--engine', 'portable', ...args], { cwd });

async function documentOf(cwd: string, ...args: string[]): Promise<{ code: number | null; document: CheckV1 }> {
  const { code, stdout } = await checked(cwd, '--format', 'json', ...args);
  const document: unknown = JSON.parse(stdout);
  if (!validate(document)) throw new Error(JSON.stringify(validate.errors));
  return { code, document };
}

test('check does not count copies across an intended mirror and notes what one side got', async () => {
  const cwd = changed();
  const { code, document } = await documentOf(cwd);
  expect({ code, mirrors: document.mirrors, drift: document.drift?.map(({ members }) => members) }).toEqual({
    code: 0,
    mirrors: [{ ...mirror, findings: 1 }],
    drift: [['Client.ping']],
  });
  const { stdout } = await checked(cwd);
  expect(stdout).toContain('1 finding in the mirror of client and client/aio not counted: asynchronous client');
  expect(stdout).toContain('Client.ping was added; client/aio/a.py does not have it');
  expect((await checked(cwd, '--no-config')).code).toBe(1);
});

test('check --fail-on drift fails on what only one side of a mirror got', async () => {
  const { code, document } = await documentOf(changed(), '--fail-on', 'drift');
  expect({ code, summary: document.summary }).toMatchObject({ code: 1, summary: { findings: 1, drift: 1, missed: 0 } });
});

test('check --fail-on drift without mirrors is wrong usage', async () => {
  const { code, stderr } = await checked(changed(), '--fail-on', 'missed,drift', '--no-config');
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('--fail-on drift needs mirrors') });
});

test.each([
  ['without a reason', { between: ['a', 'b'] }, '/mirrors/0'],
  ['with one side', { between: ['a'], reason: 'x' }, '/mirrors/0/between'],
  ['with a side outside of the folder', { between: ['a', '../b'], reason: 'x' }, '/mirrors/0/between/1'],
  ['with the same side twice', { between: ['a', './a/'], reason: 'x' }, '/mirrors/0/between/1'],
])('a mirror %s is refused with its location', async (_, its, pointer) => {
  const cwd = folderWith({ 'a.py': 'x = 1\n', 'analyzer.json': configured(its) });
  const { code, stderr } = await analyzer(['check'], { cwd });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(pointer) });
});

test('config prints the mirrors of the file', async () => {
  const cwd = folderWith({ 'analyzer.json': configured(mirror) });
  expect((await analyzer(['config'], { cwd })).stdout).toContain('client, client/aio: asynchronous client');
  const { stdout } = await analyzer(['config', '--format', 'json'], { cwd });
  expect(JSON.parse(stdout).mirrors).toEqual([mirror]);
});
