import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { WorkFolder } from '#tree/work-folder.ts';
import { readPart } from '../part/append-part.ts';
import { writePart } from '../part/write-part.ts';
import type { IndexReader, Row, Snapshot } from '../port.ts';
import { isSqliteError } from '../sqlite/failure.ts';
import { hasFrames, type KeptContext, nameOf, QUIET, versionsOf } from './kept-projects.ts';
import { PartSpace } from './part-space.ts';
import { keptFrames } from './project-frames.ts';

/** The part of a project of an index. */
export interface ProjectPart {
  label: string;
  /** Of its file, which is removed when the next part is requested. */
  path: string;
}

const PROJECTS = 'SELECT id, label, snapshot_id, options, markers, workspaces FROM project ORDER BY id';
const PACKAGES = 'SELECT folder, kind, name, entries FROM package WHERE project_id = ?';

/**
 * The parts of all projects of an index by label, as they are kept in the folder of the parse cache with which it was
 * written.
 *
 * @throws AnalyzerError `not_found` if the part of a project is not kept, `cancelled`
 */
export async function* partsOfIndex(
  reader: IndexReader,
  snapshot: Snapshot,
  context: KeptContext,
): AsyncGenerator<ProjectPart> {
  const space = new PartSpace(context.cacheDir, versionsOf(context));
  const roots = reader.roots(snapshot);
  const folder = WorkFolder.create('parts');
  WorkFolder.removeAbandoned('parts');
  try {
    for (const { id, label, own } of snapshot.all(PROJECTS, [], projectRow)) {
      const packages = snapshot.all(PACKAGES, [id], packageRow).sort();
      const path = join(folder.path, String(id));
      const root = roots.get(label);
      const isKept = root !== undefined && (await space.take(nameOf({ root, label }), undefined, path, context.signal));
      if (isKept && hasFrames(context)) await writeRows(path, root, context);
      if (!isKept || (await describe(path)) !== JSON.stringify([...own, packages]))
        throw notKept(label, context.cacheDir);
      yield { label, path };
      rmSync(path);
    }
  } finally {
    folder.remove();
  }
}

/** Writes the rows of a project in place of its frames; nothing for frames that no engine wrote. */
async function writeRows(path: string, root: string, { engine, signal }: KeptContext): Promise<void> {
  const frames = `${path}-frames`;
  renameSync(path, frames);
  try {
    const found = keptFrames(frames);
    if (found === undefined) return;
    const { project, ...kept } = found;
    const scan = { ...QUIET, own: [], kept, ...(signal && { signal }) };
    const written = await writePart(path, { ...project, root, path: root }, engine, scan);
    if (written instanceof AnalyzerError) throw written;
  } catch (error) {
    if (error instanceof AnalyzerError && error.code !== 'internal') throw error;
    rmSync(path, { force: true });
  } finally {
    rmSync(frames);
  }
}

/** What the rows of its project in an index say about a part. */
async function describe(path: string): Promise<string | undefined> {
  try {
    const { identity, options } = await readPart(path);
    const { label, snapshot_id, markers, workspaces, packages } = identity;
    const listed = packages.map(({ folder, kind, name, entries }) => JSON.stringify([folder, kind, name, entries]));
    return JSON.stringify([label, snapshot_id, JSON.stringify(options), markers, workspaces, listed.sort()]);
  } catch (error) {
    if (error instanceof AnalyzerError || isSqliteError(error)) return undefined;
    throw error;
  }
}

function projectRow(row: Row) {
  const [label, markers, workspaces] = [row.text('label'), row.text('markers'), row.text('workspaces')];
  const own = [label, row.text('snapshot_id'), row.text('options'), JSON.parse(markers), JSON.parse(workspaces)];
  return { id: row.integer('id'), label, own };
}

function packageRow(row: Row): string {
  return JSON.stringify([row.text('folder'), row.text('kind'), row.text('name'), row.text('entries')]);
}

function notKept(label: string, cacheDir: string): AnalyzerError {
  const hint = `Index with --cache-dir ${cacheDir} and the same --engine, then export. Projects with files that could not be read or parsed are not kept.`;
  return new AnalyzerError('not_found', { what: 'kept part of the project', name: label }, { hint });
}
