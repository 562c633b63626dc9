import type { Engine } from '#parse/engine.ts';
import type { FileFacts } from '#parse/facts.ts';
import type { TreeSource } from '#tree/source.ts';
import { type ListingContext, listProject } from './list-project.ts';
import type { ScanOptions } from './model.ts';
import { needElements } from './options.ts';
import { type Outcomes, readEntries } from './read-entries.ts';

/** Says which module system the files of its folder have. */
const PACKAGE = /(^|\/)package\.json$/;

/**
 * The facts of some files of a project that was scanned, with their element blocks, which a scan does not have.
 *
 * @param outcomes of the scan, if files were parsed one by one: they are not parsed again
 * @returns facts by path; a file that changed to something else, or cannot be parsed any more, is missing
 * @throws as `scan`
 */
export async function readElements(
  project: string | TreeSource,
  options: ScanOptions,
  paths: ReadonlySet<string>,
  { engine, outcomes, signal, ...context }: ListingContext & { engine: Engine; outcomes: Outcomes },
): Promise<Map<string, FileFacts>> {
  const listed = await listProject(project, options, { ...context, ...(signal && { signal }) });
  const found = listed.found.filter(({ path }) => paths.has(path) || PACKAGE.test(path));
  const entries = await readEntries(listed.source, found, {
    engine,
    // Without elements if the scan did not need them.
    outcomes: needElements(options.kinds) ? outcomes : new Map(),
    maxBytes: options.max_bytes,
    roles: options,
    elements: true,
    signal,
  });
  engine.rest();
  return new Map(
    entries.flatMap((entry) => (entry.kind === 'file' && entry.facts !== undefined ? [[entry.path, entry.facts]] : [])),
  );
}
