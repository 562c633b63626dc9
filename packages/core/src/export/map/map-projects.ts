import type { MapExclusions, MapLinkState, MapProject, MapTotals, MapVersions } from '@analyzer/contracts/pages/map';
import { codeOf, EDGE_KINDS, LINK_STATES, nameOf } from '#index/codes.ts';
import type { Snapshot } from '#index/port.ts';
import type { Languages } from './languages.ts';
import { projectRows } from './project-rows.ts';

/** All projects by label, with the counts of the index. */
export function readProjects(snapshot: Snapshot, languages: Languages): MapProject[] {
  const coverage = coverageOf(snapshot);
  const used = languagesOf(snapshot, languages);
  const groups = groupsOf(snapshot);
  const sql = `
    SELECT id, label, files, lines, functions, shared_groups, json_array_length(workspaces) AS workspaces
    FROM project ORDER BY id`;
  return snapshot.all(sql, [], (row) => {
    const id = row.integer('id');
    const workspaces = row.integer('workspaces');
    return {
      label: row.text('label'),
      files: row.integer('files'),
      lines: row.integer('lines'),
      functions: row.integer('functions'),
      groups: groups.get(id) ?? 0,
      groups_shared: row.integer('shared_groups'),
      languages: used.get(id) ?? [],
      coverage: coverage.get(id) ?? {},
      ...(workspaces === 0 ? {} : { workspaces }),
    };
  });
}

/** Files by status, without other entries. */
function coverageOf(snapshot: Snapshot): Map<number, Record<string, number>> {
  const found = new Map<number, Record<string, number>>();
  const sql = `SELECT project_id, status, n FROM coverage_count ORDER BY project_id, status`;
  const rows = snapshot.all(sql, [], (row) => ({
    project: row.integer('project_id'),
    status: row.text('status'),
    n: row.integer('n'),
  }));
  for (const { project, status, n } of rows) {
    if (NO_FILES.has(status)) continue;
    const counts = found.get(project) ?? {};
    found.set(project, counts);
    counts[status] = n;
  }
  return found;
}

const NO_FILES: ReadonlySet<string> = new Set(['directory', 'symlink', 'special', 'excluded']);

function languagesOf(snapshot: Snapshot, languages: Languages): Map<number, number[]> {
  const found = new Map<number, number[]>();
  const sql = `
    SELECT project_id, language_id FROM project_language JOIN language ON language.id = language_id
    ORDER BY project_id, lines DESC, name`;
  for (const [project, language] of snapshot.all(sql, [], (row) => [
    row.integer('project_id'),
    row.integer('language_id'),
  ])) {
    const list = found.get(project ?? 0) ?? [];
    found.set(project ?? 0, list);
    list.push(languages.indexOfId(language));
  }
  return found;
}

/** Listed groups with an occurrence in a project. */
function groupsOf(snapshot: Snapshot): Map<number, number> {
  const sql = `
    SELECT project_id, sum(n) AS n FROM group_count
    WHERE project_id > 0 AND contained = 0 AND same_as = 0 GROUP BY project_id`;
  return new Map(snapshot.all(sql, [], (row) => [row.integer('project_id'), row.integer('n')]));
}

/** Groups that no other one represents, as `workspace index` counts them. */
const UNFOLDED = 'project_id = 0 AND contained = 0 AND same_as = 0';
const TOTALS = `
  SELECT
    (SELECT coalesce(sum(files), 0) FROM project) AS files,
    (SELECT coalesce(sum(functions), 0) FROM project) AS functions,
    (SELECT coalesce(sum(declarations), 0) FROM project) AS declarations,
    (SELECT coalesce(sum(n), 0) FROM group_count WHERE ${UNFOLDED}) AS groups_,
    (SELECT coalesce(sum(n), 0) FROM group_count WHERE ${UNFOLDED} AND projects > 1) AS groups_cross_project,
    (SELECT coalesce(sum(occurrences), 0) FROM group_count WHERE ${UNFOLDED}) AS occurrences,
    (SELECT count(DISTINCT cycle_id) FROM cycle_file) AS cycles,
    lines, repeated_lines, copied_lines
  FROM snapshot`;

export function readTotals(snapshot: Snapshot): MapTotals {
  const totals = snapshot.first(TOTALS, [], (row) => ({
    files: row.integer('files'),
    lines: row.integer('lines'),
    functions: row.integer('functions'),
    declarations: row.integer('declarations'),
    groups: row.integer('groups_'),
    groups_cross_project: row.integer('groups_cross_project'),
    occurrences: row.integer('occurrences'),
    repeated_lines: row.integer('repeated_lines'),
    copied_lines: row.integer('copied_lines'),
    cycles: row.integer('cycles'),
  }));
  if (totals === undefined) throw new RangeError('the index has no snapshot');
  return { ...totals, imports: sitesOf(snapshot, 'imports'), calls: sitesOf(snapshot, 'calls') };
}

/** Number of imports or calls in the source by state. */
function sitesOf(snapshot: Snapshot, kind: 'imports' | 'calls'): Record<MapLinkState, number> {
  const sites = { resolved: 0, ambiguous: 0, external: 0, unresolved: 0, declared: 0 };
  const sql = 'SELECT state, sum(sites) AS sites FROM edge_count WHERE kind = ? GROUP BY state';
  const counts = snapshot.all(sql, [codeOf(EDGE_KINDS, kind)], (row) => ({
    state: nameOf(LINK_STATES, row.integer('state')),
    n: row.integer('sites'),
  }));
  for (const { state, n } of counts) sites[state] = n;
  return sites;
}

/** @param analyzer version of the program */
export function readVersions(snapshot: Snapshot, analyzer: string): MapVersions {
  const found = snapshot.first('SELECT format, fingerprint_version, parsers FROM snapshot', [], (row) => {
    const parsers: Record<string, { parser: string; version: string }> = JSON.parse(row.text('parsers'));
    return {
      formats: { index: `${row.integer('format')}`, fingerprint: `${row.integer('fingerprint_version')}` },
      languages: Object.fromEntries(
        Object.entries(parsers).map(([language, { parser, version }]) => [language, `${parser} ${version}`]),
      ),
    };
  });
  if (found === undefined) throw new RangeError('the index has no snapshot');
  return { analyzer, ...found };
}

export function readExclusions(snapshot: Snapshot): MapExclusions {
  const exclusions: MapExclusions = { project: [], reason: [], rule: [], count: [] };
  const sql = `
    SELECT project_id, reason, rule, n FROM exclusion_count JOIN exclusion_rule ON exclusion_rule.id = rule_id
    ORDER BY project_id, n DESC, reason, rule`;
  const rowOf = projectRows(snapshot);
  const rows = snapshot.all(sql, [], (row) => ({
    project: rowOf(row.integer('project_id')),
    reason: row.text('reason'),
    rule: row.text('rule'),
    n: row.integer('n'),
  }));
  for (const { project, reason, rule, n } of rows) {
    exclusions.project.push(project);
    exclusions.reason.push(reason);
    exclusions.rule.push(rule);
    exclusions.count.push(n);
  }
  return exclusions;
}
