import { hex } from '#index/keys.ts';
import type { Snapshot } from '#index/port.ts';
import type { DraftFile } from './draft.ts';

/** Names of licence files, without the ending. */
const NAMES = [
  'LICENSE',
  'LICENCE',
  'License',
  'license',
  'COPYING',
  'NOTICE',
  'LICENSE-MIT',
  'LICENSE-APACHE',
  'UNLICENSE',
];
const ENDINGS = ['', '.md', '.txt', '.rst'];

const FILES = `
  SELECT project.label, file.path AS path, file.sha256 AS sha256 FROM json_each(?, '$') AS wanted
  CROSS JOIN project ON project.label = ?
  CROSS JOIN file ON file.project_id = project.id AND file.path = wanted.value
  WHERE file.sha256 IS NOT NULL
  ORDER BY project.id, length(file.path), file.path`;

/**
 * Licence files in the folders of some files and in the folders above them, by project, nearest to the root first.
 *
 * @param files paths by project
 */
export function licenceFiles(snapshot: Snapshot, files: Iterable<DraftFile>): Map<string, DraftFile[]> {
  const folders = new Map<string, Set<string>>();
  for (const { project, path } of files) {
    const known = folders.get(project) ?? new Set();
    folders.set(project, known);
    let folder = folderOf(path);
    for (; !known.has(folder); folder = folderOf(folder.slice(0, -1))) known.add(folder);
  }
  snapshot.gather(
    [...folders].map(
      ([project, its]) =>
        () =>
          licencesIn(snapshot, project, its),
    ),
  );
  const found = [...folders].map(([project, its]) => [project, licencesIn(snapshot, project, its)] as const);
  return new Map(found.filter(([, its]) => its.length > 0));
}

function licencesIn(snapshot: Snapshot, project: string, folders: ReadonlySet<string>): DraftFile[] {
  const names = [...folders].flatMap((folder) =>
    NAMES.flatMap((name) => ENDINGS.map((ending) => folder + name + ending)),
  );
  return snapshot.all(FILES, [JSON.stringify(names), project], (row) => ({
    project: row.text('label'),
    path: row.text('path'),
    sha256: hex(row.bytes('sha256')),
  }));
}

/** The folder of a path, with a slash at its end; empty for the root. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
