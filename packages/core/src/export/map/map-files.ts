import type { MapDirectories, MapFiles } from '@analyzer/contracts/pages/map';
import { FILE_STATUSES, nameOf } from '#index/codes.ts';
import type { Snapshot } from '#index/port.ts';
import { classMapFlags } from './flags.ts';
import type { Languages } from './languages.ts';
import { projectRows } from './project-rows.ts';

const FILES = `
  SELECT
    file.project_id, path, status, lines, repeated_lines, copied_lines, classes, language_id
  FROM file JOIN node ON node.id = file.id
  ORDER BY file.id`;

/** The files of all projects in their directories, for the treemap. */
export function readFiles(
  snapshot: Snapshot,
  projects: number,
  languages: Languages,
): { directories: MapDirectories; files: MapFiles } {
  const folders = new Folders();
  const statuses = new Statuses();
  const files: MapFiles = {
    directory: [],
    name: [],
    language: [],
    lines: [],
    repeated: [],
    copied: [],
    flags: [],
    status: [],
    statuses: statuses.names,
  };
  let project = -1;
  const enter = (next: number): void => {
    while (project < next) folders.openProject(++project);
  };
  const rowOf = projectRows(snapshot);
  const rows = snapshot.iterate(FILES, [], (row) => ({
    project: rowOf(row.integer('project_id')),
    path: row.text('path'),
    status: nameOf(FILE_STATUSES, row.integer('status')),
    lines: row.optionalInteger('lines') ?? 0,
    repeated: row.integer('repeated_lines'),
    copied: row.integer('copied_lines'),
    language: languages.indexOfId(row.optionalInteger('language_id')),
    flags: classMapFlags(row.integer('classes')),
  }));
  for (const row of rows) {
    enter(row.project);
    const cut = row.path.lastIndexOf('/');
    files.directory.push(folders.indexOf(row.path.slice(0, Math.max(0, cut))));
    files.name.push(row.path.slice(cut + 1));
    files.language.push(row.language);
    files.lines.push(row.lines);
    files.repeated.push(row.repeated);
    files.copied.push(row.copied);
    files.flags.push(row.flags);
    files.status.push(statuses.indexOf(row.status));
  }
  enter(projects - 1);
  return { directories: folders.directories, files };
}

/** Collects directories in path order, each after its parent, because files come in path order. */
class Folders {
  readonly directories: MapDirectories = { project: [], parent: [], name: [] };
  #project = 0;
  /** Directories of the current project, by path. */
  #indices = new Map<string, number>();

  openProject(project: number): void {
    this.#project = project;
    this.#indices = new Map([['', this.#add(-1, '')]]);
  }

  indexOf(path: string): number {
    let at = this.#indices.get('') ?? 0;
    let end = 0;
    while (end < path.length) {
      const start = end === 0 ? 0 : end + 1;
      const slash = path.indexOf('/', start);
      end = slash < 0 ? path.length : slash;
      const folder = path.slice(0, end);
      let next = this.#indices.get(folder);
      if (next === undefined) {
        next = this.#add(at, path.slice(start, end));
        this.#indices.set(folder, next);
      }
      at = next;
    }
    return at;
  }

  #add(parent: number, name: string): number {
    this.directories.project.push(this.#project);
    this.directories.parent.push(parent);
    return this.directories.name.push(name) - 1;
  }
}

class Statuses {
  readonly names: string[] = [];

  indexOf(name: string): number {
    const known = this.names.indexOf(name);
    return known < 0 ? this.names.push(name) - 1 : known;
  }
}
