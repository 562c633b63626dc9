import type { Language } from '#relate/imports/javascript/files.ts';
import { type Entry, PackageEntries } from '#relate/imports/javascript/package-entry.ts';
import type { Package } from '#relate/imports/javascript/packages.ts';
import { ProjectFiles } from '#relate/project-files.ts';
import { isTable, JsonError, parseJson } from '#relate/settings/json.ts';
import type { Statements } from '../../sqlite/statements.ts';

/** A package of the index. */
interface IndexedPackage extends Package {
  project: number;
}

/** A file that a specifier leads to. */
export interface PackageFile {
  /** Its node. */
  id: number;
  how: Entry['how'];
}

interface FilesOfProject {
  ids: ReadonlyMap<string, number>;
  entries: PackageEntries;
}

const PACKAGES = 'SELECT project_id, folder, name, entries FROM package ORDER BY project_id, folder';
const FILES = `
  SELECT file.id, path
  FROM project JOIN file ON file.id BETWEEN project.node_id AND project.last_node_id
  WHERE project.id = ?`;

/** The packages of all projects of an index, by name. The files of a project are read when they are first needed. */
export class IndexedPackages {
  readonly #statements: Statements;
  readonly #byName = new Map<string, IndexedPackage[]>();
  readonly #projects = new Map<number, FilesOfProject>();

  constructor(statements: Statements) {
    this.#statements = statements;
    const rows = statements.all(PACKAGES, [], (row) => ({
      project: row.integer('project_id'),
      folder: row.text('folder'),
      name: row.text('name'),
      entries: row.text('entries'),
    }));
    for (const { entries, ...row } of rows) {
      const manifest = tableOf(entries);
      if (manifest === undefined) continue;
      const same = this.#byName.get(row.name);
      if (same === undefined) this.#byName.set(row.name, [{ ...row, manifest }]);
      else same.push({ ...row, manifest });
    }
  }

  /** The packages of a name, without those of one project. */
  named(name: string, exceptOf: number): readonly IndexedPackage[] {
    return this.#byName.get(name)?.filter(({ project }) => project !== exceptOf) ?? [];
  }

  /** @param subpath after the package's name, without a slash */
  file(from: IndexedPackage, subpath: string, language: Language): PackageFile | undefined {
    const { ids, entries } = this.#filesOf(from.project);
    const entry = entries.entry(from, subpath, language);
    const id = entry && ids.get(entry.path);
    return entry === undefined || id === undefined ? undefined : { id, how: entry.how };
  }

  #filesOf(project: number): FilesOfProject {
    let files = this.#projects.get(project);
    if (files === undefined) {
      const rows = this.#statements.all(FILES, [project], (row) => [row.text('path'), row.integer('id')] as const);
      const ids = new Map(rows);
      files = { ids, entries: new PackageEntries(new ProjectFiles(ids.keys()), () => []) };
      this.#projects.set(project, files);
    }
    return files;
  }
}

/** @returns undefined for JSON that is nested too deeply */
function tableOf(text: string): Package['manifest'] | undefined {
  try {
    const value = parseJson(text);
    return isTable(value) ? value : undefined;
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
