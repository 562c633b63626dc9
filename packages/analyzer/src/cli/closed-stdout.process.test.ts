import { join } from 'node:path';
import { BUILT_HERE, NATIVE_MISSING } from '@analyzer/core/parse/native/built-here.ts';
import { expect, test } from 'vitest';
import { analyzer, folderWith, launcher, runChild } from './fixture.ts';

const files = {
  'a.py': 'def f():\n    return 1\n',
  'contracts.json': '{"version": "1.0", "contracts": [{"id": "c1", "scope": "project", "intent": "Works."}]}\n',
};

/** Each command that writes to standard output; `<db>` is an index. */
const commands = [
  '--help',
  'scan . --format json',
  'scan . --cache-dir ../kept',
  'diff . . --format json',
  'check .',
  'baseline . --baseline ../baseline.json',
  'map . -o ../map.html --db ../map.db --no-cache',
  'workspace index . --db ../other.db',
  'workspace query --db <db> --operation summary',
  'workspace export --db <db> --format ndjson',
  'manifest validate',
  'manifest check',
  'manifest init .',
  'manifest explain c1',
  'manifest diff contracts.json contracts.json',
  'cache prune --cache-dir . --older-than 1d',
  'contracts --dir ../schemas',
];

test.each(commands)(
  'analyzer %s ends silently with 141 if its reader is closed',
  { timeout: 20_000 },
  async (words) => {
    const folder = folderWith(Object.fromEntries(Object.entries(files).map(([name, text]) => [`p/${name}`, text])));
    const cwd = join(folder, 'p');
    const db = join(folder, 'index.db');
    if (words.includes('<db>')) await analyzer(['workspace', 'index', '.', '--db', db], { cwd });
    if (words.startsWith('check')) await analyzer(['baseline', '.'], { cwd });
    const script = `set -o pipefail; (sleep 0.3; exec "$0" "$1" ${words.replace('<db>', db)}) | true`;
    const { code, stderr } = await runChild('bash', ['-c', script, process.execPath, launcher], { cwd });
    expect({ code, stderr }).toEqual({ code: 141, stderr: '' });
  },
);

test.skipIf(NATIVE_MISSING !== undefined).each(['--help', '--version', 'scan . --format json', 'scan .', 'diff . .'])(
  'analyzer-rs %s ends silently with 141 if its reader is closed',
  async (words) => {
    const script = `set -o pipefail; (sleep 0.3; exec "$0" ${words}) | true`;
    const { code, stderr } = await runChild('bash', ['-c', script, BUILT_HERE], { cwd: folderWith(files) });
    expect({ code, stderr }).toEqual({ code: 141, stderr: '' });
  },
);

test.skipIf(NATIVE_MISSING !== undefined).each(['--help', '--version', 'scan . --format json', 'scan .', 'diff . .'])(
  'analyzer-rs %s fails if standard output is closed from the start',
  async (words) => {
    const script = `exec "$0" ${words} >&-`;
    const { code, stderr } = await runChild('bash', ['-c', script, BUILT_HERE], { cwd: folderWith(files) });
    expect({ code, stderr }).toEqual({
      code: 70,
      stderr: expect.stringMatching(/^analyzer: cannot write standard output: it was closed before the program/),
    });
  },
);

test.each([
  ['analyzer', '"$0" "$1"'],
  ['analyzer-rs', '"$2"'],
])('%s reports why a cache folder cannot be created', { timeout: 20_000 }, async (_name, program) => {
  const script = `${program} scan . --format json --cache-dir /proc/nope/cache`;
  const args = ['-c', script, process.execPath, launcher, BUILT_HERE];
  const { code, stderr, stdout } = await runChild('bash', args, { cwd: folderWith(files) });
  expect(code).toBe(0);
  expect(stderr).toContain('cannot write: its file system does not allow new folders');
  expect(JSON.parse(stdout).runtime.cache.issues).toEqual(['cannot write: its file system does not allow new folders']);
});
