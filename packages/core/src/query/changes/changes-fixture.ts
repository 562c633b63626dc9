import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from '#tree/fixture-folder.ts';
import { type IndexedProjects, indexProjects } from '../fixture.ts';

const body = (limit: number) =>
  `  const seen = [];\n  for (const one of items) if (one > 1 && one < ${limit}) seen.push(one * 2);\n  return seen.length > 3 ? seen : items;\n`;
const BEFORE = {
  'shop/package.json': '{"name": "shop"}',
  'shop/src/a.ts': `import { b } from './b';\nexport function kept(items) {\n${body(7)}}\nexport function edited(items) {\n${body(9)}}\nexport const use = b;\n`,
  'shop/src/b.ts': `export function b(items) {\n${body(7)}}\nexport function gone() { return 1; }\n`,
  'tool/package.json': '{"name": "tool"}',
  'tool/t.ts': 'export const t = () => 1;\n',
  'old/package.json': '{"name": "old"}',
  'old/o.ts': 'export const o = () => 1;\n',
};
const AFTER = {
  'shop/package.json': '{"name": "shop"}',
  'shop/src/a.ts': `import { c } from './c';\nexport function kept(items) {\n${body(7)}}\nexport function edited(items) {\n${body(11)}}\nexport const use = c;\n`,
  'shop/src/c.ts': `import { use } from './a';\nexport function b(items) {\n${body(7)}}\nexport const c = use;\nexport function fresh(items) {\n${body(7)}}\n`,
  'tool/package.json': '{"name": "tool"}',
  'tool/t.ts': 'export const t = () => 1;\n',
};

async function indexed(files: Record<string, string>): Promise<IndexedProjects> {
  const folder = mkdtempSync(join(tmpdir(), 'changes-'));
  writeFiles(folder, files);
  try {
    return await indexProjects(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Indexes of the same projects, before and after changes of every kind. */
export async function indexTwice(): Promise<{ before: IndexedProjects; now: IndexedProjects }> {
  return { before: await indexed(BEFORE), now: await indexed(AFTER) };
}
