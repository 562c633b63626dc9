/**
 * Prints how many lines of code this repository has, by module: `npm run count`. Comments, blank lines, generated files
 * and fixture data do not count; tests and what only tests load count as tests.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countFile, testModulesOf } from './count/count-code.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const paths = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
const texts = new Map(
  paths.filter((path) => existsSync(join(root, path))).map((path) => [path, readFileSync(join(root, path), 'utf8')]),
);
const testModules = new Set(
  [...texts].flatMap(([path, text]) => (path.endsWith('.rs') ? testModulesOf(path, text) : [])),
);

/** By group, then by module. */
const counts = new Map();
for (const [path, text] of texts) {
  const found = countFile(path, text, testModules);
  if (found === undefined) continue;
  const modules = counts.get(found.group) ?? new Map();
  counts.set(found.group, modules);
  const before = modules.get(found.module) ?? { product: 0, tests: 0 };
  modules.set(found.module, { product: before.product + found.product, tests: before.tests + found.tests });
}

row('', 'product', 'tests');
for (const [group, modules] of [...counts].sort()) {
  const sum = { product: 0, tests: 0 };
  for (const [module, { product, tests }] of [...modules].sort()) {
    row(module, product, tests);
    sum.product += product;
    sum.tests += tests;
  }
  if (modules.size > 1) row(group, sum.product, sum.tests);
  process.stdout.write('\n');
}

function row(name, product, tests) {
  const cells = [product, tests].map((one) => one.toLocaleString('en').padStart(9));
  process.stdout.write(`${name.padEnd(36)}${cells.join('')}\n`);
}
