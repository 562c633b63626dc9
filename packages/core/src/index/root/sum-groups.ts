import { GROUP_KINDS } from '../codes.ts';
import { numbers, optionalNumbers, texts } from '../columns.ts';
import { bytesOf, groupIdOfKey } from '../keys.ts';
import type { Snapshot } from '../port.ts';
import { comparePositions, groupLine, memberLine, type RootGroup, type RootOccurrence } from './canonical-line.ts';
import { type RangeSum, RangeSums } from './range-sums.ts';

/** Rows of a result whose columns are lists: a row by itself costs several times as much. */
const ROWS_AT_ONCE = 8192;

const GROUPS = `
  SELECT
    json_group_array(id) AS ids, json_group_array(kind) AS kinds, json_group_array(occurrences) AS occurrences,
    json_group_array(projects) AS projects, json_group_array(lower(hex(fingerprint))) AS fingerprints,
    json_group_array(lower(hex(key))) AS keys
  FROM (
    SELECT clone_group.id, kind, occurrences, projects, fingerprint, key
    FROM clone_group JOIN group_detail ON group_detail.id = clone_group.id
    WHERE clone_group.id > ?
    ORDER BY clone_group.id LIMIT ${ROWS_AT_ONCE}
  ) AS rows_at_once`;

const OCCURRENCES = `
  SELECT
    json_group_array(group_id) AS groups, json_group_array(seq) AS seqs,
    json_group_array(project_id) AS projects, json_group_array(path) AS paths,
    json_group_array(similarity) AS similarities, json_group_array(start_byte) AS starts,
    json_group_array(end_byte) AS ends
  FROM (
    SELECT
      group_id, seq, file.project_id, file.path, similarity,
      coalesce(occurrence.start_byte, node.start_byte, 0) AS start_byte,
      coalesce(occurrence.end_byte, node.end_byte, 0) AS end_byte
    FROM occurrence
    JOIN node ON node.id = occurrence.node_id
    JOIN file ON file.id = node.file_id
    WHERE (group_id, seq) > (?, ?)
    ORDER BY group_id, seq LIMIT ${ROWS_AT_ONCE}
  ) AS rows_at_once`;

const PROJECTS = 'SELECT id, label FROM project';

/**
 * Sums the canonical lines of the groups of an index, in one pass with constant memory.
 *
 * @param kinds only of these kinds
 */
export function sumGroups(index: Rows, kinds?: readonly string[]): RangeSum[] {
  const sums = new RangeSums();
  const occurrences = occurrencesOf(index);
  let next = occurrences.next();
  for (const { id, counts, ...group } of groupsOf(index)) {
    if (kinds?.includes(group.root.kind) === false) continue;
    let representative: RootOccurrence | undefined;
    for (; !next.done && next.value.group <= id; next = occurrences.next()) {
      // An occurrence without a group has no line; its absence is a difference.
      if (next.value.group < id) continue;
      const its = next.value;
      sums.add(group.root.fingerprint, memberLine(group.root, its));
      if (representative === undefined || comparePositions(its, representative) < 0) representative = its;
    }
    sums.add(group.root.fingerprint, groupLine(group.root, counts, representative ?? NOWHERE));
  }
  return sums.ranges();
}

type Rows = Pick<Snapshot, 'all' | 'first'>;

/** Of a group without occurrences, which only a damaged index has. */
const NOWHERE = { project: '', path: '', startByte: 0 };

interface StoredGroup {
  id: number;
  root: RootGroup;
  counts: { occurrences: number; projects: number };
}

/** By id. */
function* groupsOf(index: Rows): Generator<StoredGroup> {
  for (let last = 0; ; ) {
    const columns = index.first(GROUPS, [last], (row) => ({
      ids: numbers(row, 'ids'),
      kinds: numbers(row, 'kinds'),
      occurrences: numbers(row, 'occurrences'),
      projects: numbers(row, 'projects'),
      fingerprints: texts(row, 'fingerprints'),
      keys: texts(row, 'keys'),
    }));
    if (columns === undefined || columns.ids.length === 0) return;
    for (const [at, id] of columns.ids.entries()) {
      const kind = columns.kinds[at] ?? -1;
      yield {
        id,
        root: {
          // A damaged code is a difference, not an error.
          kind: GROUP_KINDS[kind] ?? String(kind),
          fingerprint: columns.fingerprints[at] ?? '',
          id: groupIdOfKey(bytesOf(columns.keys[at] ?? '')),
        },
        counts: { occurrences: columns.occurrences[at] ?? 0, projects: columns.projects[at] ?? 0 },
      };
      last = id;
    }
  }
}

/** By group. */
function* occurrencesOf(index: Rows): Generator<RootOccurrence & { group: number }> {
  const labels = new Map(index.all(PROJECTS, [], (row) => [row.integer('id'), row.text('label')]));
  for (let last = [0, -1]; ; ) {
    const columns = index.first(OCCURRENCES, last, (row) => ({
      groups: numbers(row, 'groups'),
      seqs: numbers(row, 'seqs'),
      projects: numbers(row, 'projects'),
      paths: texts(row, 'paths'),
      similarities: optionalNumbers(row, 'similarities'),
      starts: numbers(row, 'starts'),
      ends: numbers(row, 'ends'),
    }));
    if (columns === undefined || columns.groups.length === 0) return;
    for (const [at, group] of columns.groups.entries()) {
      yield {
        group,
        project: labels.get(columns.projects[at] ?? 0) ?? '',
        path: columns.paths[at] ?? '',
        startByte: columns.starts[at] ?? 0,
        endByte: columns.ends[at] ?? 0,
        similarity: columns.similarities[at] ?? undefined,
      };
    }
    last = [columns.groups.at(-1) ?? 0, columns.seqs.at(-1) ?? 0];
  }
}
