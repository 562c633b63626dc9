import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { AnalyzerError } from '@analyzer/contracts';
import type { ProjectPart } from '#index/kept/parts-of-index.ts';
import { readPart } from '#index/part/append-part.ts';
import { PART_VERSIONS } from '#index/part/part-versions.ts';
import { temporaryFilesError } from '#tree/work-folder.ts';
import { invalidExport } from '../rows/read-export.ts';
import { readListed } from './read-table.ts';
import { LIST, PARTS_COLUMNS, PIECE } from './stored-tables.ts';
import type { TableList } from './table-list.ts';

/**
 * The parts of the projects of an export, by label.
 *
 * @param folder gets the file of each part until the next one is requested
 * @throws AnalyzerError `usage` for an export without parts; as `readTable`
 */
export async function* readParts(
  { folder: from, parts }: TableList,
  folder: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<ProjectPart> {
  if (parts === undefined) throw withoutParts(from);
  if (parts.versions !== PART_VERSIONS) throw otherVersion(join(from, LIST));
  const path = join(folder, 'part');
  let open: { label: string; file: number; pieces: number } | undefined;
  const finish = async ({ label, file }: { label: string; file: number }): Promise<ProjectPart> => {
    closeSync(file);
    open = undefined;
    const isOwn = await readPart(path).then(
      ({ identity }) => identity.label === label,
      () => false,
    );
    if (!isOwn) throw invalidExport(parts.path, `the part of the project ${label} is damaged`);
    return { label, path };
  };
  try {
    for await (const rows of readListed(parts, PARTS_COLUMNS, signal)) {
      for (const { project, piece, data } of rows) {
        const label = String(project);
        if (open !== undefined && open.label !== label) yield await finish(open);
        if (open === undefined) {
          rmSync(path, { force: true });
          open = { label, file: temporary(() => openSync(path, 'wx')), pieces: 0 };
        }
        if (Number(piece) !== open.pieces++)
          throw invalidExport(parts.path, `a piece of the project ${label} is missing`);
        const bytes = inflated(parts.path, data);
        const { file } = open;
        for (let at = 0; at < bytes.length; ) at += temporary(() => writeSync(file, bytes, at));
      }
    }
    if (open !== undefined) yield await finish(open);
  } finally {
    if (open !== undefined) closeSync(open.file);
    rmSync(path, { force: true });
  }
}

function temporary<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw temporaryFilesError(error);
  }
}

function inflated(path: string, data: unknown): Uint8Array {
  try {
    if (!(data instanceof Uint8Array)) throw new RangeError('a piece is not bytes');
    return inflateRawSync(data, { maxOutputLength: PIECE });
  } catch (error) {
    throw invalidExport(path, 'it is damaged', error);
  }
}

function withoutParts(folder: string): AnalyzerError {
  const problem = `${folder} has no parts of its projects, without which it cannot be joined with other exports`;
  const hint = 'Index with --cache-dir DIR, and export with the same --cache-dir.';
  return new AnalyzerError('usage', { problem }, { hint });
}

function otherVersion(path: string): AnalyzerError {
  const hint = 'Use the version of this program that wrote it, or index and export again with this one.';
  return new AnalyzerError('invalid_file', { path, problem: 'parts of another version of this program' }, { hint });
}
