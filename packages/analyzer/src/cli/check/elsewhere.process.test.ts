import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckV1 } from '@analyzer/contracts/analyzer.check.v1';
import { validate } from '@analyzer/contracts/analyzer.check.v1/validate';
import { writeFiles } from '@analyzer/core/tree/fixture-folder.ts';
import { commitAll } from '@analyzer/core/tree/git/git-fixture.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const retry = (name: string, limit = '5') => `export async function ${name}(work, pause) {
  const problems = [];
  for (let attempt = 1; attempt <= ${limit}; attempt++) {
    try {
      return await work(attempt);
    } catch (problem) {
      problems.push(problem);
      await pause(2 ** attempt * 100);
    }
  }
  throw new AggregateError(problems, 'all attempts failed');
}
`;
const OWN = 'export const one = 1;\n';
/** A function that only the shop has. */
const patient = (name: string, limit: string) =>
  retry(name, limit).replace('100', '250').replace('pause(2', 'this.sleep(3');

let [folder, shop, db] = ['', '', ''];
const files = (...lines: string[]) => writeFiles(shop, { 'src/a.ts': lines.join('') });
const check = (...args: string[]) =>
  analyzer(['check', '--against', 'HEAD', '--engine', 'portable', '--index', db, ...args], { cwd: shop });

async function documentOf(...args: string[]): Promise<{ code: number | null; document: CheckV1 }> {
  const { code, stdout, stderr } = await check('--format', 'json', ...args);
  if (stdout === '') throw new Error(stderr);
  const document: unknown = JSON.parse(stdout);
  if (!validate(document)) throw new Error(JSON.stringify(validate.errors));
  return { code, document };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'elsewhere-'));
  writeFiles(folder, {
    'shop/package.json': '{"name": "shop"}',
    'shop/src/a.ts': OWN,
    'shop/src/b.ts': patient('inShop', '9'),
    'tool/package.json': '{"name": "@acme/tool"}',
    'tool/src/again.ts': `\n${retry('again')}`,
    'tool/test/again.test.ts': retry('inTest'),
  });
  [shop, db] = [join(folder, 'shop'), join(folder, 'index.db')];
  commitAll(shop);
  const indexed = await analyzer(['workspace', 'index', folder, '--discover', '--engine', 'portable', '--db', db]);
  if (indexed.code !== 0) throw new Error(indexed.stderr);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('check --index fails on a new function of another project, and names its location, project and import', async () => {
  files(OWN, retry('retryWork'));
  const { code, document } = await documentOf();
  expect({ code, counted: document.summary.elsewhere, findings: document.summary.findings }).toEqual({
    code: 1,
    counted: 1,
    findings: 1,
  });
  expect(document.elsewhere).toEqual([
    {
      path: 'src/a.ts',
      qualified_name: 'retryWork',
      start_line: 2,
      end_line: 13,
      match: 'identical',
      similarity: 1000,
      original: {
        project: 'tool',
        path: 'src/again.ts',
        qualified_name: 'again',
        start_line: 2,
        exported: true,
        import: 'again of the package @acme/tool, src/again.ts',
      },
      more: 0,
    },
  ]);
});

test('check --index shows the other project in the terminal, in SARIF and in the summary', async () => {
  files(OWN, retry('retryWork'));
  const text = (await check('--summary', join(folder, 'summary.md'))).stdout;
  expect(text).toContain('In other projects 1');
  expect(text).toContain('exists in tool, src/again.ts:2 again (identical)');
  const sarif = JSON.parse((await check('--format', 'sarif')).stdout);
  expect(sarif.runs[0].results).toMatchObject([
    {
      ruleId: 'check/elsewhere',
      level: 'error',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'src/a.ts' }, region: { startLine: 2 } } }],
    },
  ]);
});

test('check --index passes for a function in a test, and for one that a comment silences', async () => {
  writeFiles(shop, { 'test/a.test.ts': retry('inOwnTest') });
  files(OWN, '// analyzer-ignore-next-function: the tool is not published\n', retry('retryWork'));
  const { document } = await documentOf('--report-unused-ignores');
  expect({ found: document.elsewhere, problems: document.ignore_problems }).toEqual({ found: [], problems: undefined });
});

test('check --index leaves out moved code, and the index entry of the project, also for a copy at another path', async () => {
  const sources = { 'package.json': '{"name": "shop"}', 'src/a.ts': OWN, 'src/b.ts': patient('inShop', '9') };
  const copy = folderWith({ ...sources, 'src/moved.ts': retry('moved') });
  commitAll(copy);
  rmSync(join(copy, 'src/moved.ts'));
  writeFiles(copy, { 'src/c.ts': retry('moved'), 'src/d.ts': patient('other', '7') });
  expect(await originalsFor(copy)).toEqual([]);
  const other = folderWith({ 'src/main.ts': OWN });
  commitAll(other);
  writeFiles(other, { 'src/d.ts': patient('other', '7') });
  expect(await originalsFor(other)).toEqual([['shop', 'inShop', 'similar']]);
});

async function originalsFor(cwd: string): Promise<unknown> {
  const args = ['check', '--against', 'HEAD', '--engine', 'portable', '--index', db, '--format', 'json'];
  const document: CheckV1 = JSON.parse((await analyzer(args, { cwd })).stdout);
  return document.elsewhere?.map(({ original, match }) => [original.project, original.qualified_name, match]);
}

test('check --index without --against is wrong usage, and an index that does not exist is not found', async () => {
  const { code, stderr } = await analyzer(['check', '--index', db], { cwd: shop });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('--index is an option of --against') });
  const missing = await analyzer(['check', '--against', 'HEAD', '--index', 'no.db'], { cwd: shop });
  expect({ code: missing.code, stderr: missing.stderr }).toEqual({ code: 3, stderr: expect.stringContaining('no.db') });
});
