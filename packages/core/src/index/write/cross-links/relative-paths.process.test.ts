import { join } from 'node:path';
import { expect, test } from 'vitest';
import { discover } from '#discovery/discover.ts';
import { engineOfThisProcess } from '#index/fixture.ts';
import { indexWorkspace } from '#index/index-workspace.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { cellsOf, importsOf } from './fixture.ts';

const OUTSIDE = 'leads outside the project';

const MONOREPO = {
  'm/package.json': '{"workspaces": ["packages/*"]}',
  'm/main.js': "import './packages/a/lib.js';\nimport './packages/a/none.js';\n",
  'm/shared.ts': '',
  'm/packages/a/package.json': '{"main": "./lib"}',
  'm/packages/a/lib.ts': [
    "import '../b';",
    "import '../b/src/x.js';",
    "import '../../shared';",
    "import '../../../elsewhere';",
    "import '../b/src/none';",
    '',
  ].join('\n'),
  'm/packages/a/run.sh': 'source "$(dirname "$0")/../b/lib.sh"\n',
  'm/packages/a/page.php': "<?php require __DIR__ . '/../b/page.php'; require '../b/page.php';",
  'm/packages/b/package.json': '{"name": "b", "main": "./src/x"}',
  'm/packages/b/src/x.ts': '',
  'm/packages/b/lib.sh': 'f() { :; }\n',
  'm/packages/b/page.php': '<?php',
};

test('a path out of a split workspace leads to the file of another project', async () => {
  const folder = join(fixtureFolder(MONOREPO), 'm');
  expect(cellsOf(await importsOf(folder, true))).toEqual([
    ['./packages/a/lib.js', 'resolved', 'index-path', 'm/packages/a:lib.ts'],
    ['./packages/a/none.js', 'unresolved', 'leads into packages/a, which the scan leaves out (exclude)', null],
    ['../b', 'resolved', 'index-path', 'm/packages/b:src/x.ts'],
    ['../b/src/x.js', 'resolved', 'index-path', 'm/packages/b:src/x.ts'],
    ['../../shared', 'resolved', 'index-path', 'm:shared.ts'],
    ['../../../elsewhere', 'unresolved', OUTSIDE, null],
    ['../b/src/none', 'unresolved', OUTSIDE, null],
    ["__DIR__ . '/../b/page.php'", 'resolved', 'index-path', 'm/packages/b:page.php'],
    ['../b/page.php', 'resolved', 'index-path', 'm/packages/b:page.php'],
    ['"$(dirname "$0")/../b/lib.sh"', 'resolved', 'index-path', 'm/packages/b:lib.sh'],
  ]);
});

test('equal projects at other locations to each other have another snapshot id if a path leads elsewhere', async () => {
  const engine = await engineOfThisProcess();
  const at = (folder: string) => ({
    [`${folder}/a/package.json`]: '{}',
    [`${folder}/a/a.js`]: "import '../b/b.js';\n",
  });
  const b = (folder: string) => ({ [`${folder}/b/package.json`]: '{}', [`${folder}/b/b.js`]: '' });
  const id = (files: Record<string, string>, folders: string[]) => {
    const root = fixtureFolder(files);
    const { projects } = discover(
      folders.map((it) => join(root, it)),
      { discover: true, split: false, scan: {} },
    );
    return indexWorkspace(projects, { db: join(root, 'x.db'), engine });
  };
  const together = await id({ ...at('w'), ...b('w') }, ['w']);
  expect(await id({ ...at('v/w'), ...b('v/w') }, ['v/w'])).toBe(together);
  expect(await id({ ...at('v'), ...b('w') }, ['v', 'w'])).not.toBe(together);
});
