import { effectsOf, tableName } from './effects.ts';
import type { CodeFile, CodeProject } from './project.ts';

/**
 * The files between which a program can pass objects and functions: those that import each other, in either direction and over any
 * number of files. Tests, examples and the like are not among them, because what they pass is theirs.
 */
export class ConnectedFiles {
  readonly #project: Pick<CodeProject, 'files'>;
  #all: readonly CodeFile[] | undefined;
  #sets: ReadonlyMap<CodeFile, readonly CodeFile[]> | undefined;

  constructor(project: Pick<CodeProject, 'files'>) {
    this.#project = project;
  }

  /** The files that are connected with a file, and itself; all files for a test, an example and the like. */
  around(file: CodeFile): readonly CodeFile[] {
    this.#sets ??= setsOf(this.#project.files);
    this.#all ??= [...this.#project.files.values()];
    return this.#sets.get(file) ?? this.#all;
  }
}

function setsOf(files: CodeProject['files']): Map<CodeFile, CodeFile[]> {
  const sets = new Map<CodeFile, CodeFile[]>();
  for (const file of files.values()) if (!file.isTest && !file.isApart) sets.set(file, [file]);
  for (const file of sets.keys()) {
    for (const it of [...file.imports, ...file.references]) {
      const target = it.path === undefined ? undefined : files.get(it.path);
      if (target !== undefined && tableName(target.language) === tableName(file.language)) join(file, target, sets);
    }
  }
  // Scripts without imports share the global names, as files do that name an object with all of them.
  const first = new Map<string, CodeFile>();
  for (const file of sets.keys()) {
    const family = tableName(file.language);
    const holders = effectsOf(family)?.holdGlobals;
    const isScript = file.imports.length === 0 && !file.declarations.some(({ exported }) => exported);
    if (!isScript && !sharesGlobals(file, holders)) continue;
    const other = first.get(family) ?? file;
    first.set(family, other);
    join(other, file, sets);
  }
  return sets;
}

/** Whether a file names an object with all globals, or a member of it. */
function sharesGlobals({ named, calls }: CodeFile, holders: ReadonlySet<string> | undefined): boolean {
  const isHeld = (name: string) => holders?.has(name) === true || holders?.has(name.split('.', 1)[0] ?? name) === true;
  return named?.some(({ name }) => isHeld(name)) === true || calls.some(({ callee }) => isHeld(callee));
}

/** Joins the sets of two files into the larger one. */
function join(a: CodeFile, b: CodeFile, sets: Map<CodeFile, CodeFile[]>): void {
  const [of, other] = [sets.get(a), sets.get(b)];
  if (of === undefined || other === undefined || of === other) return;
  const [large, small] = of.length < other.length ? [other, of] : [of, other];
  for (const file of small) {
    large.push(file);
    sets.set(file, large);
  }
}
