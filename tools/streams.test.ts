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

it('fixtures/vectors/stream/streams.json equals the streams of the engine', async () => {
  // Compares strings without showing the difference, which can be half a megabyte; git shows it after `npm run streams`.
  expect((await streamsDocument(root)) === text, 'streams.json is stale: run npm run streams').toBe(true);
});

describe('every hash equals the hash of its elements in the documented encoding', () => {
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

  it('no stream is empty', () => {
    const streams = files.flatMap(({ tree, declarations }) => [
      tree.stream,
      ...declarations.map((its) => ('tree' in its ? its.tree.stream : its.stream)),
    ]);
    expect(streams.length).toBeGreaterThan(150);
    expect(streams.filter((stream) => stream.length < 2)).toEqual([]);
  });
});

/** Rules that no fingerprint needs, with the reason why they are in the data. */
const NEEDLESS: Record<string, string[]> = {
  estree: [
    // JSX text is read from the source; the parser normalizes line ends of templates to LF.
    '/skipped_fields/JSXText/0',
    '/newlines/0',
    // Names are numbered only in functions.
    '/roles/ImportAttribute.key',
  ],
  php: [
    // The empty statement and the block are equivalent.
    '/dropped_in/else_clause/1',
    '/dropped_in/else_if_clause/1',
    // Strings without variables are a single text before their quotes are read.
    '/dropped_in/string/0',
    // The grammar does not parse a comma there.
    '/trailing/namespace_use_group/token',
    '/trailing/for_statement/others',
    '/closers/3',
    // These are the defaults.
    '/texts/string/others',
    '/texts/encapsed_string/others',
  ],
};

describe('every rule of the stream data is needed by a vector', () => {
  const shared = new Map([...languages.values()].map(({ id, parser, stream }) => [stream, { id, parser }]));
  const data = [...shared].map(([stream, { id, parser }]) => ({ id: parser === 'oxc' ? 'estree' : id, stream }));

  // Each of 150 rules is tried on each source, which takes seconds on an idle machine.
  it.each(data)('$id', { timeout: 120_000 }, ({ id, stream }) => {
    const written = sources.filter(({ data: { stream: its } }) => its === stream);
    expect(needlessRules(written, stream)).toEqual(NEEDLESS[id] ?? []);
  });
});
