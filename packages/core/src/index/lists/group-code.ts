import { type GroupCode, isData } from '#lists/list-classes.ts';
import type { GroupKind } from '#scan/model.ts';
import { codeOf, FUNCTIONS, GROUP_KINDS, NODE_KINDS, nameOf } from '../codes.ts';
import type { Snapshot } from '../port.ts';

interface FirstOccurrence {
  group: number;
  kind: GroupKind;
  project: number;
  /** Integer id of its declaration, or of the innermost declaration or the file around a block. */
  node: number;
  file: number;
  firstLine: number;
  lastLine: number;
  hasInner: boolean;
  method: string | undefined;
}

/** The functions directly in the occurrence, unless it is one: their control structures are its own. */
const PARTS = `
  SELECT part.id FROM node JOIN node AS part
    ON part.id BETWEEN node.id + 1 AND (SELECT last_node_id FROM file WHERE file.id = node.file_id)
  WHERE node.id = ? AND node.kind NOT IN (${FUNCTIONS}) AND part.parent_id = node.id
    AND part.start_line <= ? AND part.end_line >= ?`;

const FIRST = `
  SELECT
    own.group_id, its.kind, node.project_id, node.id AS node, node.file_id,
    coalesce(own.start_line, node.start_line) AS first_line, coalesce(own.end_line, node.end_line) AS last_line,
    EXISTS (
      SELECT 1 FROM node AS inside JOIN node AS around ON around.id = inside.parent_id
      WHERE inside.id BETWEEN node.id + 1 AND (SELECT last_node_id FROM file WHERE file.id = node.file_id)
        AND around.kind IN (${FUNCTIONS})
        AND inside.start_byte >= coalesce(own.start_byte, node.start_byte)
        AND inside.start_byte < coalesce(own.end_byte, node.end_byte)) AS has_inner,
    CASE WHEN (own.start_byte IS NULL OR (own.start_byte = node.start_byte AND own.end_byte = node.end_byte))
      AND node.kind = ${codeOf(NODE_KINDS, 'method')} THEN (
      SELECT name.text FROM name WHERE name.id = node.name_id) END AS method
  FROM json_each(?) AS wanted
  CROSS JOIN clone_group AS its ON its.id = wanted.value
  JOIN occurrence AS own ON own.group_id = its.id AND own.seq = 0
  JOIN node ON node.id = own.node_id`;

/**
 * What groups have in them, as the list of a scan knows it (`lists/file-code.ts`).
 *
 * @param groups integer ids, of groups that are not of types
 * @returns by id of the group; `hasCalls` only for groups without control structures, of kinds for which it matters
 */
export function codeOfGroups(snapshot: Snapshot, groups: readonly number[]): Map<number, GroupCode> {
  const all = snapshot.all(FIRST, [JSON.stringify(groups)], (row) => ({
    group: row.integer('group_id'),
    kind: nameOf(GROUP_KINDS, row.integer('kind')),
    project: row.integer('project_id'),
    node: row.integer('node'),
    file: row.integer('file_id'),
    firstLine: row.integer('first_line'),
    lastLine: row.integer('last_line'),
    hasInner: row.flag('has_inner'),
    method: row.optionalText('method'),
  }));
  const plain = withoutStructures(
    snapshot,
    all.filter((its) => !its.hasInner),
  );
  // Calls are in blocks of whole files.
  const unsure = plain.filter((its) => isData(its, true) !== isData(its, false));
  const calling = callingGroups(snapshot, unsure);
  const isPlain = new Set(plain.map(({ group }) => group));
  return new Map(
    all.map(({ group, method }) => {
      return [group, { isOfTypes: false, hasControl: !isPlain.has(group), hasCalls: calling.has(group), method }];
    }),
  );
}

/** Occurrences whose control structures are read at once. */
const AT_ONCE = 256;

function withoutStructures(snapshot: Snapshot, occurrences: FirstOccurrence[]): FirstOccurrence[] {
  const partsOf = ({ node, firstLine, lastLine }: FirstOccurrence) =>
    snapshot.all(PARTS, [node, lastLine, firstLine], (row) => row.integer('id'));
  const plain: FirstOccurrence[] = [];
  // Those of successive nodes are in one block.
  const ordered = occurrences.sort((a, b) => a.node - b.node);
  for (let at = 0; at < ordered.length; at += AT_ONCE) {
    const withoutOwn = withoutStructuresOf(snapshot, ordered.slice(at, at + AT_ONCE), ({ node }) => [node]);
    plain.push(...withoutStructuresOf(snapshot, withoutOwn, partsOf));
  }
  return plain;
}

/** The occurrences in which no control structure of some nodes is. */
function withoutStructuresOf(
  snapshot: Snapshot,
  occurrences: readonly FirstOccurrence[],
  ownersOf: (its: FirstOccurrence) => readonly number[],
): FirstOccurrence[] {
  const owners = occurrences.map(ownersOf);
  const records = snapshot.control(owners.flat());
  return occurrences.filter(({ firstLine, lastLine }, at) => {
    const its = (owners[at] ?? []).flatMap((owner) => records.get(owner) ?? []);
    return !its.some(({ kind, line }) => {
      return kind.some((what, index) => what !== 'return' && isIn(line[index], firstLine, lastLine));
    });
  });
}

/** Groups whose first occurrence has a call. */
function callingGroups(snapshot: Snapshot, occurrences: readonly FirstOccurrence[]): Set<number> {
  const byFile = new Map<number, FirstOccurrence[]>();
  for (const its of occurrences) {
    const known = byFile.get(its.file);
    if (known === undefined) byFile.set(its.file, [its]);
    else known.push(its);
  }
  const calling = new Set<number>();
  for (const project of new Set(occurrences.map((its) => its.project))) {
    for (const { file, line } of snapshot.calls(project)) {
      for (const { group, firstLine, lastLine } of byFile.get(file) ?? []) {
        if (line.some((its) => isIn(its, firstLine, lastLine))) calling.add(group);
      }
    }
  }
  return calling;
}

function isIn(line: number | undefined, first: number, last: number): boolean {
  return line !== undefined && line >= first && line <= last;
}
