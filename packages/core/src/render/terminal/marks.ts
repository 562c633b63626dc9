import type { DuplicateFiles, Group, Scan } from '#scan/model.ts';
import type { Look } from './look.ts';
import type { Note } from './row.ts';

/**
 * What the tree says about copies and cycles, numbered as the summary lists them: `=1` the first set of equal files,
 * `=*1` the first group of functions equal but for their own name, `≈1` one of functions equal but for names,
 * `↻1` the first import cycle.
 */
export class Marks {
  /** Sets of equal files, those that repeat the most bytes first. */
  readonly duplicates: readonly DuplicateFiles[];
  /** Groups that are news: not another's evidence twice, not part of a larger one. */
  readonly groups: readonly Group[];
  readonly #files = new Map<string, Note[]>();
  readonly #declarations = new Map<string, Note[]>();

  constructor(scan: Scan, look: Look) {
    const { cycle } = look.glyphs;
    this.duplicates = scan.duplicate_files.toSorted((a, b) => repeated(b) - repeated(a));
    this.duplicates.forEach((files, index) => {
      for (const path of files.paths) add(this.#files, path, `=${index + 1}`);
    });
    scan.cycles.forEach(({ files }, index) => {
      for (const path of files) add(this.#files, path, `${cycle}${index + 1}`);
    });
    this.groups = scan.groups.filter((group) => group.same_as === undefined && group.contained_in === undefined);
    this.groups.forEach((group, index) => {
      for (const id of group.occurrences) add(this.#declarations, id, groupMark(group, index, look));
    });
  }

  ofFile(path: string): readonly Note[] {
    return this.#files.get(path) ?? [];
  }

  ofDeclaration(id: string): readonly Note[] {
    return this.#declarations.get(id) ?? [];
  }
}

function repeated({ size, paths }: DuplicateFiles): number {
  return size * (paths.length - 1);
}

/** @param index place among the listed groups, from 0 */
export function groupMark(group: Group, index: number, look: Look): string {
  return `${group.kind === 'function-body' ? '=*' : look.glyphs.alike}${index + 1}`;
}

function add(notes: Map<string, Note[]>, key: string, text: string): void {
  const note: Note = { tone: 'mark', text };
  const list = notes.get(key);
  if (list === undefined) notes.set(key, [note]);
  else list.push(note);
}
