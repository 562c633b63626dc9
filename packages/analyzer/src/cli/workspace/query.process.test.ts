import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ERRORS } from '@analyzer/contracts';
import { validate as isProblem } from '@analyzer/contracts/analyzer.problem.v1/validate';
import { forge } from '@analyzer/core/index/fixture.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { createQuery, type Outcome } from '@analyzer/core/query/query.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsNoParameters } from '../../fixture.ts';
import { OPERATIONS } from '../../operations.ts';
import { analyzer, analyzerProcess, type Ended, folderWith } from '../fixture.ts';

const golden = (name: string): string => fileURLToPath(new URL(`../../../../../fixtures/${name}`, import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'analyzer-query-'));
const db = join(folder, 'index.db');
const index = () => analyzer(['workspace', 'index', 'projects', '--discover', '--db', db], { cwd: folder });

beforeAll(async () => {
  cpSync(golden('query/projects'), join(folder, 'projects'), { recursive: true });
  expect(await index()).toMatchObject({ code: 0, stderr: '' });
});
afterAll(() => rmSync(folder, { recursive: true }));

const ask = (...args: string[]): Promise<Ended> => analyzer(['workspace', 'query', '--db', db, ...args]);

async function answerOf(operation: string, params: object): Promise<Outcome> {
  const reader = await openIndex(db);
  try {
    const caller = { readEarlier: reader.read.bind(reader) };
    return createQuery(OPERATIONS)(reader, { schema: 'analyzer.request.v1', operation, params }, { caller });
  } finally {
    reader.close();
  }
}

test('help.workspace-query.txt', async () => {
  const { code, stdout } = await analyzer(['workspace', 'query', '--help']);
  expect(code).toBe(0);
  await expect(stdout).toMatchFileSnapshot(golden('cli/help.workspace-query.txt'));
});

describe('a result', () => {
  const params = { kind: 'function', limit: 2 };
  const request = JSON.stringify({ schema: 'analyzer.request.v1', operation: 'nodes', params });

  test('is equal for flags, file and standard input', async () => {
    const file = join(folderWith({ 'request.json': request }), 'request.json');
    const outcome = await answerOf('nodes', params);
    const expected = { code: 0, stdout: `${JSON.stringify('ok' in outcome && outcome.ok)}\n`, stderr: '' };
    expect(await ask('--operation', 'nodes', '--params', JSON.stringify(params))).toEqual(expected);
    expect(await ask('--request', file)).toEqual(expected);
    expect(await analyzer(['workspace', 'query', '--db', db, '--request', '-'], { stdin: request })).toEqual(expected);
    const pretty = await ask('--request', file, '--pretty');
    expect(pretty.stdout).toBe(`${JSON.stringify(JSON.parse(expected.stdout), null, 2)}\n`);
  });

  test('of changes without --since is not_found', async () => {
    const { code, stderr } = await ask('--operation', 'changes');
    expect({ code, problem: JSON.parse(stderr) }).toMatchObject({ code: 3, problem: { code: 'not_found' } });
  });

  test('exists for every operation without required parameters', async () => {
    for (const { name } of OPERATIONS.filter(needsNoParameters)) {
      const outcome = await answerOf(name, {});
      expect(JSON.parse((await ask('--operation', name, '--since', db)).stdout)).toEqual('ok' in outcome && outcome.ok);
    }
  });
});

test('the code for similar comes from a file, whose name decides the language, or from standard input', async () => {
  const path = join(folder, 'projects/billing/app/money.py');
  const inFile = await ask('--operation', 'similar', '--code-file', path);
  expect(inFile.stderr).toBe('');
  const { data } = JSON.parse(inFile.stdout);
  expect(data).toMatchObject({ language: 'python' });
  expect(data.items[0]).toMatchObject({ match: 'identical' });
  const args = ['workspace', 'query', '--db', db, '--operation', 'similar', '--code-file', '-'];
  const stdin = readFileSync(path, 'utf8');
  const piped = await analyzer([...args, '--params', '{"language": "python"}'], { stdin });
  expect(piped).toEqual({ ...inFile });
  const wrong: [string[], string, string | Buffer][] = [
    [[...args], 'one of language and file_name is missing', stdin],
    [[...args, '--request', 'x.json'], 'a query needs either', stdin],
    [[...args, '--params', '{"language": "python"}'], 'is not UTF-8 text', Buffer.from([0xff, 0xfe, 0])],
    [[...args, '--params', '{"language": "python"}'], 'more than 65536 bytes', 'x'.repeat(65_537)],
  ];
  for (const [flags, message, text] of wrong) {
    const ended = await analyzer(flags, { stdin: text });
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  }
});

describe('an error is JSON on stderr, with its exit code', () => {
  const nodes = (params: string) => ['--operation', 'nodes', '--params', params];
  const cases: [what: string, args: string[], code: keyof typeof ERRORS, pointers?: string[]][] = [
    ['invalid JSON', nodes('{'), 'malformed_json'],
    ['not an object', nodes('[]'), 'invalid_request', ['/params']],
    [
      'unknown and invalid parameters',
      nodes('{"limt": 1, "limit": 0}'),
      'invalid_request',
      ['/params/limt', '/params/limit'],
    ],
    ['an unknown operation', ['--operation', 'nodse'], 'invalid_request', ['/operation']],
    ['an unknown id', ['--operation', 'members', '--params', `{"group_id": "g_${'0'.repeat(20)}"}`], 'not_found'],
    ['another snapshot', nodes(`{"snapshot_id": "${'0'.repeat(64)}"}`), 'snapshot_mismatch'],
    ['a single item that does not fit', nodes('{"max_chars": 10}'), 'result_too_large'],
    ['no such file', ['--request', join(folder, 'no.json')], 'not_found'],
    ['a folder', ['--request', folder], 'unreadable'],
    ['no such index', ['--operation', 'summary', '--db', join(folder, 'no.db')], 'no_snapshot'],
    ['a file that is not an index', ['--operation', 'summary', '--db', golden('query/answers.json')], 'unusable_index'],
  ];
  test.each(cases)('%s', async (_what, args, code, pointers) => {
    const { code: exit, stdout, stderr } = await ask(...args);
    const problem = JSON.parse(stderr);
    expect(isProblem(problem)).toBe(true);
    expect({ exit, stdout, code: problem.code }).toEqual({ exit: ERRORS[code].exit, stdout: '', code });
    expect(problem.errors?.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
    expect(stderr).not.toContain(folder);
  });

  test('an empty index, another version of the request, and a too large request', async () => {
    const empty = join(folderWith({ 'empty.db': '' }), 'empty.db');
    expect(JSON.parse((await ask('--operation', 'summary', '--db', empty)).stderr).code).toBe('no_snapshot');
    const byStdin = (stdin: string) => analyzer(['workspace', 'query', '--db', db, '--request', '-'], { stdin });
    expect(await byStdin('{"schema": "analyzer.request.v2"}')).toMatchObject({ code: 2 });
    const large = await byStdin(' '.repeat(8 * 2 ** 20 + 1));
    expect(large).toMatchObject({ code: 5, stderr: expect.stringContaining('"request_too_large"') });
  });

  test.each([
    ['no query', []],
    ['two queries', ['--request', '-', '--operation', 'summary']],
    ['parameters without operation', ['--params', '{}']],
  ])('wrong flags are a plain text error: %s', async (_what, args) => {
    expect(await ask(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^analyzer: /) });
  });
});

describe('a long query', () => {
  const long = join(folder, 'long.db');
  /** No name matches, but SQL cannot decide it, so all names are read. */
  const question = ['--db', long, '--operation', 'nodes', '--params', '{"name": "[x]y*[z]"}'];

  beforeAll(async () => {
    copyFileSync(db, long);
    await forge(
      long,
      `INSERT INTO name WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 1000000)
       SELECT 1000000 + n, 'xy' || n || 'z' || hex(n) FROM number`,
    );
  });

  test('ends at its deadline', async () => {
    const { code, stderr } = await ask(...question, '--timeout', '1');
    expect({ code, problem: JSON.parse(stderr).code }).toEqual({ code: 124, problem: 'timeout' });
  });

  test('ends when interrupted', async () => {
    const asked = performance.now();
    await analyzerProcess(['workspace', 'query', '--db', db, '--operation', 'summary'], {});
    // On a busy machine a program handles signals late; before that the signal itself ends it.
    const interruptAfter = Math.max(1000, 3 * (performance.now() - asked));
    const { code, stderr } = await analyzerProcess(['workspace', 'query', ...question], { interruptAfter });
    expect({ code, problem: JSON.parse(stderr).code }).toEqual({ code: 130, problem: 'cancelled' });
  });
});

test('a reader sees one snapshot while another process indexes again', async () => {
  const reader = await openIndex(db);
  try {
    const { snapshot, close } = reader.open();
    const keys = () => snapshot.all('SELECT key FROM node ORDER BY id', [], (row) => row.bytes('key'));
    const before = { nodes: keys(), answer: await answerOf('summary', {}) };
    writeFileSync(join(folder, 'projects/billing/app/more.py'), 'def one():\n    return 1\n');
    expect(await index()).toMatchObject({ code: 0 });
    expect(keys()).toEqual(before.nodes);
    close();
    const after = await answerOf('summary', {});
    expect(after).not.toEqual(before.answer);
    expect({ ok: JSON.parse((await ask('--operation', 'summary')).stdout) }).toEqual(after);
    const later = await openIndex(db);
    expect(later.read((now) => now.id)).toBe('ok' in after && after.ok.snapshot_id);
    later.close();
  } finally {
    reader.close();
  }
});
