import { lstatSync } from 'node:fs';
import { CONFIGURATION_FILE } from '#scan/configuration-file.ts';
import { Folder } from '#tree/folder.ts';
import { locate, type TreePath } from '#tree/location.ts';
import type { FileStat, Listed } from '#tree/source.ts';
import type { Scope } from './scope.ts';

/** A folder that records the stamp of each file, and lists only directories in which paths may have changed. */
export class SessionFolder extends Folder {
  readonly #stamps = new Map<string, string>();
  /** Paths of the files with the name of a configuration file in the directories that were listed. */
  readonly configurationFiles = new Set<string>();
  #scope: Scope | undefined;

  /** @param scope undefined for the complete folder */
  narrowTo(scope: Scope | undefined): void {
    this.#scope = scope;
    this.#stamps.clear();
    if (scope === undefined) this.configurationFiles.clear();
  }

  /** Changes whenever the file changes, unless its size and all its times are equal. */
  stampOf(path: string): string {
    return this.#stamps.get(path) ?? '';
  }

  has(path: string): boolean {
    return lstatSync(locate(this.location, { path }), { throwIfNoEntry: false }) !== undefined;
  }

  override list(directory: TreePath): Listed[] {
    const listed = super.list(directory);
    const scope = this.#scope;
    const before = directory.path === '' ? '' : `${directory.path}/`;
    const own = listed.find(({ name, kind }) => kind === 'file' && name.toString() === CONFIGURATION_FILE);
    if (own !== undefined) this.configurationFiles.add(`${before}${CONFIGURATION_FILE}`);
    if (scope === undefined) return listed;
    return listed.filter(({ name, kind }) => kind !== 'directory' || scope.enters(`${before}${name.toString()}`));
  }

  override stat(file: TreePath): FileStat {
    const stat = super.stat(file);
    if (stat.reason === undefined) this.#stamps.set(file.path, this.#stamp(file));
    return stat;
  }

  #stamp(file: TreePath): string {
    const stats = lstatSync(locate(this.location, file), { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
  }
}
