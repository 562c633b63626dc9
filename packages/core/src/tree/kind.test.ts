import { expect, test } from 'vitest';
import kinds from '../../../../fixtures/vectors/entries-kinds.json' with { type: 'json' };
import { hasExtension, kindOfName, kindOfShebang } from './kind.ts';

test.each(kinds.names)('the name $name', ({ name, kind }) => {
  expect(kindOfName(name)).toEqual(kind);
});

test.each(kinds.shebangs)('the first line $line', ({ line, kind }) => {
  expect(kindOfShebang(Buffer.from(line))).toEqual(kind);
  expect(kindOfShebang(Buffer.from(`${line}\n#!/usr/bin/env ruby\n`))).toEqual(kind);
});

test('only a dot after the first character starts an extension', () => {
  expect(['a', '.a', 'a.b', '.a.b', 'a.', ''].map(hasExtension)).toEqual([false, false, true, true, true, false]);
});
