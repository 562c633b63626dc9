import { codeOf, EDGE_KINDS, LINK_STATES, NODE_KINDS, nameOf } from '#index/codes.ts';
import type { Row, Snapshot } from '#index/port.ts';
import type { BaseClass, CopyFacts } from './model.ts';
import { added } from './sets.ts';

/** Members of a class that are looked at. */
export const MAX_MEMBERS = 1000;
const IMPORTS = codeOf(EDGE_KINDS, 'imports');
const RESOLVED = codeOf(LINK_STATES, 'resolved');
const BASES = `(${codeOf(NODE_KINDS, 'class')}, ${codeOf(NODE_KINDS, 'trait')})`;
/** An interface has no code, so methods cannot move to it. */
const LINKS = (kind: 'calls' | 'inherits') => `
  SELECT edge.from_id, far.id, far.name, far.project, far.path, far.kind
  FROM json_each(?) AS wanted
  CROSS JOIN edge ON edge.from_id = wanted.value
  JOIN described_node AS far ON far.id = edge.to_id
  WHERE edge.kind = ${codeOf(EDGE_KINDS, kind)} AND edge.state = ${codeOf(LINK_STATES, 'resolved')}
    AND far.name IS NOT NULL AND far.path IS NOT NULL AND far.kind <> ${codeOf(NODE_KINDS, 'interface')}
  ORDER BY edge.from_id, far.id`;
/** The functions of classes, and the classes that inherit from them. */
const METHODS = `
  SELECT node.parent_id, node.name FROM json_each(?) AS wanted
  CROSS JOIN described_node AS node ON node.id > wanted.value AND node.id <= wanted.value + ${MAX_MEMBERS}
    AND node.parent_id = wanted.value
  WHERE node.kind IN (${codeOf(NODE_KINDS, 'function')}, ${codeOf(NODE_KINDS, 'method')}) AND node.name IS NOT NULL
  ORDER BY node.id`;
const HEIRS = `
  SELECT edge.to_id, count(DISTINCT edge.from_id) AS heirs FROM json_each(?) AS wanted
  CROSS JOIN edge ON edge.to_id = wanted.value
  WHERE edge.kind = ${codeOf(EDGE_KINDS, 'inherits')} AND edge.state = ${codeOf(LINK_STATES, 'resolved')}
  GROUP BY edge.to_id ORDER BY edge.to_id`;
/** Classes without a link, and those of the files of other projects that their files import. */
const FAR_BASES = `
  SELECT base.node_id, base.name AS written, far.id, far.name, far.project, far.path, far.kind
  FROM json_each(?) AS wanted
  CROSS JOIN base ON base.node_id = wanted.value
  JOIN node AS heir ON heir.id = base.node_id
  JOIN edge ON edge.from_id = heir.file_id
  JOIN node AS declared ON declared.parent_id = edge.to_id AND declared.file_id = edge.to_id
  JOIN described_node AS far ON far.id = declared.id
  WHERE base.state <> ${RESOLVED} AND edge.kind = ${IMPORTS} AND edge.state = ${RESOLVED}
    AND far.project_id <> heir.project_id AND far.kind IN ${BASES} AND far.name IS NOT NULL AND far.path IS NOT NULL
  ORDER BY base.node_id, base.seq, far.id`;
const FAR_HEIRS = `
  SELECT far.id, base.name AS written, count(DISTINCT base.node_id) AS heirs
  FROM json_each(?) AS wanted
  CROSS JOIN node AS far ON far.id = wanted.value
  JOIN edge ON edge.to_id = far.file_id
  JOIN file ON file.id = edge.from_id
  JOIN base ON base.node_id > file.id AND base.node_id <= file.last_node_id
  WHERE base.state <> ${RESOLVED} AND edge.kind = ${IMPORTS} AND edge.state = ${RESOLVED}
    AND file.project_id <> far.project_id
  GROUP BY far.id, base.name ORDER BY far.id, base.name`;

/** The classes, also of other projects, that classes inherit from directly. */
export function basesFrom(snapshot: Snapshot, ids: readonly number[]): Map<number, BaseClass[]> {
  const links = linksFrom(snapshot, 'inherits', ids);
  for (const [id, its] of farBases(snapshot, ids)) links.set(id, [...(links.get(id) ?? []), ...its]);
  const bases = JSON.stringify([...new Set([...links.values()].flatMap((its) => its.map(({ node }) => node)))]);
  const methods = new Map<number, Set<string>>();
  const rows = snapshot.all(METHODS, [bases], (row) => ({ id: row.integer('parent_id'), name: row.text('name') }));
  for (const { id, name } of rows) added(methods, id, name);
  const heirs = new Map(
    snapshot.all(HEIRS, [bases], (row): [number, number] => [row.integer('to_id'), row.integer('heirs')]),
  );
  const names = new Map([...links.values()].flatMap((its) => its.map(({ node, name }) => [node, name])));
  const far = snapshot.all(FAR_HEIRS, [bases], (row) => ({
    id: row.integer('id'),
    written: row.text('written'),
    count: row.integer('heirs'),
  }));
  for (const { id, written, count } of far)
    if (lastPart(written) === names.get(id)) heirs.set(id, (heirs.get(id) ?? 0) + count);
  return new Map(
    [...links].map(([id, its]) => [
      id,
      its.map(({ node, project, path, name, kind }) => ({
        isTrait: kind === 'trait',
        project,
        path,
        name,
        methods: methods.get(node) ?? new Set<string>(),
        heirs: heirs.get(node) ?? 0,
      })),
    ]),
  );
}

/** A declaration that another one names. */
type Link = CopyFacts['calls'][number] & { kind: CopyFacts['kind'] };

function farBases(snapshot: Snapshot, ids: readonly number[]): Map<number, Link[]> {
  const links = new Map<number, Link[]>();
  const rows = snapshot.all(FAR_BASES, [JSON.stringify(ids)], (row) => ({
    from: row.integer('node_id'),
    written: row.text('written'),
    link: linkOf(row),
  }));
  for (const { from, written, link } of rows)
    if (lastPart(written) === link.name) links.set(from, [...(links.get(from) ?? []), link]);
  return links;
}

function lastPart(name: string): string {
  return name.replace(/^.*[.\\]/s, '');
}

function linkOf(row: Row): Link {
  return {
    node: row.integer('id'),
    name: row.text('name'),
    project: row.text('project'),
    path: row.text('path'),
    kind: nameOf(NODE_KINDS, row.integer('kind')),
  };
}

export function linksFrom(snapshot: Snapshot, kind: 'calls' | 'inherits', ids: readonly number[]): Map<number, Link[]> {
  const links = new Map<number, Link[]>();
  const rows = snapshot.all(LINKS(kind), [JSON.stringify(ids)], (row) => ({
    from: row.integer('from_id'),
    link: linkOf(row),
  }));
  for (const { from, link } of rows) {
    const its = links.get(from);
    if (its === undefined) links.set(from, [link]);
    else its.push(link);
  }
  return links;
}
