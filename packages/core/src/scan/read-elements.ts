import type { Engine } from '#parse/engine.ts';
import type { FileFacts } from '#parse/facts.ts';
import { Folder } from '#tree/folder.ts';
import type { Roles, RolesOfFiles } from '#tree/roles.ts';
import type { TreeSource } from '#tree/source.ts';
import type { Found } from '#tree/walk.ts';
import { type ListingContext, listProject } from './list-project.ts';
import type { Entry, ScanOptions } from './model.ts';
import { needElements } from './options.ts';
import { type Outcomes, readEntries } from './read-entries.ts';

/** Says which module system the files of its folder have. */
const PACKAGE = 'package.json';

/** Of a file that is not among the entries: no fact depends on them. */
const NO_ROLES: Roles = {
  is_test: false,
  is_vendored: false,
  is_generated: false,
  is_example: false,
  is_benchmark: false,
};

export interface ElementsContext extends ListingContext {
  engine: Engine;
  /** Of the scan, if files were parsed one by one: they are not parsed again. */
  outcomes: Outcomes;
  /** Entries of a scan of the project, which is then not listed again. */
  entries?: readonly Entry[];
}

/**
 * The facts of some files of a project that was scanned, with their element blocks, which a scan does not have.
 *
 * @returns facts by path; a file that changed to something else, or cannot be parsed any more, is missing
 * @throws as `scan`
 */
export async function readElements(
  project: string | TreeSource,
  options: ScanOptions,
  paths: ReadonlySet<string>,
  { engine, outcomes, signal, entries: known, ...context }: ElementsContext,
): Promise<Map<string, FileFacts>> {
  const source = typeof project === 'string' ? new Folder(project) : project;
  const wanted = withPackages(paths);
  const listed = known && foundAmong(known, wanted, source);
  const found = listed ?? (await listProject(source, options, { ...context, ...(signal && { signal }) })).found;
  const entries = await readEntries(
    source,
    found.filter(({ path }) => wanted.has(path)),
    {
      engine,
      // Without elements if the scan did not need them.
      outcomes: needElements(options.kinds) ? outcomes : new Map(),
      maxBytes: options.max_bytes,
      roles: options,
      knownRoles: listed && knownRoles(known),
      elements: true,
      signal,
    },
  );
  engine.rest();
  return new Map(
    entries.flatMap((entry) => (entry.kind === 'file' && entry.facts !== undefined ? [[entry.path, entry.facts]] : [])),
  );
}

/** The paths, and those of the `package.json` in each folder above them. */
function withPackages(paths: ReadonlySet<string>): Set<string> {
  const wanted = new Set(paths);
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end >= 0; end = path.lastIndexOf('/', end - 1)) {
      wanted.add(path.slice(0, end + 1) + PACKAGE);
      if (end === 0) break;
    }
    wanted.add(PACKAGE);
  }
  return wanted;
}

function knownRoles(entries: readonly Entry[] = []): RolesOfFiles {
  const files = new Map(entries.flatMap((entry) => (entry.kind === 'file' ? [[entry.path, entry] as const] : [])));
  return { of: (path) => files.get(path) ?? NO_ROLES };
}

/** @returns undefined if a name is not the complete one, so that the file can only be found by listing its folder */
function foundAmong(entries: readonly Entry[], wanted: ReadonlySet<string>, source: TreeSource): Found[] | undefined {
  const files = entries.filter(({ path, kind }) => kind === 'file' && wanted.has(path));
  if (files.some((it) => it.name_lossy)) return undefined;
  return files.map(({ path }) => {
    const { size, reason } = source.stat({ path });
    return { path, kind: 'file', size, ...(reason !== undefined && { reason }) };
  });
}
