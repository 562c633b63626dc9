import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DOCUMENTS } from '#languages/documents.ts';
import { engineSuite } from '../engine.suite.ts';
import { BUILT_HERE, NATIVE_MISSING } from './built-here.ts';
import { createNativeEngine } from './engine.ts';
import { differenceOf, expectedHello, refusalOf } from './handshake.ts';

describe.skipIf(NATIVE_MISSING !== undefined)(`native engine${NATIVE_MISSING ?? ''}`, () => {
  test('says that it gives the same facts', () => {
    expect(refusalOf(BUILT_HERE)).toBeUndefined();
  });

  engineSuite((options) => createNativeEngine({ ...options, file: BUILT_HERE }));
});

test.each([
  ['another version', { version: '0.0.1' }, /^its version is 0\.0\.1, ours \d/],
  ['other fingerprints', { fingerprint: 99 }, 'its fingerprint is 99, ours 3'],
  ['a later protocol', { protocol: 28 }, 'its protocol is 28, ours 27'],
  ['other language data', { languages: 'ab' }, 'it was built with other data of languages'],
  ['a missing parser', { parsers: {} }, /^its parsers bash parser is unknown, ours bash-syntax$/],
  ['another engine', { engine: 'ripgrep' }, 'its engine is ripgrep, ours analyzer-rs'],
])('refuses an engine of %s and names both', (_, other, reason) => {
  const answer = JSON.stringify({ ...expectedHello(), ...other });
  const difference = differenceOf(answer, expectedHello());
  if (typeof reason === 'string') expect(difference).toBe(reason);
  else expect(difference).toMatch(reason);
});

test('accepts an engine that sends additional members', () => {
  expect(differenceOf(JSON.stringify({ ...expectedHello(), since: 2027 }), expectedHello())).toBeUndefined();
});

test.each(['', 'hello', 'null', '[]', '{'])('refuses what answers %j', (answer) => {
  expect(differenceOf(answer, expectedHello())).toBeDefined();
});

test.each([
  ['/nonexistent/analyzer-rs', 'it does not start (ENOENT)'],
  [process.execPath, 'it does not answer `hello`'],
])('refuses %s', (file, reason) => {
  expect(refusalOf(file)).toBe(reason);
});

const source = readFileSync(
  join(import.meta.dirname, '../../../../../native/analyzer-rs/crates/base/src/languages/documents.rs'),
  'utf8',
);

test('the handshake covers every language document of the native engine', () => {
  const names = [...source.matchAll(/languages\/([\w-]+)\.json/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(12);
  expect(Object.keys(DOCUMENTS)).toEqual(names);
});

test.each(Object.keys(DOCUMENTS))('an engine that was built with another %s.json is refused', (name) => {
  const theirs = JSON.stringify(expectedHello());
  const edited = expectedHello({ ...DOCUMENTS, [name]: { ...Object(DOCUMENTS[name]), edited: true } });
  expect(differenceOf(theirs, edited)).toBe('it was built with other data of languages');
});
