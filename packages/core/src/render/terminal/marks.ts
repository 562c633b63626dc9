import type { IntendedMirror } from '#lists/intended-mirror.ts';
import type { ListClass } from '#lists/list-classes.ts';
import { type ListedGroups, listedGroups } from '#lists/listed-groups.ts';
import type { DuplicateFiles, Group, Scan } from '#scan/model.ts';
import type { Note } from './row.ts';
import type { TerminalStyle } from './terminal-style.ts';

/** What lists put apart. */
export interface ListChoice {
  /** Classes of files whose copies are listed like those of product code. */
  include?: readonly ListClass[] | undefined;
  mirrors?: readonly IntendedMirror[] | undefined;
}

/**
 * The marks of copies and cycles in the tree, numbered as in the summary: `=1` the first set of identical files, `=*1` the
 * first group of identical functions, `≈1` any other group (renamed, edited, blocks), `↻1` the first import cycle.
 */
export class Marks {
  /** Sets of identical files, by descending repeated bytes. */
  readonly duplicates: readonly DuplicateFiles[];
  /** The unfolded groups; the summary lists those that are shown. */
  readonly listed: ListedGroups;
  readonly #files = new Map<string, Note[]>();
  readonly #declarations = new Map<string, Note[]>();

  /** @param lists what they put apart; without them only cycles have marks */
  constructor(scan: Scan, style: TerminalStyle, lists?: ListChoice) {
    const hasCopies = lists !== undefined;
    const { cycle } = style.glyphs;
    this.duplicates = hasCopies ? scan.duplicate_files.toSorted((a, b) => repeated(b) - repeated(a)) : [];
    this.duplicates.forEach((files, index) => {
      for (const path of files.paths) add(this.#files, path, `=${index + 1}`);
    });
    scan.cycles.forEach(({ files }, index) => {
      for (const path of files) add(this.#files, path, `${cycle}${index + 1}`);
    });
    this.listed = hasCopies
      ? listedGroups(scan, lists.include ?? [], lists.mirrors)
      : { shown: [], apart: [], intended: [], inside: 0, silenced: 0 };
    const { shown, apart, intended } = this.listed;
    [...shown, ...[...apart, ...intended].map(({ group }) => group)].forEach((group, index) => {
      const ids = group.blocks?.flatMap(({ within }) => within ?? []) ?? group.occurrences;
      for (const id of new Set(ids)) add(this.#declarations, id, groupMark(group, index, style));
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

/** @param index of the group in the list, from 0 */
export function groupMark(group: Group, index: number, style: TerminalStyle): string {
  return `${group.kind === 'function-body' ? '=*' : style.glyphs.similar}${index + 1}`;
}

function add(notes: Map<string, Note[]>, key: string, text: string): void {
  const note: Note = { tone: 'mark', text };
  const list = notes.get(key);
  if (list === undefined) notes.set(key, [note]);
  else list.push(note);
}
