import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { dbOf, engineOfThisProcess, indexFolder } from '#index/fixture.ts';
import { openIndex } from '#index/reader.ts';
import type { Engine } from '#parse/engine.ts';
import { completeOptions } from '#scan/options.ts';
import { scan } from '#scan/scan.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { indexedProject } from './indexed-project.ts';
import { type CodeProject, projectOf } from './project.ts';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

let engine: Engine;
beforeAll(async () => {
  engine = await engineOfThisProcess();
});

/** Everything that a check reads from a project; declarations by position, because ids are private. */
function plain({ files, unread, unreadReason }: CodeProject, asked: readonly string[]): object {
  const indices = new Map<string, string>();
  for (const { path, declarations } of files.values()) {
    for (const [index, { id }] of declarations.entries()) indices.set(id, `${path} ${index}`);
  }
  return {
    files: [...files].map(([key, { declarations, calls, uses, named: _, renamed: __, ...file }]) => ({
      key,
      ...file,
      declarations: declarations.map(({ id, ...it }) => ({ ...it, at: indices.get(id) })),
      uses: uses.map(({ within, target }) => `${within} ${indices.get(target)}`).sort(),
      calls: calls.map(({ candidates, ...it }) => ({ ...it, candidates: candidates.map((id) => indices.get(id)) })),
    })),
    unread: [...unread],
    unreadReason: asked.map((path) => [path, unreadReason(path)]),
  };
}

/** The same project from its scan and from an index. */
async function bothWays(folder: string, asked: readonly string[]): Promise<{ scanned: object; indexed: object }> {
  const scanned = projectOf(await scan(folder, completeOptions({}), { engine }));
  await indexFolder(folder, { engine });
  const reader = await openIndex(dbOf(folder));
  try {
    const label = folder.split('/').at(-1) ?? '';
    const indexed = reader.read((snapshot) => indexedProject(snapshot, label));
    return { scanned: plain(scanned, asked), indexed: plain(indexed, asked) };
  } finally {
    reader.close();
  }
}

const ODD = {
  'shop/package.json': '{}',
  'shop/src/price.ts': [
    "import { get as ask, type Options } from 'axios';",
    "import * as tax from './tax.js';",
    "import './gone.js';",
    'export class Shop {',
    '  price(items: number[]) {',
    '    const rounded = items.map((it) => Math.round(tax.of(it)));',
    '    return this.total(rounded).toFixed(2);',
    '  }',
    '  total(items: number[]) { return items.length; }',
    '}',
    'const [first] = [() => ask(process.env.URL)];',
    'first()();',
    '',
  ].join('\n'),
  'shop/src/tax.ts': 'export function of(n) { return n; }\nexport function of(n, m) { return n + m; }\nof(1);\n',
  'shop/src/view.jsx': 'export const View = () => <Price of={load()} />;\n',
  'shop/src/broken.py': 'def f():\n    return (1\n\ndef g():\n    f()\n',
  'shop/src/price.test.ts': "import { Shop } from './price.js';\nnew Shop().price([1]);\n",
  'shop/src/main.rs': 'fn main() {}\n',
  'shop/bin/deploy': '#!/bin/bash\nsource ./lib.sh\ncurl "$1" | tee log\n',
  'shop/bin/lib.sh': 'log() { echo "$1"; }\n',
  'shop/.analyzerignore': 'old/parts/\n',
  'shop/old/parts/a.py': 'def a(): pass\n',
  'shop/old/page.php': '<?php\nuse Shop\\Cart as C;\nnamespace\\run(fn() => (new C)->add(1));\n',
  'shop/logo.png': '\u0000PNG',
  'shop/node_modules/x/index.js': 'x();\n',
};

test('an indexed project equals its scan, for files of every status', async () => {
  const folder = join(fixtureFolder(ODD), 'shop');
  symlinkSync('price.ts', join(folder, 'src/link.ts'));
  mkdirSync(join(folder, 'empty'));
  const asked = [
    ...['src', 'old', 'empty', 'node_modules', 'node_modules/x/index.js', 'old/parts', 'old/parts/a.py'],
    ...['src/link.ts', 'logo.png', 'src/main.rs', 'src/gone.ts', 'src/price.ts'],
  ];
  const { scanned, indexed } = await bothWays(folder, asked);
  expect(indexed).toEqual(scanned);
  expect(scanned).toMatchObject({
    unread: [['src/main.rs', 'unsupported-language']],
    unreadReason: [
      ['src', 'a directory'],
      ['old', 'a directory'],
      ['empty', undefined],
      ['node_modules', 'excluded by default'],
      ['node_modules/x/index.js', 'excluded by default'],
      ['old/parts', 'excluded by analyzerignore'],
      ['old/parts/a.py', 'excluded by analyzerignore'],
      ['src/link.ts', 'symlink'],
      ['logo.png', 'excluded by profile'],
      ['src/main.rs', 'unsupported-language'],
      ['src/gone.ts', undefined],
      ['src/price.ts', undefined],
    ],
  });
  const states = new Set(JSON.stringify(scanned).match(/"state":"\w+"/g));
  expect(states.size, 'every state of a link').toBe(4);
});

test('an indexed project of real code equals its scan', async () => {
  const folder = join(fixtureFolder({ 'real/package.json': '{}' }), 'real');
  for (const name of ['conformance', 'relate', 'query']) {
    cpSync(join(repository, 'packages/core/src', name), join(folder, name), { recursive: true });
  }
  cpSync(join(repository, 'node_modules/commander'), join(folder, 'commander'), { recursive: true });
  const { scanned, indexed } = await bothWays(folder, readdirSync(folder));
  expect(indexed).toEqual(scanned);
});

test('the error for an unknown project lists the projects of the index', async () => {
  const folder = join(fixtureFolder({ 'shop/package.json': '{}' }), 'shop');
  await indexFolder(folder, { engine });
  const reader = await openIndex(dbOf(folder));
  try {
    expect(() => reader.read((snapshot) => indexedProject(snapshot, 'shoe'))).toThrow(
      expect.objectContaining({ code: 'not_found', hint: 'It has shop.' }),
    );
  } finally {
    reader.close();
  }
});

test('an import that leads to another project of the index is outside of its project, as in a scan', async () => {
  const folder = join(
    fixtureFolder({
      'w/app/pyproject.toml': '[project]\n',
      'w/app/main.py': 'from lib import one, two; from lib import three\n',
      'w/app/page.php': "<?php require __DIR__ . '/../lib/page.php';",
      'w/app/main.js': "import '../lib/x.js';\nimport { y } from 'lib';\n",
      'w/lib/pyproject.toml': '[project]\n',
      'w/lib/package.json': '{"name": "lib", "main": "x.js"}',
      'w/lib/lib/__init__.py': 'two = 1\n',
      'w/lib/lib/one.py': '',
      'w/lib/lib/three.py': '',
      'w/lib/page.php': '<?php',
      'w/lib/x.js': '',
    }),
    'w',
  );
  await indexFolder(folder, { engine });
  const reader = await openIndex(dbOf(folder));
  try {
    const rules = reader.read((snapshot) =>
      snapshot.all('SELECT rule FROM import ORDER BY file_id, seq', [], (row) => row.optionalText('rule')),
    );
    const [path, module] = ['index-path', 'index-module'];
    expect(rules).toEqual([path, 'index-package', module, module, module, path]);
    const indexed = reader.read((snapshot) => indexedProject(snapshot, 'app'));
    const scanned = projectOf(await scan(join(folder, 'app'), completeOptions({}), { engine }));
    expect(plain(indexed, [])).toEqual(plain(scanned, []));
  } finally {
    reader.close();
  }
});
