import { expect, test } from 'vitest';
import { KIND_BY_EXTENSION, KIND_BY_INTERPRETER } from '#languages/kinds.ts';
import kinds from '../../../../fixtures/vectors/entries-kinds.json' with { type: 'json' };
import bash from '../../../../languages/bash.json' with { type: 'json' };
import javascript from '../../../../languages/javascript.json' with { type: 'json' };
import php from '../../../../languages/php.json' with { type: 'json' };
import python from '../../../../languages/python.json' with { type: 'json' };
import typescript from '../../../../languages/typescript.json' with { type: 'json' };
import { hasExtension, kindOfContent, kindOfName, kindOfShebang } from './kind.ts';

test.each(kinds.names)('the name $name', ({ name, kind }) => {
  expect(kindOfName(name)).toEqual(kind);
});

test.each(kinds.shebangs)('the first line $line', ({ line, kind }) => {
  expect(kindOfShebang(Buffer.from(line))).toEqual(kind);
  expect(kindOfShebang(Buffer.from(`${line}\n#!/usr/bin/env ruby\n`))).toEqual(kind);
});

test.each(kinds.contents)('a file $name that starts with $head', ({ name, head, kind }) => {
  const byName = kindOfName(name);
  const mayBeScript = byName === undefined && !hasExtension(name);
  expect(kindOfContent(byName, mayBeScript, Buffer.from(head))).toEqual(kind);
});

test('only a dot after the first character starts an extension', () => {
  expect(['a', '.a', 'a.b', '.a.b', 'a.', ''].map(hasExtension)).toEqual([false, false, true, true, true, false]);
});

test.each([bash, javascript, php, python, typescript])(
  'no other language has an extension or interpreter of $id',
  ({ id, files }) => {
    const kinds = [
      ...Object.keys(files.extensions).map((extension) => KIND_BY_EXTENSION.get(extension)),
      ...files.shebangs.map((interpreter) => KIND_BY_INTERPRETER.get(interpreter)),
    ];
    expect(new Set(kinds.map((kind) => kind?.language))).toEqual(new Set([id]));
  },
);
