import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { fileCycles, fileDependencies } from './rust-modules.mjs';

const folder = mkdtempSync(join(tmpdir(), 'rust-modules-'));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;

/** @returns the folder of a crate with these files */
function crate(files: Record<string, string>): string {
  const source = join(folder, String(count++));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), text);
  }
  return source;
}

const cyclesOf = (files: Record<string, string>) => fileCycles(fileDependencies(crate(files)));
const LIB = { 'lib.rs': 'mod a;\npub(crate) mod b;\n' };

test.each([
  ['use declarations', 'use crate::b::B;', 'use super::a::A;'],
  ['a nested list of names', 'use crate::{b::{self, B as C}};', 'use super::{a::{A}};'],
  ['paths without a use declaration', 'fn f() { crate::b::f() }', 'fn f(_: &super::a::A) {}'],
  [
    'a module that is imported by name',
    'use crate::b;\nfn f() { b::f(); }',
    'use crate::a as other;\nfn f() { other::f(); }',
  ],
  ['all names of a module', 'use crate::b::*;', 'use crate::a::*;'],
])('files that use each other with %s are a cycle', (_, a, b) => {
  expect(cyclesOf({ ...LIB, 'a.rs': a, 'b.rs': b })).toEqual([['a.rs', 'b.rs']]);
});

test('a cycle over several files is found once, with all of its files', () => {
  const files = {
    'lib.rs': 'mod a;\nmod b;\nmod c;\nmod d;\nuse a::A;\n',
    'a.rs': 'use crate::b::B;',
    'b.rs': 'use crate::c::C;',
    'c.rs': 'use crate::a::A;\nuse crate::d::D;',
    'd.rs': 'pub struct D;',
  };
  expect(cyclesOf(files)).toEqual([['a.rs', 'b.rs', 'c.rs']]);
});

test('a name that a module only re-exports belongs to the file that defines it', () => {
  const files = {
    'lib.rs': 'mod shapes;\n',
    'shapes/mod.rs': 'mod circle;\nmod square;\npub use circle::Circle;\npub use square::Square;\n',
    'shapes/circle.rs': 'pub struct Circle;',
    'shapes/square.rs': 'use super::Circle;\npub struct Square(Circle);',
  };
  expect(cyclesOf(files)).toEqual([]);
  expect(cyclesOf({ ...files, 'shapes/circle.rs': 'use super::Square;' })).toEqual([
    ['shapes/circle.rs', 'shapes/square.rs'],
  ]);
});

test('a name that a module defines itself belongs to that module', () => {
  const files = {
    'lib.rs': 'mod a;\n',
    'a/mod.rs': 'mod b;\nuse b::B;\npub const LIMIT: usize = 3;\n',
    'a/b.rs': 'use super::LIMIT;\npub struct B;',
  };
  expect(cyclesOf(files)).toEqual([['a/b.rs', 'a/mod.rs']]);
});

test.each([
  ['a test', 'pub struct A;\n#[cfg(test)]\nmod tests {\n    use crate::b::B;\n}\n'],
  ['a test of one system', 'pub struct A;\n#[cfg(all(test, unix))]\nmod tests {\n    use crate::b::B;\n}\n'],
  ['a comment', '// use crate::b::B;\n/* crate::b::B */\npub struct A;'],
  [
    'a string',
    'pub const A: [&str; 2] = ["use crate::b::B;", r#"crate::b::B"#];\nfn f(c: char) -> bool { c == \'"\' }',
  ],
])('a use in %s is not a dependency', (_, a) => {
  expect(cyclesOf({ ...LIB, 'a.rs': a, 'b.rs': 'use crate::a::A;' })).toEqual([]);
});

test('a module inside of a file refers to that file as its parent', () => {
  const files = {
    'lib.rs': 'mod a;\n',
    'a/mod.rs': 'mod b;\nuse b::B;\n',
    'a/b.rs': 'mod c { use super::B; }\npub struct B;',
  };
  expect(cyclesOf(files)).toEqual([]);
});

test('the line of a use is that in its file', () => {
  const source = crate({ ...LIB, 'a.rs': '//! About.\n\nuse crate::b::B;\n', 'b.rs': '' });
  expect(fileDependencies(source).get('a.rs')).toEqual(new Map([['b.rs', 3]]));
});

test('a file that no module declares is an error, because its uses would be missed', () => {
  const source = crate({ ...LIB, 'a.rs': '', 'b.rs': '', 'c.rs': '' });
  expect(() => fileDependencies(source)).toThrow('4 files, but 3 modules are declared');
});

test('the check names every use in a cycle and fails', () => {
  const check = fileURLToPath(new URL('../rust-cycles.mjs', import.meta.url));
  const source = crate({ ...LIB, 'a.rs': 'use crate::b::B;', 'b.rs': '\nuse crate::a::A;' });
  const { status, stderr } = spawnSync(process.execPath, [check, source], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr.split('\n').slice(1)).toEqual(['  a.rs:1 uses b.rs', '  b.rs:2 uses a.rs', '']);
});

test('the native engine has no cycle of files', () => {
  const check = fileURLToPath(new URL('../rust-cycles.mjs', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [check], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
