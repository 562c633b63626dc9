import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { analyzer, type Ended, launcher, runChild } from '../fixture.ts';

const repository = fileURLToPath(new URL('../../../../../', import.meta.url));
const page = join(repository, 'docs/use/llm.md');
const folder = mkdtempSync(join(tmpdir(), 'analyzer-packet-'));
const GROUP = 'g_655da8e80910a6583843';

const run = (...args: string[]): Promise<Ended> => analyzer(args, { cwd: folder });

beforeAll(async () => {
  cpSync(join(repository, 'fixtures/query/projects'), join(folder, 'fixtures/query/projects'), { recursive: true });
  expect(await run('workspace', 'index', 'fixtures/query/projects', '--discover')).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('help', () => {
  test.each(['context', 'validate'])('help.workspace-%s.txt', async (name) => {
    const { code, stdout } = await run('workspace', name, '--help');
    expect(code).toBe(0);
    await expect(stdout).toMatchFileSnapshot(join(repository, `fixtures/cli/help.workspace-${name}.txt`));
  });
});

test('docs/use/llm.md leads from a packet to an accepted proposal', async () => {
  const text = readFileSync(page, 'utf8');
  const commands = [...text.matchAll(/^npx analyzer (.*)$/gm)].map(([, line = '']) => line.split(' '));
  const [context = [], validate = []] = commands;
  expect(await run(...context)).toEqual({ code: 0, stdout: '', stderr: '' });
  const packet = JSON.parse(readFileSync(join(folder, 'packet.json'), 'utf8'));
  const [, shown = ''] = /^```json\n([^`]*)^```$/m.exec(text) ?? [];
  const reply = shown
    .replace('<snapshot_id of the packet>', packet.snapshot_id)
    .replace('<packet_sha256 of the packet>', packet.packet_sha256);
  writeFileSync(join(folder, 'reply.json'), reply);
  const { code, stdout, stderr } = await run(...validate);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ accepted: true, index: 'current', problems: [], feedback: null });
  writeFileSync(join(folder, 'wrong.json'), reply.replaceAll('E2', 'E9'));
  const refused = await run('workspace', 'validate', 'packet.json', 'wrong.json');
  expect(refused).toMatchObject({ code: 1, stderr: '' });
  expect(JSON.parse(refused.stdout)).toMatchObject({ accepted: false, index: 'not_checked' });
});

describe('workspace context', () => {
  test('prints the packet that the operation returns', async () => {
    const { stdout } = await run('workspace', 'context', '--group-id', GROUP, '--group-id', GROUP);
    const params = JSON.stringify({ group_id: GROUP });
    const answer = await run('workspace', 'query', '--operation', 'context', '--params', params);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(answer.stdout).data);
  });

  test.each([
    ['no group', [], 2, 'needs at least one --group-id'],
    ['an id that is not one', ['--group-id', 'retry'], 2, 'group_ids.0 must match pattern'],
    ['an unknown group', ['--group-id', `g_${'0'.repeat(20)}`], 3, 'no such group'],
    ['a limit that is too small', ['--group-id', GROUP, '--max-chars', '99'], 2, 'max_chars must be at least'],
    ['a missing index', ['--group-id', GROUP, '--db', 'none.db'], 3, 'no such index'],
    ['an existing file', ['--group-id', GROUP, '-o', 'fixtures'], 2, 'already exists'],
  ])('fails with %s', async (_, args, code, message) => {
    const ended = await run('workspace', 'context', ...args);
    expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) });
  });
});

describe('a packet has the same bytes', () => {
  const settings = { TZ: 'Asia/Kolkata', LC_ALL: 'tr_TR.UTF-8', HOME: '/nonexistent', USER: 'nobody', COLUMNS: '40' };
  const projects = ['shop', 'reports', 'billing', 'admin'];
  const packetOf = ['workspace', 'context', '--include-source', '--group-id', GROUP];

  test.each([
    ['with another hash seed and in another time zone and locale', ['--hash-seed=99'], settings, []],
    ['from the portable engine, one file at a time', [], {}, ['--engine', 'portable', '--jobs', '1']],
  ])('%s, from projects in another folder and in another order', async (_, node, env, options) => {
    const { stdout } = await run(...packetOf);
    expect(JSON.parse(stdout)).toMatchObject({ schema: 'analyzer.context.v1' });
    const cwd = join(folder, `elsewhere ${options.length}`, 'żółć');
    cpSync(join(folder, 'fixtures/query/projects'), cwd, { recursive: true });
    const again = (...args: string[]) => runChild(process.execPath, [...node, launcher, ...args], { cwd, env });
    expect(await again('workspace', 'index', ...projects, ...options)).toMatchObject({ code: 0 });
    expect(await again(...packetOf)).toEqual({ code: 0, stdout, stderr: '' });
  });
});

describe('workspace validate', () => {
  test.each([
    ['a missing packet', 'none.json', 3, 'no such file: none.json'],
    ['a file that is not a packet', 'fixtures/query/projects/shop/package.json', 2, 'not a context packet'],
  ])('fails with %s', async (_, path, code, message) => {
    const ended = await run('workspace', 'validate', path, path);
    expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) });
  });
});
