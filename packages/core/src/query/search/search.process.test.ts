import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeFiles } from '#tree/fixture-folder.ts';
import { type IndexedProjects, indexProjects } from '../fixture.ts';
import { INDEX_OPERATIONS } from '../operations.ts';
import { createQuery } from '../query.ts';

const query = createQuery(INDEX_OPERATIONS);
let indexed: IndexedProjects;

const RETRY = `
export async function retryWithBackoff(request, attempts) {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const response = await request.send(attempt);
    if (response.ok) return response;
    await sleep(attempt * 100);
  }
  return undefined;
}
`;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'search-'));
  writeFiles(folder, {
    'net/package.json': '{}',
    'net/src/retry.js': RETRY,
    'net/src/pool.js': 'export class ConnectionPool {\n  acquire(timeout) {\n    return openSocket(timeout);\n  }\n}\n',
    'net/test/retry.test.js': 'function retryWithBackoff(fake) {\n  return fake("unspeakable");\n}\n',
    'copy/package.json': '{}',
    'copy/lib/again.js': RETRY,
    'py/pyproject.toml': '[project]\nname = "py"\n',
    'net/src/docs.js':
      '/** Sums the quarterly invoices. A second sentence. */\nexport function collect(all) {\n  return all.length;\n}\n',
    'py/money/parser.py':
      'def parse_amount(text, secret="unspeakable"):\n    return Decimal(text)\n\n\ndef format_amount(value):\n    return str(value)\n',
  });
  indexed = await indexProjects(folder);
  rmSync(folder, { recursive: true });
});
afterAll(() => indexed.remove());

interface Item {
  node: { project: string; path: string; qualified_name?: string };
  matched_in: string[];
  missing: string[];
  copies: number;
}

function ask(text: string, params: object = {}): Item[] {
  const outcome = query(indexed.reader, {
    schema: 'analyzer.request.v1',
    operation: 'search',
    params: { text, ...params },
  });
  if ('error' in outcome) throw new Error(JSON.stringify(outcome.error));
  return JSON.parse(JSON.stringify(outcome.ok.data)).items;
}

const nameOf = ({ node }: Item) => node.qualified_name ?? node.path;
const found = (text: string, params: object = {}) => ask(text, params).map(nameOf);

test.each([
  'retry with backoff',
  'retryWithBackoff',
  'RETRY_WITH_BACKOFF',
  'retrywithbackoff',
  'retry-with',
  'backoff retries',
])('the text %s finds a function of these words first, in any case and with any separators', (text) => {
  expect(found(text)[0]).toBe('retryWithBackoff');
});

test('words in another order, with other endings or as prefixes find a function', () => {
  expect(found('parsing of amounts')[0]).toBe('parse_amount');
  expect(found('amount parser')[0]).toBe('parse_amount');
  expect(found('form amo')[0]).toBe('format_amount');
});

test('equal copies are one hit, and code of tests comes last', () => {
  const hits = ask('retry backoff', { kind: 'function' });
  expect(hits.map(({ node, copies }) => [node.project, node.path, copies])).toEqual([
    ['copy', 'lib/again.js', 1],
    ['net', 'test/retry.test.js', 0],
  ]);
});

test('parameters, callees, classes and paths are found, and named in matched_in', () => {
  expect(ask('timeout')[0]).toMatchObject({
    node: { qualified_name: 'ConnectionPool.acquire' },
    matched_in: ['parameters'],
  });
  expect(ask('open socket')[0]).toMatchObject({ matched_in: ['callees'], missing: [] });
  expect(ask('connection acquire')[0]).toMatchObject({
    node: { qualified_name: 'ConnectionPool.acquire' },
    matched_in: ['name', 'container'],
  });
  expect(ask('money amount', { limit: 1 })[0]).toMatchObject({ matched_in: ['name', 'path'], missing: [] });
  expect(ask('amount elephant')[0]).toMatchObject({ missing: ['elephant'] });
  expect(found('pool', { kind: 'file' })).toEqual(['src/pool.js']);
});

test('words of the first sentence of a doc comment are found', () => {
  expect(ask('quarterly invoices')[0]).toMatchObject({
    node: { qualified_name: 'collect' },
    matched_in: ['doc'],
    missing: [],
  });
  expect(found('second sentence')).toEqual([]);
});

test('words of literals are not found', () => {
  expect(found('unspeakable')).toEqual([]);
});

test('filters choose the project, the language, the kind and the classes of files', () => {
  expect(found('amount', { project: 'net' })).toEqual([]);
  expect(found('amount', { language: 'python', kind: 'function' })).toEqual(['parse_amount', 'format_amount']);
  expect(ask('retry', { with_classes: ['test'] }).map(({ node }) => node.path)).toContain('test/retry.test.js');
  expect(ask('retry', { without_classes: ['test'] }).map(({ node }) => node.path)).not.toContain('test/retry.test.js');
});

test('a text without a word is an invalid request', () => {
  for (const text of ['***', 'x', '\u0000', '\ud800']) {
    const outcome = query(indexed.reader, { schema: 'analyzer.request.v1', operation: 'search', params: { text } });
    expect(outcome).toMatchObject({ error: { code: 'invalid_request' } });
  }
});

test('the longest text is answered', () => {
  expect(found('ab '.repeat(666))).toEqual([]);
  expect(found('(ab+)+$'.repeat(250))).toEqual([]);
});
