import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { analyzer, type Ended, folderWith, runChild } from '../fixture.ts';

const launcher = fileURLToPath(new URL('../../../bin/analyzer-llm.js', import.meta.url));
const golden = (name: string): string => fileURLToPath(new URL(`../../../../../fixtures/cli/${name}`, import.meta.url));

const run = (args: readonly string[], cwd?: string): Promise<Ended> =>
  runChild(process.execPath, [launcher, ...args], cwd === undefined ? {} : { cwd });

const edited = (limit: number): string => `export function total(items) {\n  return items.length > ${limit};\n}\n`;

describe('help', () => {
  test.each([
    ['help.analyzer-llm.txt', ['--help']],
    ['help.analyzer-llm-prepare.txt', ['prepare', '--help']],
    ['help.analyzer-llm-validate.txt', ['validate', '--help']],
  ])('%s', async (name, args) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await expect(stdout).toMatchFileSnapshot(golden(name));
  });
});

test('a diff of either engine has the same packet, and its answer is checked', { timeout: 60_000 }, async () => {
  const user = "import { total } from './total.js';\ntotal([]);\n";
  const cwd = folderWith({
    ...{ 'a/total.js': edited(1), 'a/use.js': user },
    ...{ 'b/total.js': edited(2), 'b/use.js': user },
  });
  const packets = await Promise.all(
    ['portable', 'native'].map(async (engine) => {
      const diff = await analyzer(['diff', 'a', 'b', '--format', 'json', '--engine', engine], { cwd });
      expect(diff).toMatchObject({ code: 0 });
      writeFileSync(join(cwd, `${engine}.json`), diff.stdout);
      return run(['prepare', `${engine}.json`], cwd);
    }),
  );
  const [{ stdout: packet = '' } = {}] = packets;
  expect(packets).toEqual(packets.map(() => ({ code: 0, stdout: packet, stderr: '' })));
  writeFileSync(join(cwd, 'packet.json'), packet);
  const { diff_sha256, messages } = JSON.parse(packet);
  expect(messages[1].content).toContain('"imported_by":{"items":[{"path":"use.js","state":"unchanged"}]');
  const statement = { kind: 'fact', text: 'total changed.', evidence_ids: ['E1'], confidence: 'high' };
  const reply = { schema: 'analyzer.diff-reply.v1', diff_sha256, statements: [{ ...statement, suggested_test: null }] };
  const replyPath = join(cwd, 'reply.json');
  writeFileSync(replyPath, JSON.stringify(reply));
  expect(await run(['validate', 'packet.json', 'reply.json'], cwd)).toMatchObject({ code: 0, stderr: '' });
  writeFileSync(replyPath, readFileSync(replyPath, 'utf8').replace('E1', 'E9'));
  const refused = await run(['validate', 'packet.json', 'reply.json'], cwd);
  expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('unknown_evidence'), stderr: '' });
});

test.each([
  ['a missing file', ['prepare', 'none.json'], 3, 'analyzer-llm: no such file: none.json'],
  ['a file that is not a diff', ['prepare', 'x.json'], 2, 'analyzer-llm: x.json: not analyzer.diff.v1'],
  ['a file that is not a packet', ['validate', 'x.json', 'x.json'], 2, 'x.json: not analyzer.diff-packet.v1'],
  ['an unknown command', ['explain'], 2, "unknown command 'explain'"],
  ['no command', [], 2, 'Usage: analyzer-llm'],
])('%s is an error', async (_, args, code, message) => {
  const ended = await run(args, folderWith({ 'x.json': '{}' }));
  expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) });
});
