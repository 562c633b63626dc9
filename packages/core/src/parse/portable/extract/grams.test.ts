import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { kindOfName } from '#tree/kind.ts';
import vectors from '../../../../../../fixtures/vectors/similarity/grams.json' with { type: 'json' };
import type { ParseMode } from '../../engine.ts';
import { languages } from '../languages.ts';
import { PortableParser } from '../parse.ts';
import { gramsOf } from './grams.ts';

const root = fileURLToPath(new URL('../../../../../../', import.meta.url));
const parser = await PortableParser.load([...languages.keys()], join(root, 'languages/grammars'));

/** In 16 hex digits each. */
function grams(bytes: Uint8Array, mode: ParseMode): string[] {
  const job = { path: 'x', mode, bytes, grams: true as const };
  const outcome = parser.parse(job, { tokens: false, deadline: Number.POSITIVE_INFINITY });
  if (!('facts' in outcome) || outcome.facts.grams === undefined) throw new Error(`no grams: ${outcome.status}`);
  return Array.from(outcome.facts.grams, (gram) => gram.toString(16).padStart(16, '0'));
}

test.each(vectors.files)('$source', (vector) => {
  const kind = kindOfName(vector.source.slice(vector.source.lastIndexOf('/') + 1));
  if (kind === undefined) throw new Error(`${vector.source} is of no language`);
  const { language, dialect } = kind;
  const mode = { language, ...(dialect !== undefined && { dialect }) };
  const found = grams(readFileSync(join(root, 'fixtures/vectors/stream/sources', vector.source)), mode);
  expect(found).toHaveLength(vector.grams);
  expect(found.slice(0, 2)).toEqual(vector.least);
  expect(
    createHash('sha256')
      .update(Buffer.from(found.join(''), 'hex'))
      .digest('hex'),
  ).toBe(vector.sha256);
});

test('comments and layout do not affect n-grams, names do', () => {
  const of = (text: string) => grams(Buffer.from(text), { language: 'python' });
  expect(of('# one\ndef f(a,b):\n  return a+b\n')).toEqual(of('def f(a, b):\n\n    return (a + b)  # sum\n'));
  expect(of('def f(a, b):\n  return a + b\n')).not.toEqual(of('def f(a, c):\n  return a + c\n'));
});

test('a stream of fewer than five elements has no n-grams, one of five has one', () => {
  const leaf = Uint8Array.from([0x2e, 1, 0x61, 1, 0x62]);
  const stream = (leaves: number) => Buffer.concat(Array.from({ length: leaves }, () => leaf));
  expect(gramsOf(stream(4), 'd\n')).toHaveLength(0);
  expect(gramsOf(stream(5), 'd\n')).toHaveLength(1);
  expect(gramsOf(stream(9), 'd\n')).toHaveLength(1);
  expect(() => gramsOf(Uint8Array.from([1]), 'd\n')).toThrow('no element at 0');
});
