import { compareBytes } from '@analyzer/contracts/order';
import type { ImportPhase } from '#parse/facts.ts';
import { columnsOf } from '#relate/calls/outcome.ts';
import { declarationIds } from '#relate/ids.ts';
import type { Relations } from '#relate/input.ts';
import {
  type BlockRange,
  type CallVia,
  type CopyEvidence,
  type CopyRepeat,
  type Cycle,
  type Entry,
  type FileEntry,
  type FileRelations,
  type Group,
  type GroupKind,
  type LinkState,
  NO_CALLS,
  NO_REFERENCES,
  type Outcome,
  type ResolvedImport,
  type ResolvedReferences,
} from './model.ts';

/** A declaration: index of the entry, and of the declaration in its file. */
type DeclarationRow = [entry: number, declaration: number];

/** A run of units: index of the entry, lines, bytes, the index of the declaration around it, the name of a callback or declaration. */
type BlockRow = [
  entry: number,
  start_line: number,
  end_line: number,
  start_byte: number,
  end_byte: number,
  within: number | null,
  name: string | null,
  /** 1 for a declaration, which is its own `within`. */
  is_declaration: 0 | 1,
];

type ImportRow = [
  index: number,
  /** Of the names of the import; null for all. */
  names: number[] | null,
  state: LinkState,
  files: number[],
  rule: string | null,
  reason: string | null,
  phase: ImportPhase,
];

type OutcomeRow = [state: LinkState, via: CallVia | null, candidates: DeclarationRow[], reason: string | null];

type CycleRow = [files: number[], example: number[]];

type GroupRow = [
  [id: string, kind: GroupKind, nodes: number, score: number],
  [same_as: string | null, contained_in: string | null, folded_into: string | null],
  occurrences: DeclarationRow[],
  similarity: number[],
  blocks: BlockRow[],
  /** Only of blocks, and with evidence. */
  units: string[] | null,
];

/** Relations of a project after its entries; `native/analyzer-rs/src/entries/relations.rs` writes them. */
export type RelationsFrame =
  | { imports: [entry: number, imports: ImportRow[]][] }
  | { calls: [entry: number, outcomes: OutcomeRow[], of_call: number[]][] }
  | { bases: [entry: number, bases: OutcomeRow[]][] }
  | {
      references: [
        entry: number,
        found: [reference: number, outcome: OutcomeRow][],
        external: number,
        unresolved: number,
      ][];
    }
  | { cycles: CycleRow[] }
  | { non_load_cycles: CycleRow[] }
  | { configuration_problems: [path: string, problem: string][] }
  | { duplicate_files: [sha256: string, size: number, files: number[]][] }
  | { groups: GroupRow[] }
  | { runs_left_out: [occurrences: number, files: number[]][] }
  | { similar_callbacks: [block: BlockRow, body: string][] }
  | { similar: [entry: number, declaration: number, body: string][] }
  | { repeats: [kind: CopyRepeat['kind'], units: string[], blocks: BlockRow[]][] };

/** Collects the relations of a project from the frames of an engine. */
export class NativeRelations {
  readonly #entries: readonly Entry[];
  readonly #ids = new Map<number, string[]>();
  readonly #imports = new Map<number, ResolvedImport[]>();
  readonly #calls = new Map<number, FileRelations['calls']>();
  readonly #bases = new Map<number, Outcome[]>();
  readonly #references = new Map<number, ResolvedReferences>();
  readonly #evidence: CopyEvidence | undefined;
  readonly #related: Omit<Relations, 'relations' | 'copy_evidence'> = {
    cycles: [],
    non_load_cycles: [],
    configuration_problems: [],
    duplicate_files: [],
    groups: [],
  };

  /** @param entries of the project; complete before the first frame */
  constructor(entries: readonly Entry[], withEvidence: boolean) {
    this.#entries = entries;
    this.#evidence = withEvidence ? { members: [], callbacks: [], repeats: [], units: new Map() } : undefined;
  }

  add(frame: RelationsFrame): void {
    const related = this.#related;
    if ('imports' in frame) {
      for (const [entry, rows] of frame.imports) this.#imports.set(entry, this.#importsOf(entry, rows));
    } else if ('calls' in frame) {
      for (const [entry, outcomes, ofCall] of frame.calls) this.#calls.set(entry, this.#callsOf(outcomes, ofCall));
    } else if ('bases' in frame) {
      for (const [entry, rows] of frame.bases) this.#bases.set(entry, this.#outcomesOf(rows));
    } else if ('references' in frame) {
      for (const [entry, rows, external, unresolved] of frame.references) {
        const outcomes = this.#outcomesOf(rows.map(([, outcome]) => outcome));
        const found = rows.flatMap(([index], at) => outcomes.slice(at, at + 1).map((outcome) => ({ index, outcome })));
        this.#references.set(entry, { found, external, unresolved });
      }
    } else if ('cycles' in frame) related.cycles.push(...frame.cycles.map((it) => this.#cycle(it)));
    else if ('non_load_cycles' in frame) {
      related.non_load_cycles.push(...frame.non_load_cycles.map((it) => this.#cycle(it)));
    } else if ('configuration_problems' in frame) {
      related.configuration_problems.push(
        ...frame.configuration_problems.map(([path, problem]) => ({ path, problem })),
      );
    } else if ('duplicate_files' in frame) {
      for (const [sha256, size, files] of frame.duplicate_files) {
        related.duplicate_files.push({ sha256, size, paths: this.#paths(files) });
      }
    } else if ('groups' in frame) related.groups.push(...frame.groups.map((it) => this.#group(it)));
    else if ('runs_left_out' in frame) {
      for (const [occurrences, files] of frame.runs_left_out) {
        related.runs_left_out = { occurrences, files: this.#paths(files).sort(compareBytes) };
      }
    } else if ('similar' in frame) {
      for (const [entry, declaration, body] of frame.similar) {
        this.#evidence?.members.push({ id: this.#id([entry, declaration]), body });
      }
    } else if ('similar_callbacks' in frame) {
      for (const [block, body] of frame.similar_callbacks) {
        this.#evidence?.callbacks.push({ block: this.#range(block), body });
      }
    } else {
      for (const [kind, units, blocks] of frame.repeats) {
        this.#evidence?.repeats.push({ kind, units, blocks: this.#ranges(blocks) });
      }
    }
  }

  read(): Relations {
    const files = [...this.#entries.entries()].flatMap(([at, entry]): [number, FileEntry][] =>
      entry.kind === 'file' && entry.facts !== undefined ? [[at, entry]] : [],
    );
    const relations = new Map<string, FileRelations>();
    for (const [at, { path, is_test }] of files.sort(([, a], [, b]) => compareBytes(a.path, b.path))) {
      const ids = this.#idsOf(at);
      const calls = this.#calls.get(at) ?? NO_CALLS;
      const imports = this.#imports.get(at) ?? [];
      const references = this.#references.get(at) ?? NO_REFERENCES;
      const bases = this.#bases.get(at) ?? [];
      relations.set(path, { ids, is_test: ids.map(() => is_test), imports, calls, bases, references });
    }
    return { relations, ...this.#related, ...(this.#evidence && { copy_evidence: this.#evidence }) };
  }

  #importsOf(entry: number, rows: readonly ImportRow[]): ResolvedImport[] {
    const file = this.#entries[entry];
    const written = file?.kind === 'file' ? (file.facts?.imports ?? []) : [];
    return rows.map(([index, numbers, state, files, rule, reason, phase]) => {
      const all = written[index]?.names ?? [];
      const names = numbers === null ? all : numbers.flatMap((at) => all[at] ?? []);
      const paths = this.#paths(files);
      const [path] = paths;
      return {
        index,
        names,
        phase,
        state,
        ...(state === 'resolved' && path !== undefined && { path }),
        ...(state === 'ambiguous' && { candidates: paths }),
        ...(rule !== null && { rule }),
        ...(reason !== null && { reason }),
      };
    });
  }

  #callsOf(rows: readonly OutcomeRow[], ofCall: readonly number[]): FileRelations['calls'] {
    const outcomes = this.#outcomesOf(rows);
    return columnsOf(ofCall.flatMap((at) => outcomes[at] ?? []));
  }

  #outcomesOf(rows: readonly OutcomeRow[]): Outcome[] {
    return rows.map(([state, via, candidates, reason]) => {
      return { state, via, candidates: candidates.map((it) => this.#id(it)), reason };
    });
  }

  #cycle([files, example]: CycleRow): Cycle {
    return { files: this.#paths(files), example: this.#paths(example) };
  }

  #group([head, [same_as, contained_in, folded_into], occurrences, similarity, blocks, units]: GroupRow): Group {
    const [id, kind, nodes, score] = head;
    if (units !== null) this.#evidence?.units.set(id, units);
    return {
      id,
      kind,
      nodes,
      score,
      ...(same_as !== null && { same_as }),
      ...(contained_in !== null && { contained_in }),
      ...(folded_into !== null && { folded_into }),
      occurrences: occurrences.map((it) => this.#id(it)),
      ...(similarity.length > 0 && { similarity }),
      ...(blocks.length > 0 && { blocks: this.#ranges(blocks) }),
    };
  }

  #ranges(rows: readonly BlockRow[]): BlockRange[] {
    return rows.map((row) => this.#range(row));
  }

  #range([entry, start_line, end_line, start_byte, end_byte, within, name, isDeclaration]: BlockRow): BlockRange {
    // V8 gives each copy of an object a hidden class of 280 bytes.
    const range: BlockRange = { path: this.#path(entry), start_line, end_line, start_byte, end_byte };
    if (within !== null) range.within = this.#id([entry, within]);
    if (name !== null) range.name = name;
    if (isDeclaration === 1) range.is_declaration = true;
    return range;
  }

  #paths(entries: readonly number[]): string[] {
    return entries.map((it) => this.#path(it));
  }

  #path(entry: number): string {
    return this.#entries[entry]?.path ?? '';
  }

  #id([entry, declaration]: DeclarationRow): string {
    return this.#idsOf(entry)[declaration] ?? '';
  }

  #idsOf(index: number): string[] {
    let ids = this.#ids.get(index);
    if (ids === undefined) {
      const entry = this.#entries[index];
      ids = entry?.kind === 'file' ? declarationIds(entry.path, entry.facts?.declarations ?? []) : [];
      this.#ids.set(index, ids);
    }
    return ids;
  }
}
