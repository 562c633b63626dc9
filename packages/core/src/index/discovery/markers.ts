/** Files that say: here is the root of a project. They are listed in answers. */
export const MARKER_FILES: ReadonlySet<string> = new Set([
  'Cargo.toml',
  'Gemfile',
  'Pipfile',
  'build.gradle',
  'build.gradle.kts',
  'composer.json',
  'deno.json',
  'deno.jsonc',
  'go.mod',
  'mix.exs',
  'package.json',
  'pom.xml',
  'pyproject.toml',
  'setup.cfg',
  'setup.py',
]);

/**
 * Version control says so too. It is not listed: a checkout and an unpacked archive of the same code are the same.
 * In a submodule or another working tree `.git` is a file.
 */
export const VERSION_CONTROL: ReadonlySet<string> = new Set(['.git', '.hg', '.jj', '.svn']);

/** @param names of what is in a folder */
export function isRoot(names: readonly string[]): boolean {
  return names.some((name) => MARKER_FILES.has(name) || VERSION_CONTROL.has(name));
}

/** @returns the markers that answers list, in order */
export function markersAmong(names: readonly string[]): string[] {
  return names.filter((name) => MARKER_FILES.has(name)).sort();
}
