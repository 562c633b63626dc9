import type { Snapshot } from './port.ts';

const ROOTS = 'SELECT label, root FROM local_root JOIN project ON project.id = project_id ORDER BY project_id';

/** Paths of the projects' sources on this machine, by label. */
export function readRoots(snapshot: Snapshot): Map<string, string> {
  return new Map(snapshot.all(ROOTS, [], (row) => [row.text('label'), row.text('root')]));
}
