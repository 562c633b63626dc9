import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from './result.mjs';

/** Checks the package: its files are those of the result, its tests pass, and its licence is that of the projects. */
export function verifyTask({ root, context, resultsOf, result }) {
  const [delivered] = resultsOf('package');
  const [target] = context.packages;
  const changed = delivered.changed_files.filter(({ path, after }) => hashOf(readFileSync(join(root, path))) !== after);
  result.runTests('package', target.path);
  result.set({
    package: delivered.package,
    exports: delivered.exports,
    license: { spdx: 'MIT', evidence: [`${target.path}/LICENSE`, 'LICENSE'] },
  });
  if (changed.length > 0) result.fail(`changed after the package task: ${changed.map(({ path }) => path).join(', ')}`);
}

/** Checks the project: its tests pass, it uses the packages, and nothing changed since. */
export function validateTask({ root, resultsOf, result }) {
  result.runTests('project');
  const [migrated] = resultsOf('migrate');
  for (const { path, after } of migrated.changed_files) {
    if (after !== null && hashOf(readFileSync(join(root, path))) !== after)
      result.fail(`${path} changed after the migration`);
  }
  for (const { package: delivered } of resultsOf('verify')) {
    const { dependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    if (dependencies[delivered.name] === undefined) result.fail(`package.json does not list ${delivered.name}`);
  }
}
