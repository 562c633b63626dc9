import { codeOf, GROUP_KINDS, NODE_KINDS, nameOf } from '@analyzer/core/index/codes.ts';
import type { Row, Snapshot } from '@analyzer/core/index/port.ts';

/** An occurrence of a group. */
export interface Member {
  project: string;
  path: string;
  name: string;
  line: number;
  /** The first function of its file. */
  first: boolean;
}

export interface IndexedGroup {
  kind: (typeof GROUP_KINDS)[number];
  members: Member[];
}

const FUNCTIONS = [codeOf(NODE_KINDS, 'function'), codeOf(NODE_KINDS, 'method')].join(', ');

const MEMBERS = `
  SELECT
    group_id, clone_group.kind AS group_kind, project, path, qualified_name, start_line,
    node_id = (SELECT min(id) FROM node WHERE file_id = member.file_id AND kind IN (${FUNCTIONS})) AS first
  FROM occurrence
  JOIN clone_group ON clone_group.id = group_id
  JOIN described_node AS member ON member.id = node_id
  ORDER BY group_id, node_id`;

/** All groups of an index, contained ones too. */
export function readGroups(snapshot: Snapshot): IndexedGroup[] {
  const groups = new Map<number, IndexedGroup>();
  snapshot.all(MEMBERS, [], (row) => {
    const id = row.integer('group_id');
    const kind = nameOf(GROUP_KINDS, row.integer('group_kind'));
    const group: IndexedGroup = groups.get(id) ?? { kind, members: [] };
    groups.set(id, group);
    group.members.push(memberOf(row));
  });
  return [...groups.values()];
}

function memberOf(row: Row): Member {
  return {
    project: row.text('project'),
    path: row.text('path'),
    name: row.text('qualified_name'),
    line: row.integer('start_line'),
    first: row.flag('first'),
  };
}
