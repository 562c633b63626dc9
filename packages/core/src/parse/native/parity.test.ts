import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { kindOfName } from '#tree/kind.ts';
import embedded from '../../../../../fixtures/vectors/embedded.json' with { type: 'json' };
import hereDocuments from '../../../../../fixtures/vectors/here-documents.json' with { type: 'json' };
import { embeddedMode } from '../embedded/embedded.ts';
import { languages } from '../portable/languages.ts';
import { PortableParser } from '../portable/parse.ts';
import { BUILT_HERE, NATIVE_MISSING } from './built-here.ts';
import { createNativeEngine } from './engine.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
const LANGUAGES = [...languages.keys()];
const FOLDERS = ['fixtures/facts', 'fixtures/vectors/stream/sources'];

describe.skipIf(NATIVE_MISSING !== undefined)(`both engines${NATIVE_MISSING ?? ''}`, () => {
  const native = createNativeEngine({ jobs: 2, tokens: true, file: BUILT_HERE });
  afterAll(() => native.close());

  test.each(FOLDERS)('return equal facts, token records and element blocks of all sources of %s', async (folder) => {
    const portable = await PortableParser.load(LANGUAGES, join(ROOT, 'languages/grammars'));
    let compared = 0;
    for (const path of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
      const kind = kindOfName(basename(path));
      if (kind === undefined || !LANGUAGES.includes(kind.language)) continue;
      const mode = { language: kind.language, ...(kind.dialect && { dialect: kind.dialect }) };
      const job = { path, mode, bytes: readFileSync(join(ROOT, folder, path)), elements: true as const };
      const expected = portable.parse(job, { tokens: true, deadline: Number.POSITIVE_INFINITY });
      expect(await native.parse(job), path).toEqual(expected);
      compared++;
    }
    expect(compared).toBeGreaterThan(20);
  });

  test('return equal facts of a long function with many names', async () => {
    const portable = await PortableParser.load(['javascript'], join(ROOT, 'languages/grammars'));
    const calls = Array.from({ length: 40_000 }, (_, at) => `  f(a${at % 7}, b.c${at});\n`);
    const bytes = Buffer.from(`function f(a0, b) {\n${calls.join('')}}\n`);
    const job = { path: 'a.js', mode: { language: 'javascript' }, bytes, elements: true as const };
    const expected = portable.parse(job, { tokens: true, deadline: Number.POSITIVE_INFINITY });
    expect(expected.status).toBe('analyzed');
    expect(await native.parse(job)).toEqual(expected);
  });

  test.each(embedded)('return equal facts where $about', async ({ about, format, text }) => {
    const portable = await PortableParser.load(LANGUAGES, join(ROOT, 'languages/grammars'));
    const bytes = Buffer.from(text);
    const mode = embeddedMode(format, bytes);
    if ('unread' in mode) return;
    const job = { path: about, mode, bytes, grams: true as const, elements: true as const };
    const expected = portable.parse(job, { tokens: true, deadline: Number.POSITIVE_INFINITY });
    expect(await native.parse(job)).toEqual(expected);
  });

  test.each(hereDocuments)('return equal programs in here-documents: $about', async ({ about, text }) => {
    const portable = await PortableParser.load(LANGUAGES, join(ROOT, 'languages/grammars'));
    const bytes = Buffer.from(text);
    const job = { path: about, mode: { language: 'bash' }, bytes, grams: true as const, elements: true as const };
    const expected = portable.parse(job, { tokens: true, deadline: Number.POSITIVE_INFINITY });
    expect(await native.parse(job)).toEqual(expected);
  });
});
