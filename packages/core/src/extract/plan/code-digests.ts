import { classBits, codeOf, EDGE_KINDS, GROUP_KINDS } from '#index/codes.ts';
import { hex } from '#index/keys.ts';
import type { Snapshot } from '#index/port.ts';
import { digestOf } from './digest.ts';
import { boundNames } from './libraries/package-of-import.ts';
import type { Family, FamilyOccurrence } from './model.ts';

/** A hash that is the fingerprint of a group is stored once, with the group. */
const BODIES = `
  SELECT function_hash.node_id, coalesce(function_hash.body, (
    SELECT detail.fingerprint FROM occurrence
    JOIN clone_group AS its ON its.id = occurrence.group_id
    JOIN group_detail AS detail ON detail.id = its.id
    WHERE occurrence.node_id = function_hash.node_id AND its.kind = ${codeOf(GROUP_KINDS, 'function-body')} LIMIT 1
  )) AS body
  FROM json_each(?) AS wanted CROSS JOIN function_hash ON function_hash.node_id = wanted.value`;
const IMPORTS = `
  SELECT import.specifier, import.names FROM node JOIN import ON import.file_id = node.file_id
  WHERE node.id = ? ORDER BY import.seq`;
const CALLERS = `
  SELECT caller.qualified_name, caller.path, caller.project FROM edge JOIN described_node AS caller ON caller.id = edge.from_id
  WHERE edge.to_id = ? AND edge.kind = ${codeOf(EDGE_KINDS, 'calls')} AND caller.classes & ${classBits(['test'])} = 0
  ORDER BY edge.from_id`;

/**
 * A family with the digests of the functions among its copies: of their code, and of their imports and callers. They
 * have no positions and comments, so that an edit elsewhere in a file changes none.
 */
export function withDigests(snapshot: Snapshot, family: Family): Family {
  const nodes = family.occurrences.map(({ node }) => node);
  const bodies = new Map(
    snapshot.all(BODIES, [JSON.stringify(nodes)], (row) => [row.integer('node_id'), row.optionalBytes('body')]),
  );
  const occurrences = family.occurrences.map((occurrence): FamilyOccurrence => {
    const body = bodies.get(occurrence.node);
    if (body === undefined) return occurrence;
    return { ...occurrence, digest: hex(body), links: linksOf(snapshot, occurrence.node) };
  });
  return { ...family, occurrences };
}

function linksOf(snapshot: Snapshot, node: number): string {
  const texts = snapshot.tokenTexts(node, () => true);
  const imports = snapshot.all(IMPORTS, [node], (row) => ({
    specifier: row.text('specifier'),
    names: row.optionalText('names'),
  }));
  const used = imports.flatMap(({ specifier, names }) => {
    const bound = boundNames(specifier, names).filter((name) => texts === undefined || texts.has(name));
    return bound.map((name) => `${specifier} ${name}`);
  });
  const callers = snapshot.all(CALLERS, [node], (row) => {
    return `${row.text('project')} ${row.optionalText('qualified_name') ?? row.text('path')}`;
  });
  return digestOf({ imports: [...new Set(used)].sort(), callers: [...new Set(callers)].sort() });
}
