import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { collectIfLarge } from '../collect-garbage.ts';
import { SequenceHash } from '../elements/sequence-hash.ts';
import { StreamPass } from './extract/stream.ts';
import { PortableParser } from './parse.ts';

const GRAMMARS = fileURLToPath(new URL('../../../../../languages/grammars', import.meta.url));

/** Bytes of typed arrays; V8 frees them after the collection. */
function held(): number {
  collectIfLarge(new Uint8Array(1_000_000));
  return process.memoryUsage().arrayBuffers;
}

test('a parser keeps no columns of a large file', async () => {
  const parser = await PortableParser.load(['javascript'], GRAMMARS);
  const parse = (source: string) => {
    const job = {
      path: 'a.jsx',
      mode: { language: 'javascript' },
      bytes: Buffer.from(source),
      elements: true as const,
    };
    return parser.parse(job, { tokens: true, deadline: Number.POSITIVE_INFINITY }).status;
  };
  parse('a();');
  const before = held();
  expect(parse(`f(<>${'<B c={a.f} d="e">{a.g} text</B>'.repeat(10_000)}</>);`)).toBe('analyzed');
  expect(parse('a;'.repeat(100_000))).toBe('analyzed');
  await expect.poll(() => held() - before).toBeLessThan(2_000_000);
});

test('a parser frees the tree of a large file before it hashes units', async () => {
  const parser = await PortableParser.load(['javascript'], GRAMMARS);
  const bytes = Buffer.from(`f(<>${'<B c={a.f} d="e">{a.g} text</B>'.repeat(10_000)}</>);`);
  const job = { path: 'a.jsx', mode: { language: 'javascript' }, bytes, elements: true as const };
  held();
  const before = held();
  let during = Number.POSITIVE_INFINITY;
  const begin = vi.spyOn(SequenceHash.prototype, 'begin').mockImplementationOnce(() => {
    // The second collection waits until what the first one found is freed.
    held();
    during = held() - before;
  });
  onTestFinished(() => begin.mockRestore());
  expect(parser.parse(job, { tokens: false, deadline: Number.POSITIVE_INFINITY }).status).toBe('analyzed');
  // The elements have 5 MB, the tree 9.
  expect(during).toBeLessThan(9_000_000);
});

test('a parser frees the leaves of a large file when their records are written', async () => {
  const parser = await PortableParser.load(['javascript'], GRAMMARS);
  const bytes = Buffer.from(`f(<>${'<B c={a.f} d="e">{a.g} text</B>'.repeat(10_000)}</>);`);
  const job = { path: 'a.jsx', mode: { language: 'javascript' }, bytes, elements: true as const };
  held();
  const before = process.memoryUsage().heapUsed;
  let during = Number.POSITIVE_INFINITY;
  const released = StreamPass.prototype.release;
  const release = vi.spyOn(StreamPass.prototype, 'release').mockImplementationOnce(function (this: StreamPass) {
    held();
    during = process.memoryUsage().heapUsed - before;
    released.call(this);
  });
  onTestFinished(() => release.mockRestore());
  expect(parser.parse(job, { tokens: true, deadline: Number.POSITIVE_INFINITY }).status).toBe('analyzed');
  // The leaves have 3.5 MB.
  expect(during).toBeLessThan(3_000_000);
});

test('the facts of a declaration take little memory', async () => {
  const parser = await PortableParser.load(['javascript'], GRAMMARS);
  const parse = (source: string) => {
    const job = { path: 'a.js', mode: { language: 'javascript' }, bytes: Buffer.from(source) };
    return parser.parse(job, { tokens: false, deadline: Number.POSITIVE_INFINITY });
  };
  const heap = () => {
    held();
    return process.memoryUsage().heapUsed;
  };
  const count = 20_000;
  const source = Array.from({ length: count }, (_, at) => `function f${at}() {}\n`).join('');
  parse(source);
  const before = heap();
  const outcome = parse(source);
  // A hidden class of its own, which V8 gives to some copies, takes 400 bytes.
  expect((heap() - before) / count).toBeLessThan(530);
  expect('facts' in outcome && outcome.facts.declarations).toHaveLength(count);
});
