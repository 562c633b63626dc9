import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Replaces the copies of the project by imports of the verified packages. */
export function migrateTask({ root, workspace, context, resultsOf, result }) {
  const label = relative(workspace, root);
  const verified = resultsOf('verify');
  const copies = context.families.flatMap(({ family_id, package_id, occurrences }) => {
    const target = context.packages.find((one) => one.package_id === package_id);
    const delivered = verified.find((one) => one.package.name === target.name);
    const { symbol } = delivered.exports.find((one) => one.family_id === family_id);
    return occurrences
      .filter(({ project }) => project === label)
      .map((occurrence) => ({ ...occurrence, symbol, name: target.name }));
  });
  // From the end of each file, so that earlier lines keep their numbers.
  for (const copy of copies.sort((a, b) => b.start_line - a.start_line)) replaceCopy(copy, root, result);
  const used = new Set(copies.map(({ name }) => name));
  addDependencies(
    context.packages.filter(({ name }) => used.has(name)),
    { root, workspace, result },
  );
  result.runTests('project');
}

/** Removes a function with its comment, and imports it; an exported one is exported again. */
function replaceCopy({ path, start_line, end_line, qualified_name, symbol, name }, root, result) {
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  const isExported = lines[start_line - 1].startsWith('export ');
  let first = start_line - 1;
  while (first > 0 && /^\s*(\/\*\*|\*|\/\/)/.test(lines[first - 1])) first--;
  lines.splice(first, end_line - first);
  const binding = symbol === qualified_name ? symbol : `${symbol} as ${qualified_name}`;
  const head = [`import { ${binding} } from '${name}';`, ...(isExported ? ['', `export { ${qualified_name} };`] : [])];
  const rest = lines.join('\n').replace(/^\n+/, '');
  result.change(path, `${head.join('\n')}\n${rest === '' ? '' : `\n${rest}`}`);
}

/** Adds the packages to the manifest, and links them as `npm install` does for `file:` dependencies. */
function addDependencies(packages, { root, workspace, result }) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const { name, project, path } of packages) {
    const folder = join(workspace, project, path);
    manifest.dependencies = { ...manifest.dependencies, [name]: `file:${relative(root, folder)}` };
    const link = join(root, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    if (!existsSync(link)) symlinkSync(relative(dirname(link), folder), link, 'dir');
  }
  result.change('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
}
