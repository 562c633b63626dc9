import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { Language, Parser } from 'web-tree-sitter';
import php from '../../../../../../languages/php.json' with { type: 'json' };
import python from '../../../../../../languages/python.json' with { type: 'json' };

const GRAMMARS = new URL('../../../../../../languages/grammars/', import.meta.url);
const CHUNK = 64;
const RUN = 2_000;

const parsers = new Map<string, Parser>();

beforeAll(async () => {
  await Parser.init();
  for (const { id, grammar } of [php, python]) {
    const language = await Language.load(readFileSync(new URL(grammar.file, GRAMMARS)));
    parsers.set(id, new Parser().setLanguage(language));
  }
});

/** How many chunks of a source a parser requests. */
function chunks(id: string, source: string): number {
  let count = 0;
  const read = (index: number) => {
    count++;
    return source.slice(index, index + CHUNK);
  };
  parsers.get(id)?.parse(read)?.delete();
  return count;
}

// As `native/analyzer-rs/crates/parse/tests/parse/read_ahead.rs` tests it.
test.each([
  ['python', 'if a:\n  b\n', '  #\n', '  c\n'],
  ['python', 'if a:\n  b\n', '#\n', 'c\n'],
  ['python', 'if a:\n', '#\n', '  c\n'],
  ['python', 'a + ', '\\\n', '1\n'],
  ['php', '<?php f(', '//\n', ');'],
  ['php', '<?php a', '//\n', '?>'],
  ['php', '<?php $a = <<<A\n', '{$b}A ', '\nA;'],
])('%s requests chunks in proportion to the run: after %j, %j repeated', (id, before, repeated, after) => {
  const of = (times: number) => chunks(id, `${before}${repeated.repeat(times)}${after}`);
  const small = of(RUN);
  expect(small).toBeGreaterThan(RUN / CHUNK);
  expect(of(4 * RUN)).toBeLessThan(6 * small);
});
