import { inFolder } from '#relate/paths.ts';
import type { ProjectFiles } from '#relate/project-files.ts';

/**
 * Names in the folder of a distribution that no tool installs by default: tests, documentation, scripts of builds.
 *
 * https://setuptools.pypa.io/en/latest/userguide/package_discovery.html#flat-layout
 */
const NOT_INSTALLED: ReadonlySet<string> = new Set([
  ...['benchmark', 'benchmarks', 'bin', 'build', 'changelog', 'ci', 'conanfile', 'conftest', 'debian', 'doc', 'docs'],
  ...['documentation', 'dodo', 'dist', 'example', 'examples', 'exercise', 'exercises', 'fabfile', 'htmlcov', 'manage'],
  ...['manpages', 'news', 'newsfragments', 'noxfile', 'pavement', 'python', 'scripts', 'setup', 'tasks', 'test'],
  ...['tests', 'tools', 'toxfile', 'unit_test', 'unit_tests', 'util', 'utils'],
]);

/** Whether a distribution with its modules below a root has one of that name at the top. */
export function isInstalled(files: ProjectFiles, root: string, name: string): boolean {
  const isFlat = root === '';
  if (isFlat && NOT_INSTALLED.has(name)) return false;
  const path = inFolder(root, name);
  const isRegular = ['.py', '.pyi', '/__init__.py', '/__init__.pyi'].some((it) => files.has(path + it));
  return isRegular || files.holdsPython(path);
}
