/** Files that mark the root of a project. Query results list them. */
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
 * Folders of version control mark a root too. They are not listed, so that a checkout and an unpacked archive have the
 * same result. In a submodule or a linked working tree `.git` is a file.
 */
export const VERSION_CONTROL: ReadonlySet<string> = new Set(['.git', '.hg', '.jj', '.svn']);

/** @param names in a folder */
export function isRoot(names: readonly string[]): boolean {
  return firstMarker(names) !== undefined;
}

/** @returns the first name that marks a root, a file before a folder of version control */
export function firstMarker(names: readonly string[]): string | undefined {
  return names.find((name) => MARKER_FILES.has(name)) ?? names.find((name) => VERSION_CONTROL.has(name));
}

/** @returns the listed markers, ordered */
export function markersAmong(names: readonly string[]): string[] {
  return names.filter((name) => MARKER_FILES.has(name)).sort();
}
