import { endingOf, manifestFolder } from './imports.ts';

interface ImportingFile {
  path: string;
  facts?: { imports: readonly { specifier: string; lookup: string }[] } | undefined;
}

/**
 * The ending that most relative imports of a package have. Packages are read on first use.
 *
 * @param hasManifest whether a folder has a manifest of npm
 */
export function moduleEndings(
  files: Iterable<ImportingFile | { path: string }>,
  hasManifest: (folder: string) => boolean,
): (path: string) => string | undefined {
  let counts: Map<string | undefined, Map<string, number>> | undefined;
  const read = () => {
    const all = new Map<string | undefined, Map<string, number>>();
    for (const file of files) {
      const imports = ('facts' in file && file.facts?.imports) || [];
      for (const { specifier, lookup } of imports) {
        if (lookup !== 'module' || !/^\.\.?\//.test(specifier)) continue;
        const folder = manifestFolder(file.path, hasManifest);
        const its = all.get(folder) ?? new Map<string, number>();
        all.set(folder, its);
        const ending = endingOf(specifier);
        its.set(ending, (its.get(ending) ?? 0) + 1);
      }
    }
    return all;
  };
  return (path) => {
    counts ??= read();
    const its = [...(counts.get(manifestFolder(path, hasManifest)) ?? [])];
    return its.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0];
  };
}
