import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'languages-'));

beforeAll(() => {
  cpSync(join(root, 'languages'), scratch, { recursive: true, filter: (path) => !path.endsWith('.wasm') });
});

afterAll(() => rmSync(scratch, { recursive: true }));

function check(folder: string) {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'tools/languages.mjs'), folder], {
    encoding: 'utf8',
  });
  return { status, lines: stderr.split('\n').slice(0, -1) };
}

/** Checks the data with some text of one file replaced. */
function changed(file: string, from: string, to: string) {
  const path = join(scratch, file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
  try {
    return check(scratch);
  } finally {
    writeFileSync(path, text);
  }
}

test('the language data is valid', () => {
  expect(check(join(root, 'languages'))).toEqual({ status: 0, lines: [] });
});

test('the sources of both engines list the languages of the data', () => {
  expect(check('--check')).toEqual({ status: 0, lines: [] });
});

test.each([
  ['php.json', '"transparent":', '"tranparent":', '/stream/tranparent is not a known property'],
  ['php.json', '"others": 2', '"other": 2', '/stream/trailing/for_statement/other is not a known property'],
  ['bash.json', '"tabs":', '"tab":', '/stream/here_documents/tab is not a known property'],
  ['php.json', '"text_kinds":', '"textKinds":', '/grammar/textKinds is not a known property'],
  ['bash.json', '"role": "command"', '"role": "comand"', '/stream/roles/command_name/role must be one of literal,'],
  ['python.json', '"integer": "number"', '"integer": "numbers"', '/stream/literals/integer must be one of number,'],
  ['python.json', '"not_prefixes":', '"no_prefixes":', "/stream/docstrings must have required property 'not_prefixes'"],
  ['python.json', '"dropped": [', '"dropped": [1, ', '/stream/dropped/0 must be string'],
  ['estree.json', '"fields": true', '"fields": "yes"', '/stream/fields must be equal to constant'],
  ['javascript.json', '"extends":', '"extend":', '/extend is not a known property'],
])('%s with %s replaced by %s is rejected with file and pointer', (file, from, to, reason) => {
  const { status, lines } = changed(file, from, to);
  expect(status).toBe(1);
  const line = lines.find((text) => text.startsWith(`languages/${file}: ${reason}`));
  expect(line, lines.join('\n')).toMatch(/; docs\/extend\/language-data.md describes each property$/);
});

test('a file that is not JSON is reported with its name', () => {
  expect(changed('php.json', '{', '').lines[0]).toMatch(/^languages\/php.json is not valid JSON: /);
});
