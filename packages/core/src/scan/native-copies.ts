import { declarationIds } from '#relate/ids.ts';
import type { GroupedCopies } from '#relate/input.ts';
import type { BlockRange, CopyEvidence, Entry, Group } from './model.ts';

/** A run of units: index of the entry, lines, bytes, and the index of the declaration around it or -1. */
type BlockRow = [
  entry: number,
  start_line: number,
  end_line: number,
  start_byte: number,
  end_byte: number,
  within: number,
];

interface GroupHead {
  id: string;
  nodes: number;
  score: number;
}

type GroupRow =
  | (GroupHead & { kind: 'near'; members: [entry: number, declaration: number, similarity: number][] })
  /** Units are there only with evidence. */
  | (GroupHead & { kind: 'block' | 'block-shape'; blocks: BlockRow[]; units?: string[] });

/** Copies of a project after its entries; `native/analyzer-rs/src/entries/copies.rs` writes them. */
export type CopiesFrame =
  | { groups: GroupRow[] }
  | { similar: [entry: number, declaration: number, body: string][] }
  | { repeats: { kind: 'block' | 'block-shape'; units: string[]; blocks: BlockRow[] }[] };

/** Collects the copies of a project from the frames of an engine. */
export class NativeCopies {
  readonly #entries: readonly Entry[];
  readonly #ids = new Map<number, readonly string[]>();
  readonly #groups: Group[] = [];
  readonly #evidence: CopyEvidence | undefined;

  /** @param entries of the project; complete before the first frame */
  constructor(entries: readonly Entry[], withEvidence: boolean) {
    this.#entries = entries;
    this.#evidence = withEvidence ? { members: [], repeats: [], units: new Map() } : undefined;
  }

  add(frame: CopiesFrame): void {
    if ('groups' in frame) for (const row of frame.groups) this.#addGroup(row);
    else if ('similar' in frame) {
      const members = frame.similar.map(([entry, declaration, body]) => ({ id: this.#id(entry, declaration), body }));
      this.#evidence?.members.push(...members);
    } else {
      const repeats = frame.repeats.map(({ kind, units, blocks }) => ({ kind, units, blocks: this.#ranges(blocks) }));
      this.#evidence?.repeats.push(...repeats);
    }
  }

  read(): GroupedCopies {
    return { groups: this.#groups, evidence: this.#evidence };
  }

  #addGroup(row: GroupRow): void {
    const { id, kind, nodes, score } = row;
    if (row.kind === 'near') {
      const occurrences = row.members.map(([entry, declaration]) => this.#id(entry, declaration));
      const similarity = row.members.map((it) => it[2]);
      this.#groups.push({ id, kind, nodes, score, occurrences, similarity });
      return;
    }
    this.#groups.push({ id, kind, nodes, score, occurrences: [], blocks: this.#ranges(row.blocks) });
    if (row.units !== undefined) this.#evidence?.units.set(id, row.units);
  }

  #ranges(rows: readonly BlockRow[]): BlockRange[] {
    return rows.map(([entry, start_line, end_line, start_byte, end_byte, within]) => {
      const path = this.#entries[entry]?.path ?? '';
      const range = { path, start_line, end_line, start_byte, end_byte };
      return within < 0 ? range : { ...range, within: this.#id(entry, within) };
    });
  }

  #id(index: number, declaration: number): string {
    let ids = this.#ids.get(index);
    if (ids === undefined) {
      const entry = this.#entries[index];
      ids = entry?.kind === 'file' ? declarationIds(entry.path, entry.facts?.declarations ?? []) : [];
      this.#ids.set(index, ids);
    }
    return ids[declaration] ?? '';
  }
}
