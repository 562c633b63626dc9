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
  SELECT node.id, import.specifier, import.names FROM json_each(?) AS wanted
  CROSS JOIN node ON node.id = wanted.value JOIN import ON import.file_id = node.file_id ORDER BY node.id, import.seq`;
const CALLERS = `
  SELECT edge.to_id, caller.qualified_name, caller.path, caller.project FROM json_each(?) AS wanted
  CROSS JOIN edge ON edge.to_id = wanted.value JOIN described_node AS caller ON caller.id = edge.from_id
  WHERE edge.kind = ${codeOf(EDGE_KINDS, 'calls')} AND caller.classes & ${classBits(['test'])} = 0
  ORDER BY edge.to_id, edge.from_id`;

/**
 * A family with the digests of the functions among its copies: of their code, and of their imports and callers. They
 * have no positions and comments, so that an edit elsewhere in a file changes none.
 */
export function withDigests(snapshot: Snapshot, family: Family): Family {
  const nodes = family.occurrences.map(({ node }) => node);
  const bodies = new Map(
    snapshot.all(BODIES, [JSON.stringify(nodes)], (row) => [row.integer('node_id'), row.optionalBytes('body')]),
  );
  const links = linksOf(snapshot, [...bodies.keys()]);
  const occurrences = family.occurrences.map((occurrence): FamilyOccurrence => {
    const body = bodies.get(occurrence.node);
    if (body === undefined) return occurrence;
    return { ...occurrence, digest: hex(body), links: links(occurrence.node) };
  });
  return { ...family, occurrences };
}

function linksOf(snapshot: Snapshot, nodes: readonly number[]): (node: number) => string {
  const wanted = [JSON.stringify(nodes)];
  const imports = byNode(
    snapshot.all(IMPORTS, wanted, (row) => ({
      node: row.integer('id'),
      specifier: row.text('specifier'),
      names: row.optionalText('names'),
    })),
  );
  const callers = byNode(
    snapshot.all(CALLERS, wanted, (row) => ({
      node: row.integer('to_id'),
      text: `${row.text('project')} ${row.optionalText('qualified_name') ?? row.text('path')}`,
    })),
  );
  return (node) => {
    const its = imports.get(node) ?? [];
    // Without imports no text is looked for.
    const texts = its.length === 0 ? undefined : snapshot.tokenTexts(node, () => true);
    const used = its.flatMap(({ specifier, names }) => {
      const bound = boundNames(specifier, names).filter((name) => texts === undefined || texts.has(name));
      return bound.map((name) => `${specifier} ${name}`);
    });
    const calling = (callers.get(node) ?? []).map(({ text }) => text);
    return digestOf({
      imports: [...new Set(used)].sort(),
      callers: [...new Set(calling)].sort(),
    });
  };
}

function byNode<T extends { node: number }>(rows: readonly T[]): Map<number, T[]> {
  const map = new Map<number, T[]>();
  for (const row of rows) {
    const its = map.get(row.node);
    if (its === undefined) map.set(row.node, [row]);
    else its.push(row);
  }
  return map;
}
