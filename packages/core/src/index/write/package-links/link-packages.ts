import type { Language } from '#relate/imports/javascript/files.ts';
import { splitPackage } from '#relate/imports/javascript/tsconfig.ts';
import type { ImportRule } from '#relate/imports/rules.ts';
import { pause } from '#tree/pause.ts';
import { codeOf, EDGE_KINDS, LINK_STATES } from '../../codes.ts';
import { INDEX_PACKAGE, OUTSIDE_PROJECT, WITHOUT_FILE } from '../../cross-project.ts';
import { ROWS } from '../../generated/rows.ts';
import type { Row } from '../../port.ts';
import type { Statements } from '../../sqlite/statements.ts';
import { Edges } from '../edges.ts';
import { Table } from '../table.ts';
import { IndexedPackages, type PackageFile } from './packages.ts';

/** An import of a package that is not in the importing project. */
interface PackageImport {
  file: number;
  seq: number;
  project: number;
  language: Language;
  specifier: string;
  line: number;
  phase: number;
}

type Outcome = Pick<PackageImport, 'project' | 'file' | 'seq'> & {
  state: number;
  target: number | null;
  rule: string | null;
  reason: string | null;
};

const IMPORTS = codeOf(EDGE_KINDS, 'imports');
const RESOLVED = codeOf(LINK_STATES, 'resolved');
const AMBIGUOUS = codeOf(LINK_STATES, 'ambiguous');
const EXTERNAL = codeOf(LINK_STATES, 'external');
const UNRESOLVED = codeOf(LINK_STATES, 'unresolved');
const ROWS_BETWEEN_PAUSES = 10_000;

const CANDIDATES = `
  SELECT import.file_id, seq, node.project_id, language.name AS language, specifier, line, phase
  FROM import JOIN node ON node.id = import.file_id JOIN language ON language.id = language_id
  WHERE import.state = ${EXTERNAL} AND import.reason = '${OUTSIDE_PROJECT}'
  ORDER BY import.file_id, seq`;

const UPDATE = 'UPDATE import SET state = ?, target_id = ?, rule = ?, reason = ? WHERE file_id = ? AND seq = ?';

const COUNT = `
  INSERT INTO edge_count (project_id, kind, state, edges, sites) VALUES (?, ${IMPORTS}, ?, ?, ?)
  ON CONFLICT DO UPDATE SET edges = edges + excluded.edges, sites = sites + excluded.sites`;

/**
 * Links imports of packages to other projects of the index that are these packages. It reads only rows of the index, when
 * all projects are written.
 *
 * @throws AnalyzerError `cancelled`
 */
export async function linkPackages(statements: Statements, signal?: AbortSignal): Promise<void> {
  const packages = new IndexedPackages(statements);
  const edges = new Map<number, Edges>();
  const outcomes: Outcome[] = [];
  let read = 0;
  for (const its of statements.iterate(CANDIDATES, [], packageImport)) {
    if (++read % ROWS_BETWEEN_PAUSES === 0) await pause(signal);
    const { name, rest } = splitPackage(its.specifier);
    const candidates = packages.named(name, its.project);
    if (candidates.length === 0) continue;
    const files = candidates.flatMap((it) => packages.file(it, rest, its.language) ?? []);
    const { file, seq, project } = its;
    outcomes.push({ file, seq, project, ...outcomeOf(files) });
    let out = edges.get(file);
    if (out === undefined) {
      out = new Edges();
      edges.set(file, out);
    }
    const state = files.length === 1 ? RESOLVED : AMBIGUOUS;
    for (const { id } of files) out.add(file, id, state, its.line, its.phase);
  }
  await pause(signal);
  write(statements, outcomes, edges);
}

function packageImport(row: Row): PackageImport {
  return {
    file: row.integer('file_id'),
    seq: row.integer('seq'),
    project: row.integer('project_id'),
    language: row.text('language') === 'typescript' ? 'typescript' : 'javascript',
    specifier: row.text('specifier'),
    line: row.integer('line'),
    phase: row.integer('phase'),
  };
}

function outcomeOf(files: readonly PackageFile[]): Pick<Outcome, 'state' | 'target' | 'rule' | 'reason'> {
  const [first, ...others] = files;
  if (first === undefined) return { state: UNRESOLVED, target: null, rule: null, reason: WITHOUT_FILE };
  if (others.length > 0) return { state: AMBIGUOUS, target: null, rule: RULE, reason: null };
  const rule: ImportRule = first.how === 'direct' ? RULE : `${RULE}-${first.how}`;
  return { state: RESOLVED, target: first.id, rule, reason: null };
}

const RULE = INDEX_PACKAGE satisfies ImportRule;

function write(statements: Statements, outcomes: readonly Outcome[], edges: ReadonlyMap<number, Edges>): void {
  const table = new Table(statements, 'edge', ROWS.edge.columns);
  const linked = new Map<string, { project: number; state: number; edges: number; sites: number }>();
  const count = (project: number, state: number) => {
    const key = `${project} ${state}`;
    let counted = linked.get(key);
    if (counted === undefined) {
      counted = { project, state, edges: 0, sites: 0 };
      linked.set(key, counted);
    }
    return counted;
  };
  const projects = new Map<number, number>();
  for (const { file, seq, project, state, target, rule, reason } of outcomes) {
    statements.run(UPDATE, state, target, rule, reason, file, seq);
    count(project, state).sites++;
    count(project, EXTERNAL).sites--;
    projects.set(file, project);
  }
  for (const [file, its] of edges) {
    for (const { from, to, state, line, phase, sites } of its.inOrder()) {
      table.insert({ from_id: from, kind: IMPORTS, to_id: to, state, line, phase, sites });
      count(projects.get(file) ?? 0, state).edges++;
    }
  }
  for (const { project, state, edges: added, sites } of linked.values()) {
    statements.run(COUNT, project, state, added, sites);
  }
  statements.run(`DELETE FROM edge_count WHERE sites = 0 AND kind = ${IMPORTS}`);
}
