import { hex } from '#index/keys.ts';
import { goingOn, type Snapshot } from '#index/port.ts';
import { ELSEWHERE_RULES } from '#languages/elsewhere-rules.ts';

const FILES = `
  SELECT label, path, sha256 FROM file JOIN project ON project.id = file.project_id
  WHERE sha256 IS NOT NULL AND ${goingOn('file.id')}`;

/**
 * Labels of projects of an index whose files are mostly those of a folder: entries of the same project, under any name.
 *
 * @param states digests by path of the files of the folder, now and before
 */
export function ownProjects(snapshot: Snapshot, states: readonly ReadonlyMap<string, string>[]): Set<string> {
  const counts = new Map<string, { files: number; same: number }>();
  for (const { label, path, digest } of snapshot.iterate(FILES, [], (row) => ({
    label: row.text('label'),
    path: row.text('path'),
    digest: hex(row.bytes('sha256')),
  }))) {
    const count = counts.get(label) ?? { files: 0, same: 0 };
    counts.set(label, count);
    count.files++;
    if (states.some((state) => state.get(path) === digest)) count.same++;
  }
  const { percent } = ELSEWHERE_RULES.own_share;
  return new Set([...counts].flatMap(([label, { files, same }]) => (same * 100 >= files * percent ? [label] : [])));
}
