import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { inputSize } from '../../../../tools/tests/searches.ts';
import { LspClient, RequestError } from './client-fixture.ts';

const launcher = fileURLToPath(new URL('../../bin/analyzer.js', import.meta.url));
const core = fileURLToPath(new URL('../../../core/src/', import.meta.url));
const FILES = 300;
const MIB = 1024 ** 2;
/** A copy in each edited file. */
const COPY = `
export function NAME(items: number[], rate: number): number {
  let total = 0;
  for (const item of items) if (item > rate) total += item * rate;
  return items.length === 0 ? 0 : Math.round(total / items.length);
}
`;

/** Malformed requests, each with the code of its error. */
const MALFORMED: readonly [method: string, params: unknown, code: number][] = [
  ['textDocument/hover', null, -32602],
  ['textDocument/codeAction', { textDocument: { uri: 7 } }, -32602],
  ['textDocument/hover', { textDocument: { uri: 'file:///a.ts' }, position: { line: 'x' } }, -32602],
  ['textDocument/diagnostic', [], -32602],
  ['workspace/diagnostic', undefined, -32602],
  ['workspace/executeCommand', { command: 'rm', arguments: ['/'] }, -32602],
  ['no/such', { deep: [[[[]]]] }, -32601],
];

test('each of many edits in 300 files gets its diagnostics, between malformed requests, in constant memory', {
  timeout: 600_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-edits-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const names = readdirSync(core, { recursive: true, encoding: 'utf8' });
  const paths = names
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .slice(0, FILES);
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(join(core, path), join(folder, path));
  }
  expect(paths).toHaveLength(FILES);
  const client = new LspClient([launcher, 'lsp'], folder);
  await client.initialize(folder, {
    textDocument: { diagnostic: {} },
    workspace: { diagnostics: { refreshSupport: true }, codeLens: { refreshSupport: true } },
  });
  const edited = paths.filter((_, index) => index % 15 === 0);
  const texts = new Map(edited.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
  const uriOf = (path: string) => pathToFileURL(join(folder, path)).href;
  for (const [path, text] of texts) {
    const textDocument = { uri: uriOf(path), languageId: 'typescript', version: 0, text };
    client.notify('textDocument/didOpen', { textDocument });
  }
  for (const path of edited) await client.request('textDocument/diagnostic', { textDocument: { uri: uriOf(path) } });

  const edits = inputSize({ quick: 50, deep: 500 });
  const busy: number[] = [];
  let warm = 0;
  for (let version = 1; version <= edits; version++) {
    const path = edited[version % edited.length] ?? '';
    const text = `${texts.get(path)}${COPY.replace('NAME', `added${version}`)}`;
    const textDocument = { uri: uriOf(path), version };
    const before = busyOf(client.pid);
    client.notify('textDocument/didChange', { textDocument, contentChanges: [{ text }] });
    const report = await client.request('textDocument/diagnostic', { textDocument });
    busy.push(busyOf(client.pid) - before);
    if (version > 1) expect(JSON.stringify(report)).toContain('identical: added');
    const [method, params, code] = MALFORMED[version % MALFORMED.length] ?? ['', null, 0];
    const answer: unknown = await client.request(method, params).catch((reason: unknown) => reason);
    expect(answer instanceof RequestError ? answer.code : answer, method).toBe(code);
    expect(String(answer), method).not.toMatch(/undefined|null|Cannot read/);
    if (version === Math.max(edits / 5, 2 * edited.length)) warm = residentOf(client.pid);
  }
  expect(residentOf(client.pid)).toBeLessThan(warm + 50 * MIB);
  const warmed = busy.slice(edited.length).sort((a, b) => a - b);
  // Of 30 edits, the slowest two decide the 95th percentile, and a collection of garbage decides them.
  const percent = inputSize({ quick: 50, deep: 95 });
  expect(warmed[Math.floor((warmed.length * percent) / 100)]).toBeLessThanOrEqual(50);
  await client.request('shutdown', null);
  client.notify('exit', null);
  expect(await client.ended).toBe(0);
  expect(client.stderr).toBe('');
});

/** Processor time of the thread that answers, in milliseconds: it does not depend on what else the machine does. */
function busyOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

/** Resident memory of a process in bytes. */
function residentOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}
