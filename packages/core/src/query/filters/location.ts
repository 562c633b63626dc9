import { AnalyzerError } from '@analyzer/contracts';
import { nearest } from '@analyzer/contracts/nearest';
import type { At } from '@analyzer/contracts/query/common';
import { GROUP_KINDS, nameOf } from '#index/codes.ts';
import { groupIdOfKey, nodeId } from '#index/keys.ts';
import type { Row, Snapshot } from '#index/port.ts';
import { projectRange, requireGroup, requireNode } from './scope.ts';

/** Maximum number of candidates in an error. */
const MAX_CANDIDATES = 20;

/** A node or group at a location. */
interface Candidate {
  /** Integer id. */
  id: number;
  publicId: string;
  description: string;
}

interface File {
  id: number;
  /** Integer id of its last declaration. */
  last: number;
}

/**
 * The node with an id or at a location.
 *
 * @returns its integer id
 * @throws AnalyzerError `not_found`, `invalid_request` for several nodes at the location
 */
export function selectedNode(snapshot: Snapshot, { node_id, at }: { node_id?: string; at?: At }): number {
  if (node_id !== undefined) return requireNode(snapshot, node_id);
  const location = required(at);
  const file = fileAt(snapshot, location);
  if (location.symbol === undefined) return file.id;
  return single(declarationsAt(snapshot, file, location.symbol), 'node_id', shown(location));
}

/**
 * The group with an id or with an occurrence at a location. `function-shape` groups with the same occurrences as a
 * `function-body` group do not count. Of the groups of a declaration, it is the one of its closest copies: groups of
 * declarations before those of blocks in it.
 *
 * @returns its integer id
 * @throws AnalyzerError `not_found`, `invalid_request` for several groups at the location
 */
export function selectedGroup(snapshot: Snapshot, { group_id, at }: { group_id?: string; at?: At }): number {
  if (group_id !== undefined) return requireGroup(snapshot, group_id);
  const location = required(at);
  const file = fileAt(snapshot, location);
  const found =
    location.symbol === undefined
      ? snapshot.all(GROUPS, [file.id, file.last], groupOf)
      : declarationsAt(snapshot, file, location.symbol).flatMap(({ id }) =>
          snapshot.all(GROUPS, [id, id], groupOf).slice(0, 1),
        );
  const groups = [...new Map(found.map((group) => [group.id, group])).values()];
  if (groups.length > 0) return single(groups, 'group_id', shown(location));
  const hint = 'No function there has a copy. The operation clones lists the groups.';
  throw new AnalyzerError('not_found', { what: 'group', name: shown(location) }, { hint });
}

const FILE = `
  SELECT id, last_node_id FROM file WHERE project_id BETWEEN ? AND ? AND path = ?`;
const DECLARATIONS = `
  SELECT id, key, name, qualified_name, start_line FROM described_node
  WHERE id > ? AND id <= ? AND ? IN (name, qualified_name) ORDER BY id`;
const GROUPS = `
  SELECT DISTINCT clone_group.id, clone_group.kind, group_detail.key, clone_group.occurrences
  FROM occurrence JOIN clone_group ON clone_group.id = group_id JOIN group_detail ON group_detail.id = group_id
  WHERE node_id BETWEEN ? AND ? AND same_as IS NULL ORDER BY clone_group.kind, clone_group.id`;

function groupOf(row: Row): Candidate {
  return {
    id: row.integer('id'),
    publicId: groupIdOfKey(row.bytes('key')),
    description: `${nameOf(GROUP_KINDS, row.integer('kind'))} with ${row.integer('occurrences')} occurrences`,
  };
}

/** @throws AnalyzerError `not_found` */
function fileAt(snapshot: Snapshot, { project, path }: At): File {
  const file = snapshot.first(FILE, [...projectRange(snapshot, project), path], (row) => ({
    id: row.integer('id'),
    last: row.integer('last_node_id'),
  }));
  if (file !== undefined) return file;
  const hint = 'The operation nodes with kind file lists the files; paths are relative to the project.';
  throw new AnalyzerError('not_found', { what: 'path', name: path }, { hint });
}

/**
 * The declarations of a file with this qualified name; without one, those with this name.
 *
 * @throws AnalyzerError `not_found`
 */
function declarationsAt(snapshot: Snapshot, { id, last }: File, symbol: string): Candidate[] {
  const named = snapshot.all(DECLARATIONS, [id, last, symbol], (row) => ({
    id: row.integer('id'),
    publicId: nodeId(row.bytes('key')),
    qualified: row.text('qualified_name'),
    description: `${row.text('qualified_name')} in line ${row.integer('start_line')}`,
  }));
  const qualified = named.filter((one) => one.qualified === symbol);
  if (named.length > 0) return qualified.length > 0 ? qualified : named;
  const names = snapshot.all(NAMES, [id, last], (row) => row.text('qualified_name'));
  const meant = nearest(symbol, names);
  const hint = meant === undefined ? 'The operation nodes lists the declarations.' : `Did you mean ${meant}?`;
  throw new AnalyzerError('not_found', { what: 'symbol', name: symbol }, { hint });
}

const NAMES = 'SELECT qualified_name FROM described_node WHERE id > ? AND id <= ? ORDER BY id';

/** @throws AnalyzerError `invalid_request` with the candidates */
function single(candidates: readonly Candidate[], parameter: string, location: string): number {
  const [first] = candidates;
  if (first !== undefined && candidates.length === 1) return first.id;
  throw new AnalyzerError(
    'invalid_request',
    { problem: `at is ambiguous: ${candidates.length} candidates at ${location}` },
    {
      hint: `Send one of the ids in errors as ${parameter}.`,
      errors: candidates.slice(0, MAX_CANDIDATES).map(({ publicId, description }) => ({
        pointer: '/params/at',
        code: 'not_allowed',
        message: `${publicId}: ${description}`,
      })),
    },
  );
}

function required(at: At | undefined): At {
  if (at === undefined) throw new RangeError('the parameters have neither an id nor a location');
  return at;
}

function shown({ project, path, symbol }: At): string {
  return `${project}/${path}${symbol === undefined ? '' : `#${symbol}`}`;
}
