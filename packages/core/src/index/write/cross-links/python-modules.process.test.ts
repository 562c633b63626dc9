import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentOf, dbOf } from '#index/fixture.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { importsOf } from './fixture.ts';

const PROJECT = '[project]\nname = "x"\n';
const ELSEWHERE = 'not in this project';

test('modules of a distribution lead to the project of it, each name to its own file', async () => {
  const folder = join(
    fixtureFolder({
      'w/app/pyproject.toml': PROJECT,
      'w/app/main.py': [
        'import json',
        'import core.deep.x',
        'from core import Thing, deep, VERSION',
        'import flat',
        'from flat.sub import *',
        'import tests.helper',
        'import missing',
        'from core.gone import a',
        'from space.inner import b',
        '',
      ].join('\n'),
      'w/core/setup.cfg': '[metadata]\nname = core\n[options]\npackage_dir =\n  = lib\n',
      'w/core/lib/core/__init__.py': 'from .thing import Thing\nVERSION = 1\n',
      'w/core/lib/core/thing.py': 'class Thing:\n    pass\n',
      'w/core/lib/core/deep/__init__.py': '',
      'w/core/lib/core/deep/x.py': '',
      'w/core/lib/space/inner.py': 'b = 1\n',
      'w/core/missing.py': '',
      'w/flat/setup.py': '',
      'w/flat/flat/__init__.py': '',
      'w/flat/flat/sub.py': '',
      'w/flat/tests/helper.py': '',
      'w/tool/pyproject.toml': '[tool.black]\nline-length = 100\n',
      'w/tool/missing.py': '',
    }),
    'w',
  );
  const rows = (await importsOf(folder, false)).filter(
    ({ target }) => target?.startsWith('core:lib/core/thing') !== true,
  );
  expect(rows.map(({ specifier, names, rule, reason, target }) => [specifier, names, rule ?? reason, target])).toEqual([
    ['json', [], 'in the standard library', null],
    ['core.deep.x', [], 'index-module', 'core:lib/core/deep/x.py'],
    ['core', ['Thing', 'VERSION'], 'index-module', 'core:lib/core/__init__.py'],
    ['core', ['deep'], 'index-module', 'core:lib/core/deep/__init__.py'],
    ['flat', [], 'index-module', 'flat:flat/__init__.py'],
    ['flat.sub', ['*'], 'index-module', 'flat:flat/sub.py'],
    ['tests.helper', [], ELSEWHERE, null],
    ['missing', [], ELSEWHERE, null],
    ['core.gone', ['a'], ELSEWHERE, null],
    ['space.inner', ['b'], 'index-module', 'core:lib/space/inner.py'],
  ]);
  const { edge = [], edge_count = [], linked_import = [] } = await contentOf(dbOf(folder));
  expect(edge.map((row) => Object(row)).filter(({ kind }) => kind === 1)).toHaveLength(7);
  expect(linked_import.map((row) => Object(row)).map(({ seq, part }) => [seq, part])).toEqual(
    [1, 2, 3, 4, 5, 9].map((seq) => [seq, seq === 3 ? 1 : 0]),
  );
  const app = edge_count.map((row) => Object(row)).filter(({ kind, project_id }) => kind === 1 && project_id === 1);
  expect(app.map(({ state, edges, sites }) => [state, edges, sites])).toEqual([
    [0, 6, 6],
    [2, 0, 4],
  ]);
});

test('a module that two distributions have is ambiguous, and the importing project is not one of them', async () => {
  const folder = join(
    fixtureFolder({
      'w/a/pyproject.toml': PROJECT,
      'w/a/src/same/__init__.py': '',
      'w/b/pyproject.toml': PROJECT,
      'w/b/src/same/__init__.py': '',
      'w/c/pyproject.toml': PROJECT,
      'w/c/src/c/__init__.py': 'import same\nimport c.none\n',
    }),
    'w',
  );
  const rows = await importsOf(folder, false);
  expect(rows.map(({ specifier, state }) => [specifier, state])).toEqual([
    ['same', 'ambiguous'],
    ['c.none', 'unresolved'],
  ]);
});
