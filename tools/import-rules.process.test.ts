import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = [
  'postgres',
  'languages',
  'tree',
  'parse',
  'relate',
  'scan',
  'missed',
  'history',
  'generalize',
  'session',
  'diff',
  'check',
  'render',
  'discovery',
  'index',
  'query',
  'queue',
  'service',
  'export',
  'manifest',
  'conformance',
  'extract',
];
const temporary: string[] = [];

afterAll(() => {
  for (const folder of temporary) rmSync(folder, { recursive: true });
});

/** A project with the structure of this repository and the given files. */
function project(files: Record<string, string>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'import-rules-')));
  temporary.push(folder);
  const all = {
    'package.json': JSON.stringify({ type: 'module', devDependencies: { 'only-dev': '1.0.0' } }),
    'packages/core/package.json': JSON.stringify({
      name: 'core',
      type: 'module',
      imports: Object.fromEntries(modules.map((module) => [`#${module}/*`, `./src/${module}/*`])),
      dependencies: { 'oxc-parser': '1.0.0', pg: '1.0.0' },
    }),
    'node_modules/oxc-parser/index.js': '',
    'node_modules/only-dev/index.js': '',
    'node_modules/fastify/index.js': '',
    'node_modules/pg/index.js': '',
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

interface Report {
  summary: { violations: { from: string; rule: { name: string } }[] };
}

/** Names of violated rules by file. */
function violations(folder: string): Record<string, string[]> {
  const command = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const rules = join(root, 'tools/import-rules.cjs');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [command, '--config', rules, '--output-type', 'json', 'packages'],
    { cwd: folder, encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  const found: Record<string, string[]> = {};
  for (const { from, rule } of (JSON.parse(stdout) as Report).summary.violations) {
    found[from] = [...(found[from] ?? []), rule.name].sort();
  }
  return found;
}

/** For each rule a file that violates it, and a file that it imports. */
const cases: Record<string, { file: string; text: string; needs?: string }> = {
  'imports-resolve': { file: 'packages/core/src/tree/lost.ts', text: "import './nowhere.ts';" },
  'contracts-import-no-other-package': {
    file: 'packages/contracts/src/up.ts',
    text: "import '../../core/src/tree/walk.ts';",
    needs: 'packages/core/src/tree/walk.ts',
  },
  'contracts-run-in-a-browser': { file: 'packages/contracts/src/node.ts', text: "import 'node:path';" },
  'languages-imports-earlier-modules': {
    file: 'packages/core/src/languages/ahead.ts',
    text: "import '#tree/walk.ts';",
    needs: 'packages/core/src/tree/walk.ts',
  },
  'export-imports-earlier-modules': {
    file: 'packages/core/src/export/ahead.ts',
    text: "import '#parse/portable/engine.ts';",
    needs: 'packages/core/src/parse/portable/engine.ts',
  },
  'discovery-imports-earlier-modules': {
    file: 'packages/core/src/discovery/ahead.ts',
    text: "import '#index/port.ts';",
    needs: 'packages/core/src/index/port.ts',
  },
  'index-imports-earlier-modules': {
    file: 'packages/core/src/index/ahead.ts',
    text: "import '#query/query.ts';",
    needs: 'packages/core/src/query/query.ts',
  },
  'queue-imports-earlier-modules': {
    file: 'packages/core/src/queue/ahead.ts',
    text: "import '#render/visible.ts';",
    needs: 'packages/core/src/render/visible.ts',
  },
  'query-imports-earlier-modules': {
    file: 'packages/core/src/query/behind.ts',
    text: "import '#scan/quote.ts';",
    needs: 'packages/core/src/scan/quote.ts',
  },
  'packet-imports-earlier-modules': {
    file: 'packages/core/src/packet/aside.ts',
    text: "import '#scan/quote.ts';",
    needs: 'packages/core/src/scan/quote.ts',
  },
  'database-only-in-index': {
    file: 'packages/core/src/export/tables.ts',
    text: "import '#index/sqlite/driver.ts';",
    needs: 'packages/core/src/index/sqlite/driver.ts',
  },
  'workers-and-tables-come-last': {
    file: 'packages/core/src/index/tables-of-parquet.ts',
    text: "import '../parquet/rows/columns.ts';",
    needs: 'packages/core/src/parquet/rows/columns.ts',
  },
  'server-driver-only-in-postgres': { file: 'packages/core/src/index/direct.ts', text: "import 'pg';" },
  'postgres-imports-earlier-modules': {
    file: 'packages/core/src/postgres/ahead.ts',
    text: "import '#tree/walk.ts';",
    needs: 'packages/core/src/tree/walk.ts',
  },
  'tree-imports-earlier-modules': {
    file: 'packages/core/src/tree/ahead.ts',
    text: "import '#parse/facts.ts';",
    needs: 'packages/core/src/parse/facts.ts',
  },
  'parse-imports-earlier-modules': {
    file: 'packages/core/src/parse/ahead.ts',
    text: "import type { Scan } from '#scan/model.ts';",
    needs: 'packages/core/src/scan/model.ts',
  },
  'diff-imports-earlier-modules': {
    file: 'packages/core/src/diff/aside.ts',
    text: "import '#parse/portable/engine.ts';",
    needs: 'packages/core/src/parse/portable/engine.ts',
  },
  'generalize-imports-earlier-modules': {
    file: 'packages/core/src/generalize/ahead.ts',
    text: "import '#diff/model.ts';",
    needs: 'packages/core/src/diff/model.ts',
  },
  'drafts-imports-earlier-modules': {
    file: 'packages/core/src/drafts/ahead.ts',
    text: "import '#service/service.ts';",
    needs: 'packages/core/src/service/service.ts',
  },
  'missed-imports-earlier-modules': {
    file: 'packages/core/src/missed/ahead.ts',
    text: "import '#diff/model.ts';",
    needs: 'packages/core/src/diff/model.ts',
  },
  'history-imports-earlier-modules': {
    file: 'packages/core/src/history/ahead.ts',
    text: "import '#diff/model.ts';",
    needs: 'packages/core/src/diff/model.ts',
  },
  'review-imports-earlier-modules': {
    file: 'packages/core/src/review/prints.ts',
    text: "import '../render/tree.ts';",
    needs: 'packages/core/src/render/tree.ts',
  },
  'session-imports-earlier-modules': {
    file: 'packages/core/src/session/ahead.ts',
    text: "import '#check/check.ts';",
    needs: 'packages/core/src/check/check.ts',
  },
  'check-imports-earlier-modules': {
    file: 'packages/core/src/check/aside.ts',
    text: "import '#diff/diff.ts';",
    needs: 'packages/core/src/diff/diff.ts',
  },
  'relate-imports-earlier-modules': {
    file: 'packages/core/src/relate/aside.ts',
    text: "import '#tree/walk.ts';",
    needs: 'packages/core/src/tree/walk.ts',
  },
  'scan-imports-earlier-modules': {
    file: 'packages/core/src/scan/ahead.ts',
    text: "import '#render/json.ts';",
    needs: 'packages/core/src/render/json.ts',
  },
  'lists-imports-earlier-modules': {
    file: 'packages/core/src/lists/ahead.ts',
    text: "import '#render/json.ts';",
    needs: 'packages/core/src/render/json.ts',
  },
  'render-imports-earlier-modules': {
    file: 'packages/core/src/render/back.ts',
    text: "import '#scan/scan.ts';",
    needs: 'packages/core/src/scan/scan.ts',
  },
  'parquet-imports-earlier-modules': {
    file: 'packages/core/src/parquet/ahead.ts',
    text: "import '#query/query.ts';",
    needs: 'packages/core/src/query/query.ts',
  },
  'manifest-imports-earlier-modules': {
    file: 'packages/core/src/manifest/ahead.ts',
    text: "import '#tree/walk.ts';",
    needs: 'packages/core/src/tree/walk.ts',
  },
  'conformance-imports-earlier-modules': {
    file: 'packages/core/src/conformance/ahead.ts',
    text: "import '#index/reader.ts';",
    needs: 'packages/core/src/index/reader.ts',
  },
  'extract-imports-earlier-modules': {
    file: 'packages/core/src/extract/ahead.ts',
    text: "import '#scan/scan.ts';",
    needs: 'packages/core/src/scan/scan.ts',
  },
  'manifest-runs-in-a-browser': { file: 'packages/core/src/manifest/reads.ts', text: "import 'node:fs';" },
  'only-the-command-line-uses-pages': {
    file: 'packages/core/src/export/page.ts',
    text: "import type { Page } from '../../../web/src/map/embed.ts';",
    needs: 'packages/web/src/map/embed.ts',
  },
  'core-imports-no-interface': {
    file: 'packages/contracts/src/face.ts',
    text: "import '../../analyzer/src/main.ts';",
    needs: 'packages/analyzer/src/main.ts',
  },
  'interfaces-are-independent': {
    file: 'packages/analyzer/src/rest/server.ts',
    text: "import '../cli/progress.ts';",
    needs: 'packages/analyzer/src/cli/progress.ts',
  },
  'servers-need-only-the-service': {
    file: 'packages/analyzer/src/mcp/scans.ts',
    text: "import '../../../core/src/scan/scan.ts';",
    needs: 'packages/core/src/scan/scan.ts',
  },
  'server-packages-only-in-their-server': {
    file: 'packages/analyzer/src/cli/serve/rest.ts',
    text: "import 'fastify';",
  },
  'service-imports-earlier-modules': {
    file: 'packages/core/src/service/ahead.ts',
    text: "import '#index/reader.ts';",
    needs: 'packages/core/src/index/reader.ts',
  },
  'relations-imports-earlier-modules': {
    file: 'packages/core/src/relations/find-relations.ts',
    text: "import '../render/json.ts';",
    needs: 'packages/core/src/render/json.ts',
  },
  'show-imports-earlier-modules': {
    file: 'packages/core/src/show/find-shown.ts',
    text: "import '../index/port.ts';",
    needs: 'packages/core/src/index/port.ts',
  },
  'similar-imports-earlier-modules': {
    file: 'packages/core/src/similar/code-parser.ts',
    text: "import '../service/service.ts';",
    needs: 'packages/core/src/service/service.ts',
  },
  'commands-stay-apart': {
    file: 'packages/analyzer/src/cli/scan/run.ts',
    text: "import '../diff/run.ts';",
    needs: 'packages/analyzer/src/cli/diff/run.ts',
  },
  'only-the-map-uses-workspace-commands': {
    file: 'packages/analyzer/src/cli/manifest/check.ts',
    text: "import '../workspace/query.ts';",
    needs: 'packages/analyzer/src/cli/workspace/query.ts',
  },
  'options-need-no-engine': {
    file: 'packages/analyzer/src/cli/options/scan.ts',
    text: "import '../engine/open.ts';",
    needs: 'packages/analyzer/src/cli/engine/open.ts',
  },
  'dashboard-is-independent': {
    file: 'packages/dashboard/src/serve.ts',
    text: "import '../../core/src/tree/walk.ts';",
    needs: 'packages/core/src/tree/walk.ts',
  },
  'events-import-no-server': {
    file: 'packages/dashboard/src/store/event-store.ts',
    text: "import '../http/server.ts';",
    needs: 'packages/dashboard/src/http/server.ts',
  },
  'drivers-import-no-server': {
    file: 'packages/dashboard/src/egress/targets.ts',
    text: "import '../http/guard.ts';",
    needs: 'packages/dashboard/src/http/guard.ts',
  },
  'browser-only-in-drivers': {
    file: 'packages/dashboard/src/drivers/dom-diff.ts',
    text: "import './process/launch.ts';",
    needs: 'packages/dashboard/src/drivers/process/launch.ts',
  },
  'pure-modules-have-no-effects': { file: 'packages/core/src/render/reads.ts', text: "import 'node:fs';" },
  'parsers-only-in-adapters': { file: 'packages/core/src/parse/direct.ts', text: "import 'oxc-parser';" },
  'extraction-imports-no-parser': {
    file: 'packages/core/src/parse/portable/extract/peeks.ts',
    text: "import '../adapters/oxc.ts';",
    needs: 'packages/core/src/parse/portable/adapters/oxc.ts',
  },
  'modules-are-imported-by-alias': {
    file: 'packages/core/src/scan/shortcut.ts',
    text: "import '../tree/walk.ts';",
    needs: 'packages/core/src/tree/walk.ts',
  },
  'product-imports-no-test': {
    file: 'packages/core/src/tree/leans.ts',
    text: "import './walk.test.ts';",
    needs: 'packages/core/src/tree/walk.test.ts',
  },
  'product-imports-no-development-package': { file: 'packages/core/src/tree/dev.ts', text: "import 'only-dev';" },
  'product-is-independent': {
    file: 'packages/core/src/tree/uses-bench.ts',
    text: "import '../../../../bench/table.ts';",
    needs: 'bench/table.ts',
  },
};

test('each rule reports the file that violates it', () => {
  const files: Record<string, string> = {};
  for (const { file, text, needs } of Object.values(cases)) {
    files[file] = text;
    if (needs !== undefined) files[needs] ??= 'export {};';
  }
  const found = violations(project(files));
  for (const [rule, { file }] of Object.entries(cases)) expect(found[file], file).toContain(rule);
  expect(Object.keys(found).sort()).toEqual(
    Object.values(cases)
      .map(({ file }) => file)
      .sort(),
  );
});

test('each rule has a case and a comment', () => {
  const { forbidden }: { forbidden: { name: string; comment: string }[] } = createRequire(import.meta.url)(
    './import-rules.cjs',
  );
  expect(forbidden.map(({ name }) => name).sort()).toEqual(Object.keys(cases).sort());
  for (const { name, comment } of forbidden) expect(comment, name).toMatch(/^\S.{20,}\.$/);
});

test('intended imports are allowed', () => {
  const folder = project({
    'packages/core/src/tree/walk.ts': "import 'node:fs'; export const walk = 1;",
    'packages/core/src/parse/facts.ts': 'export interface Facts { n: number }',
    'packages/core/src/parse/portable/adapters/oxc.ts': "import 'oxc-parser';",
    'packages/core/src/relate/cycles.ts': "import type { Facts } from '#parse/facts.ts'; export type F = Facts;",
    'packages/core/src/scan/scan.ts': "import { walk } from '#tree/walk.ts'; export const scan = walk;",
    'packages/core/src/scan/scan.test.ts': "import '#render/json.ts'; import 'only-dev';",
    'packages/core/src/render/json.ts': 'export {};',
    'packages/core/src/index/port.ts': 'export interface Snapshot { id: string }',
    'packages/core/src/index/write.ts': "import '#scan/scan.ts';",
    'packages/core/src/query/summary.ts': "import type { Snapshot } from '#index/port.ts'; export type S = Snapshot;",
    'packages/analyzer/src/cli/run.ts': "import '../../../core/src/scan/scan.ts';",
  });
  expect(violations(folder)).toEqual({});
});

test('a cycle of files is reported, also of type imports', () => {
  const folder = project({
    'biome.json': readFileSync(join(root, 'biome.json'), 'utf8'),
    'e.ts': "import type { C } from './c.ts';\n\nexport type E = C;\n",
    'a.ts': "import { b } from './b.ts';\n\nexport const a = (): number => b();\n",
    'b.ts': "import { a } from './a.ts';\n\nexport const b = (): number => a();\n",
    'c.ts': "import type { D } from './d.ts';\n\nexport type C = D;\n",
    'd.ts': "import type { C } from './c.ts';\n\nexport type D = C;\n",
  });
  const { stdout } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/@biomejs/biome/bin/biome'),
      'lint',
      '--only=suspicious/noImportCycles',
      '--reporter=json',
      '.',
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  const found = new Set([...stdout.matchAll(/"path":"([a-e]\.ts)"/g)].map(([, name]) => name));
  expect(found).toEqual(new Set(['a.ts', 'b.ts', 'c.ts', 'd.ts']));
});

test('a page that imports more than contracts is reported', () => {
  const folder = project({
    'biome.json': readFileSync(join(root, 'biome.json'), 'utf8'),
    'packages/web/src/page.tsx': "import '@analyzer/core/scan/scan.ts';\n",
    'packages/web/src/fine.tsx': "import '@analyzer/contracts';\n",
  });
  const args = ['lint', '--only=style/noRestrictedImports', '--reporter=json', '.'];
  const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/@biomejs/biome/bin/biome'), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stdout).toContain('packages/web/src/page.tsx');
  expect(stdout).not.toContain('fine.tsx');
});
