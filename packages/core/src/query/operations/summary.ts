import type { LanguageCount } from '@analyzer/contracts/query/common';
import type { SummaryData } from '@analyzer/contracts/query/summary.data';
import dataSchema from '@analyzer/contracts/query/summary.data/schema' with { type: 'json' };
import type { CompleteSummaryParams } from '@analyzer/contracts/query/summary.params';
import paramsSchema from '@analyzer/contracts/query/summary.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/summary.params/validate';
import {
  EDGE_KINDS,
  type EdgeKind,
  GROUP_KINDS,
  LINK_STATES,
  NODE_KINDS,
  type NodeKind,
  nameOf,
} from '#index/codes.ts';
import type { Row, Snapshot } from '#index/port.ts';
import { storedRoot } from '#index/root/stored-root.ts';
import { coverageOf, filesByStatus, shareOf } from '../describe/coverage.ts';
import { historyTotals } from '../history/state.ts';
import { singleOperation } from '../operation.ts';
import { relationTotals } from '../relations/totals.ts';

export const summary = singleOperation<CompleteSummaryParams, SummaryData>({
  name: 'summary',
  description:
    'Totals of the index: projects, files, languages, declarations, links, clone groups, relations of folders and files, repeated and copied lines and exclusions. A good first query.',
  params: paramsSchema,
  data: dataSchema,
  validate,
  answer(snapshot) {
    const known = OF_CONNECTION.get(snapshot.connection) ?? totalsOf(snapshot);
    OF_CONNECTION.set(snapshot.connection, known);
    return known;
  },
});

/** An index does not change while it is open. */
const OF_CONNECTION = new WeakMap<object, SummaryData>();

function totalsOf(snapshot: Snapshot): SummaryData {
  const history = historyTotals(snapshot);
  return {
    projects: countOf(snapshot, 'SELECT count(*) AS n FROM project'),
    files: filesByStatus(counts(snapshot, COVERAGE, (row) => row.text('status'))),
    languages: languages(snapshot),
    declarations: declarations(snapshot),
    edges: edges(snapshot),
    groups: groups(snapshot),
    ...totals(snapshot),
    exclusions: exclusions(snapshot),
    cycles: cycles(snapshot),
    relations: relationTotals(snapshot),
    ...(history && { history }),
    versions: versions(snapshot),
    root: storedRoot(snapshot),
  };
}

const COVERAGE = 'SELECT status, sum(n) AS n FROM coverage_count GROUP BY status';
const LANGUAGES = `
  SELECT name, sum(files) AS files, sum(lines) AS lines, sum(functions) AS functions
  FROM project_language JOIN language ON language.id = language_id GROUP BY name ORDER BY name`;
const DECLARATIONS = 'SELECT kind, sum(n) AS n FROM node_count GROUP BY kind';
const EDGES = 'SELECT kind, state, sum(sites) AS n FROM edge_count GROUP BY kind, state';
const GROUPS = `
  SELECT
    kind, sum(n) AS groups, sum(occurrences) AS occurrences, sum(CASE WHEN projects > 1 THEN n ELSE 0 END) AS cross_project
  FROM group_count WHERE project_id = 0 GROUP BY kind`;
const EXCLUSIONS = `
  SELECT reason, sum(n) AS n FROM exclusion_count JOIN exclusion_rule ON exclusion_rule.id = rule_id
  GROUP BY reason ORDER BY reason`;

function countOf(snapshot: Snapshot, sql: string): number {
  return snapshot.count(sql, []);
}

function counts<Name extends string>(snapshot: Snapshot, sql: string, name: (row: Row) => Name): Map<Name, number> {
  return new Map(snapshot.all(sql, [], (row) => [name(row), row.integer('n')]));
}

function languages(snapshot: Snapshot): LanguageCount[] {
  return snapshot.all(LANGUAGES, [], (row) => ({
    language: row.text('name'),
    files: row.integer('files'),
    lines: row.integer('lines'),
    functions: row.integer('functions'),
  }));
}

function declarations(snapshot: Snapshot): SummaryData['declarations'] {
  const found = counts(snapshot, DECLARATIONS, (row) => nameOf(NODE_KINDS, row.integer('kind')));
  const n = (kind: NodeKind) => found.get(kind) ?? 0;
  return {
    function: n('function'),
    method: n('method'),
    class: n('class'),
    interface: n('interface'),
    enum: n('enum'),
    type: n('type'),
    trait: n('trait'),
  };
}

function edges(snapshot: Snapshot): SummaryData['edges'] {
  const found = counts(snapshot, EDGES, (row) => {
    return `${nameOf(EDGE_KINDS, row.integer('kind'))} ${nameOf(LINK_STATES, row.integer('state'))}`;
  });
  const n = (kind: EdgeKind, state: (typeof LINK_STATES)[number]) => found.get(`${kind} ${state}`) ?? 0;
  const states = (kind: EdgeKind) => ({
    resolved: n(kind, 'resolved'),
    ambiguous: n(kind, 'ambiguous'),
    external: n(kind, 'external'),
    unresolved: n(kind, 'unresolved'),
    declared: n(kind, 'declared'),
  });
  const members = countOf(snapshot, 'SELECT coalesce(sum(occurrences), 0) AS n FROM group_count WHERE project_id = 0');
  return {
    contains: states('contains'),
    imports: states('imports'),
    calls: states('calls'),
    member: { ...states('member'), resolved: members },
    inherits: states('inherits'),
    references: states('references'),
  };
}

function groups(snapshot: Snapshot): SummaryData['groups'] {
  const found = new Map(
    snapshot.all(GROUPS, [], (row) => [
      nameOf(GROUP_KINDS, row.integer('kind')),
      {
        groups: row.integer('groups'),
        occurrences: row.integer('occurrences'),
        cross_project: row.integer('cross_project'),
      },
    ]),
  );
  const none = { groups: 0, occurrences: 0, cross_project: 0 };
  return {
    'function-body': found.get('function-body') ?? none,
    'function-shape': found.get('function-shape') ?? none,
    near: found.get('near') ?? none,
    block: found.get('block') ?? none,
    'block-shape': found.get('block-shape') ?? none,
  };
}

function totals(snapshot: Snapshot): Pick<SummaryData, 'repeated' | 'copied' | 'coverage' | 'runs_left_out'> {
  const complete = countOf(snapshot, 'SELECT count(*) AS n FROM project WHERE complete = 0') === 0;
  const lines = countOf(snapshot, 'SELECT lines AS n FROM snapshot');
  const repeated = countOf(snapshot, 'SELECT repeated_lines AS n FROM snapshot');
  const copied = countOf(snapshot, 'SELECT copied_lines AS n FROM snapshot');
  const files = countOf(snapshot, 'SELECT count(*) AS n FROM full_file');
  return {
    repeated: shareOf(repeated, lines),
    copied: shareOf(copied, lines),
    ...(files > 0 && {
      runs_left_out: { occurrences: countOf(snapshot, 'SELECT runs_left_out AS n FROM snapshot'), files },
    }),
    coverage: coverageOf(
      counts(snapshot, COVERAGE, (row) => row.text('status')),
      complete,
    ),
  };
}

function exclusions(snapshot: Snapshot): SummaryData['exclusions'] {
  const reasons = snapshot.all(EXCLUSIONS, [], (row) => ({
    reason: row.text('reason'),
    paths: row.integer('n'),
  }));
  return { paths: reasons.reduce((sum, { paths }) => sum + paths, 0), reasons };
}

function cycles(snapshot: Snapshot): SummaryData['cycles'] {
  const sql = `
    SELECT count(DISTINCT cycle_id) AS components, count(*) AS files,
      (SELECT count(DISTINCT cycle_id) FROM non_load_cycle_file) AS non_load_components
    FROM cycle_file`;
  const read = (row: Row) => ({
    components: row.integer('components'),
    files: row.integer('files'),
    non_load_components: row.integer('non_load_components'),
  });
  return snapshot.first(sql, [], read) ?? { components: 0, files: 0, non_load_components: 0 };
}

function versions(snapshot: Snapshot): SummaryData['versions'] {
  const found = snapshot.first('SELECT format, fingerprint_version, parsers FROM snapshot', [], (row) => ({
    fingerprint: row.integer('fingerprint_version'),
    format: row.integer('format'),
    languages: parsersOf(row.text('parsers')),
  }));
  if (found === undefined) throw new RangeError('the index has no snapshot row');
  return found;
}

/** @param json parser and version by language, as the index holds it */
function parsersOf(json: string): SummaryData['versions']['languages'] {
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'object' || value === null) throw new RangeError('the index has no parser versions');
  return Object.fromEntries(
    Object.entries(value).map(([language, its]: [string, unknown]) => {
      if (typeof its !== 'object' || its === null || !('parser' in its && 'version' in its)) {
        throw new RangeError(`the index has no parser version of ${language}`);
      }
      return [language, { parser: String(its.parser), version: String(its.version) }];
    }),
  );
}
