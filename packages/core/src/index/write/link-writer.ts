import type { BaseFacts } from '#parse/facts.ts';
import type { Cycle, Outcome } from '#scan/model.ts';
import { pause } from '#tree/pause.ts';
import { BASE_KINDS, codeOf, EDGE_KINDS, IMPORT_PHASES, LINK_STATES, REFERENCE_KINDS } from '../codes.ts';
import { ROWS } from '../generated/rows.ts';
import type { Statements } from '../sqlite/statements.ts';
import { Edges } from './edges.ts';
import { Table } from './table.ts';
import type { WrittenFile } from './written-file.ts';

const IMPORTS = codeOf(EDGE_KINDS, 'imports');
const CALLS = codeOf(EDGE_KINDS, 'calls');
const INHERITS = codeOf(EDGE_KINDS, 'inherits');
const REFERENCES = codeOf(EDGE_KINDS, 'references');
const FILES_BETWEEN_PAUSES = 50;

/** Data of a complete project. */
interface ProjectLinks {
  cycles: readonly Cycle[];
  non_load_cycles: readonly Cycle[];
  /** Number of nodes with a parent. */
  nodes: number;
  /** Nodes of declarations, by the id that calls, bases and references refer to. */
  declarations: ReadonlyMap<string, number>;
}

/** Writes the imports, calls, bases, references and cycles of one project. */
export class LinkWriter {
  readonly #edges;
  readonly #imports;
  readonly #bases;
  readonly #cycles;
  readonly #nonLoadCycles;
  readonly #counts;
  /** The last id of a cycle. */
  lastCycle = 0;

  constructor(statements: Statements) {
    this.#edges = new Table(statements, 'edge', ROWS.edge.columns);
    this.#imports = new Table(statements, 'import', ROWS.import.columns);
    this.#bases = new Table(statements, 'base', ROWS.base.columns);
    this.#cycles = new Table(statements, 'cycle_file', ROWS.cycle_file.columns);
    this.#nonLoadCycles = new Table(statements, 'non_load_cycle_file', ROWS.non_load_cycle_file.columns);
    this.#counts = new Table(statements, 'edge_count', ROWS.edge_count.columns);
  }

  /**
   * @throws AnalyzerError `cancelled`
   */
  async write(
    project: number,
    files: readonly WrittenFile[],
    { cycles, non_load_cycles, nodes, declarations }: ProjectLinks,
    signal?: AbortSignal,
  ): Promise<void> {
    const ids = new Map(files.map(({ entry, id }) => [entry.path, id]));
    const imports = new LinkCount();
    const calls = new LinkCount();
    const inherits = new LinkCount();
    const references = new LinkCount();
    for (const [index, file] of files.entries()) {
      this.#write(IMPORTS, importEdges(file, ids, imports), imports);
      this.#importRows(file, ids);
      this.#write(CALLS, callEdges(file, declarations, calls), calls);
      this.#write(INHERITS, baseEdges(file, declarations, inherits), inherits);
      this.#baseRows(file);
      this.#write(REFERENCES, referenceEdges(file, declarations, references), references);
      if (index % FILES_BETWEEN_PAUSES === 0) await pause(signal);
    }
    this.lastCycle = writeCycles(this.#cycles, this.lastCycle, cycles, ids);
    this.lastCycle = writeCycles(this.#nonLoadCycles, this.lastCycle, non_load_cycles, ids);
    const contains = { project_id: project, kind: codeOf(EDGE_KINDS, 'contains'), state: RESOLVED };
    this.#counts.insert({ ...contains, edges: nodes, sites: nodes });
    const counts: [kind: number, count: LinkCount][] = [
      [IMPORTS, imports],
      [CALLS, calls],
      [INHERITS, inherits],
      [REFERENCES, references],
    ];
    for (const [kind, count] of counts) {
      for (const [state, { edges, sites }] of count.byState) {
        this.#counts.insert({ project_id: project, kind, state, edges, sites });
      }
    }
  }

  #write(kind: number, edges: Edges, count: LinkCount): void {
    for (const { from, to, state, line, phase, sites } of edges.inOrder()) {
      count.edge(state);
      this.#edges.insert({ from_id: from, kind, to_id: to, state, line, phase, sites });
    }
  }

  #baseRows(file: WrittenFile): void {
    for (const { node, seq, kind, name, link } of basesOf(file)) {
      const state = codeOf(LINK_STATES, link.state);
      this.#bases.insert({
        node_id: node,
        seq,
        kind: codeOf(BASE_KINDS, kind),
        name,
        state,
        reason: link.reason ?? undefined,
      });
    }
  }

  #importRows({ id, entry, relations }: WrittenFile, ids: ReadonlyMap<string, number>): void {
    for (const [seq, { index, names, phase, state, path, rule, reason }] of (relations?.imports ?? []).entries()) {
      const written = entry.facts?.imports[index];
      if (written === undefined) continue;
      this.#imports.insert({
        file_id: id,
        seq,
        specifier: written.specifier,
        target: path === undefined && written.target !== written.specifier ? written.target : undefined,
        names: names.length === 0 ? undefined : JSON.stringify(names),
        line: written.line,
        reference: written.lookup === 'class',
        conditional: written.conditional,
        phase: codeOf(IMPORT_PHASES, phase),
        state: codeOf(LINK_STATES, state),
        target_id: path === undefined ? undefined : ids.get(path),
        rule,
        reason,
      });
    }
  }
}

/** @returns the last id */
function writeCycles(
  table: Table<(typeof ROWS.cycle_file.columns)[number]>,
  last: number,
  cycles: readonly Cycle[],
  ids: ReadonlyMap<string, number>,
): number {
  for (const [index, { files, example }] of cycles.entries()) {
    const cycle_id = last + 1 + index;
    const steps = new Map(example.map((path, step) => [path, step]));
    for (const path of files) table.insert({ cycle_id, file_id: ids.get(path), step: steps.get(path) });
  }
  return last + cycles.length;
}

const RESOLVED = codeOf(LINK_STATES, 'resolved');

class LinkCount {
  /** By code of the state. */
  readonly byState = new Map<number, { edges: number; sites: number }>();

  site(state: number): void {
    this.sites(state, 1);
  }

  sites(state: number, count: number): void {
    if (count > 0) this.#of(state).sites += count;
  }

  edge(state: number): void {
    this.#of(state).edges++;
  }

  #of(state: number): { edges: number; sites: number } {
    let count = this.byState.get(state);
    if (count === undefined) {
      count = { edges: 0, sites: 0 };
      this.byState.set(state, count);
    }
    return count;
  }
}

function importEdges({ id, entry, relations }: WrittenFile, ids: ReadonlyMap<string, number>, count: LinkCount): Edges {
  const edges = new Edges();
  for (const { index, phase, state, path, candidates } of relations?.imports ?? []) {
    const code = codeOf(LINK_STATES, state);
    count.site(code);
    for (const target of path === undefined ? (candidates ?? []) : [path]) {
      const to = ids.get(target);
      const written = entry.facts?.imports[index];
      if (to === undefined || written === undefined) continue;
      edges.add(id, to, code, written.line, codeOf(IMPORT_PHASES, phase));
    }
  }
  return edges;
}

function callEdges({ id, entry, relations }: WrittenFile, nodes: ReadonlyMap<string, number>, count: LinkCount): Edges {
  const edges = new Edges();
  const calls = entry.facts?.calls;
  if (calls === undefined || relations === undefined) return edges;
  const { state, candidates } = relations.calls;
  for (const [site, its] of state.entries()) {
    const code = codeOf(LINK_STATES, its);
    count.site(code);
    // At file level `within` is -1, so that the sum is the file's node.
    const from = id + 1 + (calls.within[site] ?? -1);
    for (const candidate of candidates[site] ?? []) {
      const to = nodes.get(candidate);
      if (to !== undefined) edges.add(from, to, code, calls.line[site] ?? 0, 0);
    }
  }
  return edges;
}

function baseEdges(file: WrittenFile, nodes: ReadonlyMap<string, number>, count: LinkCount): Edges {
  const edges = new Edges();
  for (const { node, line, link } of basesOf(file)) {
    const code = codeOf(LINK_STATES, link.state);
    count.site(code);
    for (const candidate of link.candidates) {
      const to = nodes.get(candidate);
      if (to !== undefined) edges.add(node, to, code, line, 0);
    }
  }
  return edges;
}

function referenceEdges(
  { id, entry, relations }: WrittenFile,
  nodes: ReadonlyMap<string, number>,
  count: LinkCount,
): Edges {
  const edges = new Edges();
  if (relations === undefined) return edges;
  const { found, external, unresolved } = relations.references;
  for (const { index, outcome } of found) {
    const its = entry.facts?.references?.[index];
    if (its === undefined) continue;
    const code = codeOf(LINK_STATES, outcome.state);
    count.site(code);
    for (const candidate of outcome.candidates) {
      const to = nodes.get(candidate);
      // At file level `within` is -1, so that the sum is the file's node.
      if (to !== undefined) edges.add(id + 1 + its.within, to, code, its.line, codeOf(REFERENCE_KINDS, its.kind));
    }
  }
  count.sites(codeOf(LINK_STATES, 'external'), external);
  count.sites(codeOf(LINK_STATES, 'unresolved'), unresolved);
  return edges;
}

interface WrittenBase extends BaseFacts {
  /** The declaration that inherits, and its first line. */
  node: number;
  line: number;
  /** Its index in the bases of the declaration. */
  seq: number;
  link: Outcome;
}

function* basesOf({ id, entry, relations }: WrittenFile): Generator<WrittenBase> {
  let next = 0;
  for (const [declaration, { bases = [], start_line }] of (entry.facts?.declarations ?? []).entries()) {
    for (const [seq, base] of bases.entries()) {
      const link = relations?.bases[next++];
      if (link !== undefined) yield { ...base, node: id + 1 + declaration, line: start_line, seq, link };
    }
  }
}
