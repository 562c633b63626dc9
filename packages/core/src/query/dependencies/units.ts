import { byId } from '#index/by-id.ts';
import type { Snapshot } from '#index/port.ts';
import type { ImportEnd, OutsideEnd } from './import-edges.ts';
import type { Region } from './region.ts';

/** A project, package or folder that depends on others. */
export interface Unit {
  /** Label; empty for a package outside of the index. */
  project: string;
  name: string;
  external?: true;
}

export type UnitOf = (end: ImportEnd | OutsideEnd) => Unit;

export interface UnitOptions {
  by: 'project' | 'package' | 'folder';
  /** Maximum segments of a folder. */
  depth: number;
  /** Files of it are one unit. */
  region: Region | undefined;
}

/** Longest folders first. */
const PACKAGES = `
  SELECT DISTINCT project_id, folder, name, length(folder) AS size FROM package WHERE folder <> ''
  ORDER BY project_id, size DESC, folder, name`;

export function unitsOf(snapshot: Snapshot, { by, depth, region }: UnitOptions): UnitOf {
  const nameOf = by === 'project' ? () => '' : by === 'package' ? packagesOf(snapshot) : foldersOf(depth);
  return (end) => {
    if ('outside' in end) return { project: '', name: end.outside, external: true };
    if (region !== undefined && end.project === region.project && isIn(end.path, region.folder)) {
      return { project: end.label, name: region.name };
    }
    return { project: end.label, name: nameOf(end) };
  };
}

function isIn(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}

/** The name of the innermost package, or its folder if it has none; else the top folder. */
function packagesOf(snapshot: Snapshot): (end: ImportEnd) => string {
  const packages = byId(
    snapshot.all(PACKAGES, [], (row) => [
      row.integer('project_id'),
      { folder: row.text('folder'), name: row.text('name') },
    ]),
  );
  return ({ project, path }) => {
    const own = packages.get(project)?.find(({ folder }) => isIn(path, folder));
    return own === undefined ? folderOf(path, 1) : own.name || own.folder;
  };
}

function foldersOf(depth: number): (end: ImportEnd) => string {
  return ({ path }) => folderOf(path, depth);
}

function folderOf(path: string, depth: number): string {
  return path.split('/').slice(0, -1).slice(0, depth).join('/');
}
