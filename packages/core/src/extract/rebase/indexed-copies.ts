import { hex, nodeId } from '#index/keys.ts';
import { goingOn, type Row, type Snapshot } from '#index/port.ts';
import { withDigests } from '../plan/code-digests.ts';
import { readFamilies, TOP_LEVEL } from '../plan/families.ts';
import type { Family, FamilyOccurrence, Plan, PlanOccurrence } from '../plan/model.ts';
import { commonGroup } from './common-group.ts';
import type { CurrentCopies } from './current-copies.ts';

const COLUMNS = `
  its.id AS node, its.key, its.project, its.path, its.name, its.qualified_name, its.sha256, its.start_line, its.end_line`;
const IN_FILE = `
  SELECT ${COLUMNS} FROM file
  JOIN project ON project.id = file.project_id
  JOIN node ON node.file_id = file.id
  JOIN described_node AS its ON its.id = node.id
  WHERE project.label = ? AND file.path = ? AND its.qualified_name = ? AND ${goingOn('its.id')} ORDER BY its.id`;
const IN_PROJECT = `
  SELECT ${COLUMNS} FROM described_node AS its
  WHERE its.project = ? AND its.qualified_name = ? AND its.path IS NOT NULL AND ${goingOn('its.id')} ORDER BY its.id`;

/** The copies of a recorded plan in an index. */
export function indexedCopies(snapshot: Snapshot, { options }: Plan): CurrentCopies {
  const { families } = readFamilies(snapshot, options, Number.MAX_SAFE_INTEGER);
  const byId = new Map(families.map((family) => [family.family_id, family]));
  const nodes = (sql: string, params: string[]): FamilyOccurrence[] => snapshot.all(sql, params, occurrenceOf);
  const digested = (family: Family | undefined, occurrences: FamilyOccurrence[]): FamilyOccurrence[] =>
    withDigests(snapshot, { ...(family ?? NO_FAMILY), occurrences }).occurrences;
  return {
    snapshotId: snapshot.id,
    familyOf: (id) => byId.get(id),
    related: (copies) => commonGroup(snapshot, copies)?.copies ?? [],
    copyOf(occurrence, { family_id: id }) {
      const { project, path, qualified_name: name, digest } = occurrence;
      const family = byId.get(id);
      const grouped = family?.occurrences.filter((one) => one.project === project && one.path === path) ?? [];
      const named = grouped.filter((one) => one.qualified_name === name);
      const here = named.length > 0 ? named : nodes(IN_FILE, [project, path, name]);
      const found = nearest(digested(family, here), occurrence);
      if (found !== undefined || name === TOP_LEVEL || digest === undefined) return found;
      const moved = digested(family, nodes(IN_PROJECT, [project, name])).filter((one) => one.digest === digest);
      return moved.length === 1 ? moved[0] : undefined;
    },
  };
}

const NO_FAMILY: Family = {
  family_id: '',
  fingerprint: '',
  group_ids: [],
  language: '',
  kind: 'function-body',
  names: [],
  complete: undefined,
  others: [],
  occurrences: [],
  evidence: 0,
};

/** With the same code, else the nearest: a name can be declared twice. */
function nearest(found: readonly FamilyOccurrence[], before: PlanOccurrence): FamilyOccurrence | undefined {
  const same = found.filter((one) => one.digest !== undefined && one.digest === before.digest);
  const distance = (one: PlanOccurrence): number => Math.abs(one.start_line - before.start_line);
  return [...(same.length > 0 ? same : found)].sort((a, b) => distance(a) - distance(b))[0];
}

function occurrenceOf(row: Row): FamilyOccurrence {
  return {
    node_id: nodeId(row.bytes('key')),
    project: row.text('project'),
    path: row.text('path'),
    qualified_name: row.text('qualified_name'),
    start_line: row.integer('start_line'),
    end_line: row.integer('end_line'),
    sha256: hex(row.bytes('sha256')),
    name: row.optionalText('name') ?? '',
    node: row.integer('node'),
  };
}
