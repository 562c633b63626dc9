import { codeOf, EDGE_KINDS, LINK_STATES } from '../../codes.ts';
import { ROWS } from '../../generated/rows.ts';
import type { Statements } from '../../sqlite/statements.ts';
import { Edges } from '../edges.ts';
import { Table } from '../table.ts';
import type { CrossLink, UnlinkedImport } from './unlinked-import.ts';

const IMPORTS = codeOf(EDGE_KINDS, 'imports');

const MOVE = 'UPDATE import SET seq = -1 - (seq + ?) WHERE file_id = ? AND seq >= ? AND seq < ?';
const SETTLE = 'UPDATE import SET seq = -1 - seq WHERE file_id = ? AND seq < 0';
const UPDATE =
  'UPDATE import SET names = ?, state = ?, target_id = ?, rule = ?, reason = ? WHERE file_id = ? AND seq = ?';
const REPEAT = `
  INSERT INTO import (file_id, seq, specifier, target, names, line, reference, conditional, phase, state, target_id, rule, reason)
  SELECT file_id, seq + ?, specifier, target, ?, line, reference, conditional, phase, ?, ?, ?, ?
  FROM import WHERE file_id = ? AND seq = ?`;
const COUNT = `
  INSERT INTO edge_count (project_id, kind, state, edges, sites) VALUES (?, ${IMPORTS}, ?, ?, ?)
  ON CONFLICT DO UPDATE SET edges = edges + excluded.edges, sites = sites + excluded.sites`;

type Linked = UnlinkedImport & { links: readonly CrossLink[] };

/** Writes links to other projects: rows of imports, edges, and their counts. */
export class CrossLinkWriter {
  readonly #statements: Statements;
  /** By file, in order of position. */
  readonly #files = new Map<number, Linked[]>();
  readonly #counts = new Map<string, { project: number; state: number; edges: number; sites: number }>();

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  add(from: UnlinkedImport, links: readonly CrossLink[]): void {
    const its = this.#files.get(from.file);
    if (its === undefined) this.#files.set(from.file, [{ ...from, links }]);
    else its.push({ ...from, links });
  }

  write(): void {
    const edges = new Table(this.#statements, 'edge', ROWS.edge.columns);
    const originals = new Table(this.#statements, 'linked_import', ['file_id', 'seq', 'part', 'state', 'reason']);
    for (const [file, imports] of this.#files) {
      this.#makeSpace(file, imports);
      const out = new Edges();
      let added = 0;
      for (const { seq, project, line, phase, links, state, reason } of imports) {
        const first = seq + added;
        this.#count(project, state).sites--;
        // The row itself is changed last, because the others are copies of it.
        for (const [part, link] of [...links.entries()].reverse()) {
          this.#row(file, first, part, link);
          originals.insert({ file_id: file, seq: first + part, part, state, reason });
          const code = codeOf(LINK_STATES, link.state);
          this.#count(project, code).sites++;
          for (const target of link.targets) out.add(file, target, code, line, phase);
        }
        added += links.length - 1;
      }
      const project = imports[0]?.project ?? 0;
      for (const { from, to, state, line, phase, sites } of out.inOrder()) {
        edges.insert({ from_id: from, kind: IMPORTS, to_id: to, state, line, phase, sites });
        this.#count(project, state).edges++;
      }
    }
    for (const { project, state, edges: more, sites } of this.#counts.values()) {
      this.#statements.run(COUNT, project, state, more, sites);
    }
    this.#statements.run(`DELETE FROM edge_count WHERE sites = 0 AND kind = ${IMPORTS}`);
  }

  /** Moves the rows after each import that needs several. */
  #makeSpace(file: number, imports: readonly Linked[]): void {
    let added = 0;
    const several = imports.filter(({ links }) => links.length > 1);
    for (const [index, { seq, links }] of several.entries()) {
      added += links.length - 1;
      this.#statements.run(MOVE, added, file, seq + 1, (several[index + 1]?.seq ?? Number.MAX_SAFE_INTEGER - 1) + 1);
    }
    if (added > 0) this.#statements.run(SETTLE, file);
  }

  #row(file: number, first: number, part: number, { names, state, targets, rule, reason }: CrossLink): void {
    const code = codeOf(LINK_STATES, state);
    const target = state === 'resolved' ? (targets[0] ?? null) : null;
    if (part === 0) this.#statements.run(UPDATE, names, code, target, rule, reason, file, first);
    else this.#statements.run(REPEAT, part, names, code, target, rule, reason, file, first);
  }

  #count(project: number, state: number) {
    const key = `${project} ${state}`;
    let counted = this.#counts.get(key);
    if (counted === undefined) {
      counted = { project, state, edges: 0, sites: 0 };
      this.#counts.set(key, counted);
    }
    return counted;
  }
}
