import { type BigIntStats, lstatSync, mkdirSync } from 'node:fs';
import { PathProblem } from './checked-path.ts';
import type { OnChange } from './replace-file.ts';

interface Component {
  location: string;
  /** Device and inode. */
  identity: string;
}

/**
 * A folder below a root, of which no component is a symbolic link. Node has no `openat`, so files in it are opened by
 * path; `requireUnchanged`, called after opening, detects a process that replaces a component meanwhile.
 */
export class CheckedFolder {
  readonly #components: readonly Component[];

  private constructor(components: readonly Component[]) {
    this.#components = components;
  }

  /**
   * @param root absolute path
   * @returns undefined if a component does not exist
   * @throws {PathProblem}; the system's error
   */
  static find(root: string, names: readonly string[]): CheckedFolder | undefined {
    return CheckedFolder.#walk(root, names, () => false);
  }

  /** Creates missing components. @throws {PathProblem}; the system's error */
  static create(root: string, names: readonly string[], onChange?: OnChange): CheckedFolder {
    const folder = CheckedFolder.#walk(root, names, (location) => {
      onChange?.();
      mkdirSync(location);
      return true;
    });
    if (folder === undefined) throw new PathProblem('the folder of the project does not exist');
    return folder;
  }

  static #walk(
    root: string,
    names: readonly string[],
    create: (location: string) => boolean,
  ): CheckedFolder | undefined {
    const components: Component[] = [];
    let location = root;
    for (const name of ['', ...names]) {
      if (name !== '') location = `${location}/${name}`;
      const isMissing = lstatSync(location, { throwIfNoEntry: false }) === undefined;
      if (isMissing && (name === '' || !create(location))) return undefined;
      components.push({ location, identity: identityOf(location) });
    }
    return new CheckedFolder(components);
  }

  /** Absolute path. */
  get location(): string {
    return this.#components.at(-1)?.location ?? '';
  }

  /** @throws {PathProblem} if a component is another folder now */
  requireUnchanged(): void {
    for (const { location, identity } of this.#components) {
      if (identityOf(location) !== identity) throw new PathProblem('another process replaced its folder');
    }
  }
}

function identityOf(location: string): string {
  const found = lstatSync(location, { bigint: true });
  if (!found.isDirectory()) throw new PathProblem(problemOf(found));
  return `${found.dev}:${found.ino}`;
}

function problemOf(found: BigIntStats): string {
  return found.isSymbolicLink() ? 'a folder on its path is a symbolic link' : 'a folder on its path is not a folder';
}
