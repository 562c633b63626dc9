import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readExport } from '@analyzer/core/cluster/parquet/read-export.ts';
import { expect, onTestFinished, test } from 'vitest';
import { generatedRows, writeExport } from './generated-rows.ts';
import { sqliteRoot } from './sqlite-root.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'analyzer-rows-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test('generated rows are the same in each order, and have one root', async () => {
  const key = ({ start_byte, project }: { start_byte: bigint; project: string }) => `${start_byte} ${project}`;
  const [one, other] = [[...generatedRows(7, 3000, 0)].map(key), [...generatedRows(7, 3000, 2)].map(key)];
  expect(new Set(one).size).toBe(3000);
  expect(other).not.toEqual(one);
  expect(other.toSorted()).toEqual(one.toSorted());
  const root = await sqliteRoot(join(folder(), 'a.db'), generatedRows(7, 3000, 0));
  expect(await sqliteRoot(join(folder(), 'b.db'), generatedRows(7, 3000, 2))).toBe(root);
  expect(await sqliteRoot(join(folder(), 'c.db'), generatedRows(8, 3000, 2))).not.toBe(root);
});

test('generated rows are an export that can be grouped', async () => {
  const path = join(folder(), 'rows');
  writeExport(path, generatedRows(1, 500, 1));
  expect(await readExport(path)).toMatchObject({ rows: 500, projects: expect.arrayContaining(['project-999']) });
});
