import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { languages } from '../packages/core/src/parse/portable/languages.ts';
import { needlessRules } from './streams/coverage.ts';
import { streamsDocument } from './streams/document.ts';
import { type Element, encodeStream } from './streams/elements.ts';
import { parseSources, type StreamVector } from './streams/vectors.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const text = readFileSync(join(root, 'fixtures/vectors/stream/streams.json'), 'utf8');
const { files }: { files: StreamVector[] } = JSON.parse(text);
const sources = await parseSources(root);

it('the kept streams are those of the engine', async () => {
  // A string comparison, because a difference of half a megabyte is of no use; git shows it after `npm run streams`.
  expect((await streamsDocument(root)) === text, 'streams.json is stale: run npm run streams').toBe(true);
});

describe('every hash is that of its elements, written as the documentation says', () => {
  const hash = (domain: string, as: 'body' | 'shape' | 'tree', stream: readonly Element[]) =>
    createHash('sha256').update(`${domain}${as}\n`).update(encodeStream(stream, as)).digest('hex');

  it.each(files)('$source', ({ domain, tree, declarations }) => {
    expect(hash(domain, 'tree', tree.stream)).toBe(tree.hash);
    for (const declaration of declarations) {
      if ('tree' in declaration) {
        expect(hash(domain, 'tree', declaration.tree.stream)).toBe(declaration.tree.hash);
        continue;
      }
      expect(hash(domain, 'body', declaration.stream)).toBe(declaration.body);
      expect(hash(domain, 'shape', declaration.stream)).toBe(declaration.shape);
    }
  });

  it('holds no hash of nothing', () => {
    const streams = files.flatMap(({ tree, declarations }) => [
      tree.stream,
      ...declarations.map((its) => ('tree' in its ? its.tree.stream : its.stream)),
    ]);
    expect(streams.length).toBeGreaterThan(150);
    expect(streams.filter((stream) => stream.length < 2)).toEqual([]);
  });
});

/** Rules that no fingerprint needs, and why they stand in the data. */
const NEEDLESS: Record<string, string[]> = {
  estree: [
    // Text of JSX is read from the source, line ends of templates are LF from the parser on.
    '/skipped_fields/JSXText/0',
    '/newlines/0',
    // Outside of functions nothing is numbered.
    '/roles/ImportAttribute.key',
  ],
  php: [
    // The empty statement and the block say the same.
    '/dropped_in/else_clause/1',
    '/dropped_in/else_if_clause/1',
    // Strings without variables are one text before their quotes are looked at.
    '/dropped_in/string/0',
    // The grammar does not read a comma there.
    '/trailing/namespace_use_group/token',
    '/trailing/for_statement/others',
    '/closers/3',
    // What holds when nothing is said.
    '/texts/string/others',
    '/texts/encapsed_string/others',
    // The name in it has the role already.
    '/roles/dynamic_variable_name',
  ],
  bash: [
    // The grammar reads these with an error.
    '/bare_names/through/3',
    // The grammar ends these commands itself.
    '/gaps/single_line/0',
    '/gaps/single_line/2',
  ],
};

describe('every rule of the stream data is needed by a vector', () => {
  const shared = new Map([...languages.values()].map(({ id, parser, stream }) => [stream, { id, parser }]));
  const data = [...shared].map(([stream, { id, parser }]) => ({ id: parser === 'oxc' ? 'estree' : id, stream }));

  // Each of 150 rules is tried on each source: some seconds, but for a machine that does much else.
  it.each(data)('$id', { timeout: 120_000 }, ({ id, stream }) => {
    const written = sources.filter(({ data: { stream: its } }) => its === stream);
    expect(needlessRules(written, stream)).toEqual(NEEDLESS[id] ?? []);
  });
});
