import { compareBytes } from '@analyzer/contracts/order';
import { codeOf, EDGE_KINDS } from '#index/codes.ts';
import type { Snapshot } from '#index/port.ts';
import type { Found, ProjectPair, States } from './model.ts';

/** @param end the end of the edge that is in the project */
const imports = (end: 'from_id' | 'to_id') => `
  SELECT from_id, to_id, line, own.label AS project, source.path AS path, other.label AS target_project,
    target.path AS target_path
  FROM file AS its
  JOIN edge ON ${end} = its.id AND edge.kind = ${codeOf(EDGE_KINDS, 'imports')}
  JOIN file AS source ON source.id = from_id JOIN project AS own ON own.id = source.project_id
  JOIN file AS target ON target.id = to_id JOIN project AS other ON other.id = target.project_id
  WHERE its.project_id = ?`;

type Imports = Map<string, Pick<Found, 'node' | 'target' | 'line'>>;

/** Imports from and to files of projects that differ. */
export function importChanges({ before, now }: States, projects: readonly ProjectPair[]): Found[] {
  const [old, current]: [Imports, Imports] = [new Map(), new Map()];
  for (const project of projects) {
    gather(before, project.before, old);
    gather(now, project.now, current);
  }
  const only = (its: Imports, others: Imports, change: 'added' | 'removed') =>
    [...its].flatMap(([key, edge]) => {
      const found: Found = { kind: 'import', change, ...edge };
      return others.has(key) ? [] : [{ key, found }];
    });
  return [...only(old, current, 'removed'), ...only(current, old, 'added')]
    .sort((a, b) => compareBytes(a.key, b.key))
    .map(({ found }) => found);
}

function gather(snapshot: Snapshot, project: number | undefined, found: Imports): void {
  if (project === undefined) return;
  for (const end of ['from_id', 'to_id'] as const) {
    snapshot.all(imports(end), [project], (row) => {
      const ends = ['project', 'path', 'target_project', 'target_path'].map((column) => row.text(column));
      const edge = { node: row.integer('from_id'), target: row.integer('to_id'), line: row.integer('line') };
      found.set(ends.join('\0'), edge);
    });
  }
}
