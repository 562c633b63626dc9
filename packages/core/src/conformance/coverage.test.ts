import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { engineOfThisProcess } from '#index/fixture.ts';
import { type Selector, selectorOf } from '#manifest/selector.ts';
import { completeOptions } from '#scan/options.ts';
import { scan } from '#scan/scan.ts';
import { Coverage, type CoveredCode } from './coverage.ts';
import { type CodeFile, projectOf } from './project.ts';
import { select } from './select.ts';

const PROJECTS = fileURLToPath(new URL('../../../../fixtures/query/projects', import.meta.url));

/** A declaration with those around it. */
function codeAt(file: CodeFile, index: number): CoveredCode {
  const around = [...file.declarations.entries()].filter(([at, { last }]) => at <= index && index <= last);
  const declarations = around.map(([, { kind, qualifiedName }]) => ({ kind, qualifiedName }));
  return { path: file.path, isTest: file.isTest, declarations };
}

test('a contract covers the declarations that its scope selects and those in them', async () => {
  const result = await scan(join(PROJECTS, 'shop'), completeOptions({}), { engine: await engineOfThisProcess() });
  const project = projectOf(result);
  const files = [...project.files.values()];
  const names = files.flatMap(({ declarations }) => declarations.map((it) => `${it.kind}:${it.qualifiedName}`));
  const scopes = ['project', 'file', 'module:src/**', 'module:**', 'module:[', 'class:none', 'free text', ...names];
  const keys = [undefined, './src/../test/x.js', ...files.map(({ path }) => path)];
  let covered = 0;
  for (const scope of scopes) {
    for (const file of keys) {
      const coverage = new Coverage({ scope, ...(file !== undefined && { file }) });
      const bodies = bodiesOf(selectorOf(scope), file);
      for (const its of files) {
        for (const index of its.declarations.keys()) {
          const expected = bodies.some((body) => {
            const last = its.declarations[body.index]?.last ?? its.declarations.length - 1;
            return body.file === its && body.index <= index && index <= last;
          });
          expect(coverage.has(codeAt(its, index)), `${scope} ${file} ${its.path} ${index}`).toBe(expected);
          if (expected) covered++;
        }
      }
    }
  }
  expect(covered).toBeGreaterThan(50);

  function bodiesOf(selector: Selector | undefined, file: string | undefined) {
    if (selector === undefined) return [];
    try {
      return select(selector, project, file);
    } catch {
      // An invalid glob.
      return [];
    }
  }
});
