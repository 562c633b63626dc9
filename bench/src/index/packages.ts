import { readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** A package as a project. */
export interface Package {
  /** Its path below the corpus, such as `npm/@theia/core`, or its name. */
  id: string;
  /** Absolute. */
  path: string;
}

/** All packages of an assembled corpus: the folders below `npm` and `debian`, of scoped ones those in the scope. */
export function packagesOf(corpus: string): Package[] {
  return ['npm', 'debian'].flatMap((source) =>
    packagesIn(join(corpus, source)).map(({ id, path }) => ({ id: `${source}/${id}`, path })),
  );
}

/** The folders in a folder such as `node_modules`, of scoped packages those in the scope. */
export function packagesIn(folder: string): Package[] {
  return foldersIn(folder).flatMap((name) => {
    const names = name.startsWith('@') ? foldersIn(join(folder, name)).map((inner) => `${name}/${inner}`) : [name];
    return names.map((id) => ({ id, path: join(folder, id) }));
  });
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name);
}

/** Writes a workspace file that names them all, with options of each project. */
export function writeManifest(file: string, packages: readonly Package[], options: object = { all: true }): void {
  const folder = realpathSync(dirname(file));
  const projects = packages.map(({ id, path }) => ({ id, path: relative(folder, realpathSync(path)), ...options }));
  writeFileSync(file, `${JSON.stringify({ schema: 'analyzer.workspace-config.v1', projects }, null, 1)}\n`);
}
