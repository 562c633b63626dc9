import { readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** A package of the corpus as a project. */
export interface Package {
  /** Its path below the corpus, such as `npm/@theia/core`. */
  id: string;
  /** Absolute. */
  path: string;
}

/** All packages of an assembled corpus: the folders below `npm` and `debian`, of scoped ones those in the scope. */
export function packagesOf(corpus: string): Package[] {
  const ids = ['npm', 'debian'].flatMap((source) =>
    readdirSync(join(corpus, source)).flatMap((name) =>
      name.startsWith('@')
        ? readdirSync(join(corpus, source, name)).map((inner) => `${source}/${name}/${inner}`)
        : [`${source}/${name}`],
    ),
  );
  return ids.map((id) => ({ id, path: join(corpus, id) }));
}

/** Writes a workspace file that names them all, every file of them included. */
export function writeManifest(file: string, packages: readonly Package[]): void {
  const folder = realpathSync(dirname(file));
  const projects = packages.map(({ id, path }) => ({ id, path: relative(folder, realpathSync(path)), all: true }));
  writeFileSync(file, `${JSON.stringify({ schema: 'analyzer.workspace-config.v1', projects }, null, 1)}\n`);
}
