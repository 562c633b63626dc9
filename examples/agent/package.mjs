import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CASES } from './cases.mjs';
import { modelOf, symbolOf } from './design.mjs';

const VERSION = '1.0.0';

/** Creates the package: one copy of each family with tests, manifest and licence. */
export function packageTask({ workspace, root, context, result }) {
  const [target] = context.packages;
  const names = context.families.map(symbolOf);
  const functions = context.families.map((family) => sourceOf(modelOf(family), workspace));
  const manifest = { name: target.name, version: VERSION, type: 'module', license: 'MIT', exports: './index.js' };
  result.change(`${target.path}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`);
  result.change(`${target.path}/LICENSE`, readFileSync(join(root, 'LICENSE'), 'utf8'));
  const source = `${functions.map((text) => `export ${text}`).join('\n\n')}\n`;
  result.change(`${target.path}/index.js`, source);
  result.change(`${target.path}/test/index.test.js`, testsOf(names));
  result.addArtifact('index.js', source, 'package');
  result.runTests('package', target.path);
  const path = `${target.path}/index.js`;
  result.set({
    package: { name: target.name, version: VERSION },
    exports: context.families.map(({ family_id }, index) => ({ family_id, symbol: names[index], path })),
  });
}

/** The lines of a function, without `export`. */
function sourceOf({ project, path, start_line, end_line }, workspace) {
  const lines = readFileSync(join(workspace, project, path), 'utf8').split('\n');
  return lines
    .slice(start_line - 1, end_line)
    .join('\n')
    .replace(/^export /, '');
}

function testsOf(names) {
  const calls = names.flatMap((name) =>
    CASES[name].map(([values, expected]) => {
      const list = values.map((value) => JSON.stringify(value)).join(', ');
      return `  assert.equal(${name}(${list}), ${JSON.stringify(expected)});`;
    }),
  );
  return [
    "import assert from 'node:assert/strict';",
    "import { test } from 'node:test';",
    `import { ${names.join(', ')} } from '../index.js';`,
    '',
    `test('${names.join(', ')}', () => {`,
    ...calls,
    '});',
    '',
  ].join('\n');
}
