import { posix } from 'node:path';
import type { Config } from '#relate/imports/javascript/config.ts';
import { Packages } from '#relate/imports/javascript/packages.ts';
import { Configs } from '#relate/imports/javascript/tsconfig.ts';
import type { ImportRule } from '#relate/imports/rules.ts';
import { follow } from '#relate/paths.ts';
import { Settings } from '#relate/settings/settings.ts';
import type { IndexedPackage } from './indexed-packages.ts';
import type { LocatedFiles } from './located-files.ts';
import { type CrossLink, type Linker, linkTo, type UnlinkedImport } from './unlinked-import.ts';

const RULE = 'index-path-map' satisfies ImportRule;

/**
 * Links imports that a compiler configuration maps by a path outside the project of the importing file, or that is itself
 * outside of it: a split workspace often has its configuration at the root.
 */
export class PathMaps implements Linker {
  readonly byLocation = true;
  readonly #files: LocatedFiles;
  /** All configurations, as if `/` were one project. */
  readonly #configs: Configs | undefined;

  constructor(files: LocatedFiles, described: readonly IndexedPackage[]) {
    this.#files = files;
    if (described.length === 0) return;
    const texts = new Map<string, { text: string }>();
    for (const { project, folder, entries } of described) {
      for (const [path, config] of Object.entries(JSON.parse(entries))) {
        const location = posix.join(files.root(project) ?? '/', folder, path);
        texts.set(location.slice(1), { text: JSON.stringify(config) });
      }
    }
    const settings = new Settings(texts);
    this.#configs = new Configs(settings, new Packages(settings));
  }

  link({ path, target, project, language, names }: UnlinkedImport): CrossLink[] {
    const root = this.#files.root(project);
    if (this.#configs === undefined || root === undefined) return [];
    if (language !== 'javascript' && language !== 'typescript') return [];
    const config = this.#configs.governing(posix.join(root, path).slice(1));
    for (const mapped of config === undefined ? [] : mappedPaths(config, target)) {
      const found = this.#files.at(`/${mapped}`);
      const targets = found === undefined ? [] : this.#files.scripts(found, language, target.endsWith('/'));
      if (targets.length > 0) return [linkTo(targets, RULE, names)];
    }
    return [];
  }
}

/** The paths that `paths` and `baseUrl` give an import, in order. */
function mappedPaths({ paths, baseUrl }: Config, specifier: string): string[] {
  const match = paths.best(specifier);
  const written =
    match?.targets.flatMap(
      (target) =>
        follow(
          '',
          target.replace('*', () => match.star),
        ) ?? [],
    ) ?? [];
  const below = baseUrl === undefined || specifier.startsWith('/') ? undefined : follow(baseUrl, specifier);
  return below === undefined ? written : [...written, below];
}
