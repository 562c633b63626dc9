import { posix } from 'node:path';
import type { ImportRule } from '#relate/imports/rules.ts';
import { folderOf } from '#relate/paths.ts';
import type { LocatedFiles } from './located-files.ts';
import { type CrossLink, type Linker, linkTo, type UnlinkedImport } from './unlinked-import.ts';

const RULE = 'index-path' satisfies ImportRule;

/** Links paths relative to the importing file that lead into the folder of another project. */
export class RelativePaths implements Linker {
  readonly byLocation = true;
  readonly #files: LocatedFiles;

  constructor(files: LocatedFiles) {
    this.#files = files;
  }

  link({ path, target, project, language, names }: UnlinkedImport): CrossLink[] {
    const root = this.#files.root(project);
    if (root === undefined || target === '') return [];
    const found = this.#files.at(posix.join(root, folderOf(path), target));
    if (found === undefined || found.project === project) return [];
    const isScript = language === 'javascript' || language === 'typescript';
    const targets = isScript ? this.#files.scripts(found, language, target.endsWith('/')) : this.#files.nodes(found);
    return targets.length === 0 ? [] : [linkTo(targets, RULE, names)];
  }
}
