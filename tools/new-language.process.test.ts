import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'new-language-'));
const IMPORTS = 'packages/core/src/parse/portable/extract/imports';
const NATIVE = 'native/analyzer-rs';
const USED = [
  'tools',
  'languages',
  'fixtures/vectors/entries-kinds.json',
  'native/grammars/python/Cargo.toml',
  'native/grammars/python/build.rs',
  'native/grammars/python/lib.rs',
  `${NATIVE}/Cargo.toml`,
  `${NATIVE}/crates/syntax/Cargo.toml`,
  `${NATIVE}/crates/parse/src/extract/imports/mod.rs`,
  `${IMPORTS}/readers.ts`,
  'package.json',
];

beforeAll(() => {
  for (const path of USED) {
    mkdirSync(dirname(join(scratch, path)), { recursive: true });
    cpSync(join(root, path), join(scratch, path), { recursive: true, filter: (it) => !it.endsWith('.wasm') });
  }
  symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'));
});

afterAll(() => rmSync(scratch, { recursive: true }));

function newLanguage(...args: string[]) {
  const tool = join(scratch, 'tools/new-language.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** Lines of the check of all data, which needs more than the tool can know only for the grammar. */
function problems(): string[] {
  const { stderr } = spawnSync(process.execPath, [join(scratch, 'tools/languages.mjs')], { encoding: 'utf8' });
  return stderr.split('\n').filter((line) => line.includes('languages/'));
}

const read = (path: string): string => readFileSync(join(scratch, path), 'utf8');

test('a new language gets its files, and its lines in the files of both engines', () => {
  const lua = ['lua', '--package', '@tree-sitter-grammars/tree-sitter-lua', '--version', '0.4.1'];
  expect(newLanguage(...lua)).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(read('languages/lua.json'))).toMatchObject({
    files: { extensions: { '.lua': {}, '.rockspec': {} }, shebangs: ['lua', 'luajit'] },
    grammar: { version: '0.4.1+analyzer.1', file: 'tree-sitter-lua.wasm' },
  });
  expect(problems()).toEqual([expect.stringContaining('languages/lua.json: /grammar/self_test ')]);
  expect(JSON.parse(read('languages/unsupported.json')).languages).not.toHaveProperty('lua');
  expect(read('fixtures/vectors/entries-kinds.json')).toContain('{"language": "lua", "parsed": true}');
  expect(read('native/grammars/lua/lib.rs')).toContain('fn tree_sitter_lua()');
  expect(read(`${NATIVE}/Cargo.toml`)).toContain('\ntree-sitter-lua = { path = "../grammars/lua" }\n');
  expect(read(`${NATIVE}/crates/parse/src/extract/imports/mod.rs`)).toContain('"lua" => Box::new(lua::Reader),');
  expect(read(`${IMPORTS}/readers.ts`)).toContain("import { LuaImports } from './lua.ts';");
  expect(newLanguage(...lua)).toMatchObject({ status: 1, stderr: 'new-language: languages/lua.json exists already\n' });
});

test('an id with a path or without a package is refused with the usage', () => {
  for (const args of [['../x', '--package', 'x', '--version', '1'], ['x']]) {
    const { status, stderr } = newLanguage(...args);
    expect(status).toBe(1);
    expect(stderr).toContain('usage: npm run new-language');
  }
});
