import { AnalyzerError } from '@analyzer/contracts';
import { type Listing, listingOf } from './listing.ts';
import { missingObjects } from './missing-objects.ts';
import type { Revision } from './revision.ts';
import { runGit } from './run-git.ts';
import { readWorkFile, type WorkFile, type WorkFiles } from './work-files.ts';

interface ListedTree {
  listing: Listing;
  /** Blobs that the repository does not have. */
  work: WorkFiles;
}

/**
 * Lists the folder of a revision. In a partial clone Git fails if a blob whose size it has to print is missing.
 *
 * @param without whether missing blobs are listed as such, and not an error
 * @throws {AnalyzerError} `unreadable`, `cancelled`
 */
export async function listTree(revision: Revision, signal?: AbortSignal, without = false): Promise<ListedTree> {
  const { folder, tree } = revision;
  const { code, stdout } = await runGit(folder, ['ls-tree', '-r', '-t', '-l', '-z', '--full-tree', tree], signal);
  if (code !== 0) return listPartial(revision, signal, without);
  const unread = unreadIn(stdout);
  const missing = unread.length === 0 ? new Set<string>() : await missingOf(folder, unread, signal);
  return { listing: listingOf(stdout, undefined, missing), work: new Map() };
}

/** The objects whose sizes Git could not read. */
function unreadIn(lines: Buffer): string[] {
  return Array.from(
    lines.toString('latin1').matchAll(/(?:^|\0)\d+ blob ([0-9a-f]+) +BAD\t/g),
    ([, object = '']) => object,
  );
}

/** Those that the repository does not have; the others are damaged. */
async function missingOf(folder: string, objects: readonly string[], signal?: AbortSignal): Promise<Set<string>> {
  const request = objects.map((object) => `${object}\n`).join('');
  const { stdout, stderr } = await runGit(folder, ['cat-file', '--batch-check'], signal, request);
  const missing = linesOf(stdout).flatMap((line) => /^([0-9a-f]+) missing$/.exec(line)?.[1] ?? []);
  return new Set(missing.filter((object) => !stderr.includes(object)));
}

/** Takes missing blobs from the work tree. */
async function listPartial(
  { folder, root, below, tree, written }: Revision,
  signal: AbortSignal | undefined,
  without: boolean,
): Promise<ListedTree> {
  const objects = await runGit(folder, ['rev-list', '--objects', '--missing=print', tree], signal);
  const missing = new Set(linesOf(objects.stdout).flatMap((it) => (it.startsWith('?') ? [it.slice(1)] : [])));
  if (missing.size === 0) throw new AnalyzerError('unreadable', { path: written, reason: 'git could not list it' });
  const { code, stdout } = await runGit(folder, ['ls-tree', '-r', '-t', '-z', '--full-tree', tree], signal);
  if (code !== 0) throw missingObjects(written, tree);
  const work = new Map<string, WorkFile>();
  const present = new Set<string>();
  const sizes = new Map<string, number>();
  for (const [key, { kind, object }] of listingOf(stdout).entries) {
    if (kind === 'directory') continue;
    if (!missing.has(object)) present.add(object);
    else if (!work.has(object)) {
      const path = Buffer.from(key, 'latin1').toString();
      const file = { root, path: below === '' ? path : `${below}/${path}` };
      const size = await readWorkFile(file, object, () => undefined).catch(() => undefined);
      if (size === undefined) continue;
      work.set(object, file);
      sizes.set(object, size);
    }
  }
  if (work.size < missing.size && !without) throw missingObjects(written, tree, missing.size - work.size);
  const request = [...present].map((object) => `${object}\n`).join('');
  const checked = await runGit(folder, ['cat-file', '--batch-check'], signal, request);
  for (const line of linesOf(checked.stdout)) {
    const [object = '', , size] = line.split(' ');
    sizes.set(object, Number(size));
  }
  for (const object of work.keys()) missing.delete(object);
  return { listing: listingOf(stdout, sizes, missing), work };
}

function linesOf(bytes: Buffer): string[] {
  return bytes.toString('latin1').split('\n');
}
