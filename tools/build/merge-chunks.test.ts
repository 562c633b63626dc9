import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { mergeChunks } from './merge-chunks.mjs';

/** Each lazy module has shared code in common with some others, so that there is a chunk for each combination. */
const SOURCES = {
  'main.ts': `export const lazy = { one: () => import('./one'), two: () => import('./two'), three: () => import('./three') };\n`,
  'one.ts': `import { log, name } from './log';\nimport { a } from './a';\nimport { b } from './b';\nexport const text = log(name + a + b);\n`,
  'two.ts': `import { name as b } from './b-name';\nimport { a as name } from './a';\nexport const text = name + b;\n`,
  'three.ts': `import { b } from './b';\nimport { name } from './b-name';\nexport const text = b + name;\n`,
  'thread.ts': `import { b } from './b';\nexport const text = 'thread ' + b;\n`,
  'log.ts': `export const log = (text: string) => '> ' + text;\nexport const name = 'log ';\n`,
  'a.ts': `import { name } from './b-name';\nexport const a = 'a ' + name;\n`,
  'b.ts': `export const b = 'b ';\n`,
  'b-name.ts': `export const name = 'b-name ';\n`,
};

async function built() {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-chunks-'));
  const dist = join(folder, 'dist');
  mkdirSync(dist);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const [name, text] of Object.entries(SOURCES)) writeFileSync(join(folder, name), text);
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: ['main.ts', 'thread.ts'],
    outdir: dist,
    bundle: true,
    splitting: true,
    format: 'esm',
    metafile: true,
    chunkNames: '[name]-[hash]',
    logLevel: 'error',
  });
  return { dist, outputs: metafile.outputs };
}

test('merged chunks give the same modules in fewer files, and a thread keeps its own', async () => {
  const { dist, outputs } = await built();
  const chunks = () => readdirSync(dist).filter((name) => name.startsWith('chunk-'));
  const before = chunks();
  const threadBefore = readFileSync(join(dist, 'thread.js'), 'utf8');
  const groups = [['main.ts', 'one.ts', 'two.ts']];
  const written = await mergeChunks(dist, outputs, { groups, apart: ['thread.ts'] });
  expect(written).toHaveLength(1);
  expect(written.every((name) => existsSync(join(dist, name)))).toBe(true);
  const { lazy } = await import(pathToFileURL(join(dist, 'main.js')).href);
  const texts = [await lazy.one(), await lazy.two(), await lazy.three()].map(({ text }) => text);
  expect(texts).toEqual(['> log a b-name b ', 'a b-name b-name ', 'b b-name ']);
  const { text } = await import(pathToFileURL(join(dist, 'thread.js')).href);
  expect(text).toBe('thread b ');
  expect(readFileSync(join(dist, 'thread.js'), 'utf8')).toBe(threadBefore);
  expect(chunks().length).toBeLessThan(before.length - 1);
});

test('an entry point that the build does not have is an error', async () => {
  const { dist, outputs } = await built();
  await expect(mergeChunks(dist, outputs, { groups: [['four.ts']], apart: [] })).rejects.toThrow('four.ts');
});
