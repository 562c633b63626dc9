import { createHash } from 'node:crypto';
import type { Folder } from '#tree/folder.ts';
import { FileHasher } from '#tree/hash-file.ts';
import { locate } from '#tree/location.ts';
import { pause } from '#tree/pause.ts';
import type { Found } from '#tree/walk.ts';
import type { ListedProject } from './list-project.ts';
import type { Entry, ScanEvent } from './model.ts';

/** Handed to the digest in one go, in UTF-16 units. */
const BATCH = 1 << 16;
/** An interrupt is heard this often. */
const PAUSE_AFTER_MS = 10;

/** SHA-256 over rows of texts without NUL. Rows differ in length only where their first texts differ. */
class RowDigest {
  readonly #sha256 = createHash('sha256');
  #batch = '';

  add(...texts: (string | number | boolean)[]): void {
    for (const text of texts) this.#batch += `${text}\0`;
    if (this.#batch.length >= BATCH) this.#flush();
  }

  /** 64 hex. */
  end(): string {
    this.#flush();
    return this.#sha256.digest('hex');
  }

  #flush(): void {
    this.#sha256.update(this.#batch);
    this.#batch = '';
  }
}

/**
 * Of all that is known of a project before a file is read: each path in its raw bytes with its kind, size, mode or
 * target, what could not be looked at and why, and what is left out and why.
 *
 * @param key what else makes a view another
 */
export function treeDigest({ source, found, leftOut }: ListedProject, key: string): string {
  const digest = new RowDigest();
  digest.add(key, source.name);
  for (const each of found) digest.add(...rowOf(each));
  for (const { path, kind, reason, rule } of leftOut) digest.add('left out', path, kind, reason, rule);
  return digest.end();
}

function rowOf(found: Found): (string | number | boolean)[] {
  const { kind, path, raw } = found;
  const place = [kind, path, raw?.toString('hex') ?? ''];
  if (kind === 'symlink') return [...place, found.target];
  const reason = found.reason ?? '';
  return kind === 'file' ? [...place, reason, found.size, found.executable] : [...place, reason];
}

/**
 * Of the bytes of all files, as a scan has read them.
 *
 * @param entries of what was found, one each
 * @returns nothing when one could not be read
 */
export function contentsDigest(found: readonly Found[], entries: readonly Entry[]): string | undefined {
  const digest = new RowDigest();
  for (const [index, { kind, path }] of found.entries()) {
    if (kind !== 'file') continue;
    const entry = entries[index];
    if (entry?.kind !== 'file' || entry.sha256 === undefined) return undefined;
    digest.add(path, entry.sha256);
  }
  return digest.end();
}

export interface RereadContext {
  onEvent?: (event: ScanEvent) => void;
  signal?: AbortSignal;
}

/**
 * The same, of the bytes that are in the files now: reads and hashes each, and does nothing else.
 *
 * @returns nothing when one can't be read, or has not the size with which it was listed
 * @throws {AnalyzerError} `cancelled`
 */
export async function readContentsDigest(
  { source, found }: ListedProject<Folder>,
  { onEvent, signal }: RereadContext,
): Promise<string | undefined> {
  const digest = new RowDigest();
  const hasher = new FileHasher();
  let paused = performance.now();
  let done = { files: 0, bytes: 0 };
  for (const each of found) {
    if (each.kind !== 'file') continue;
    const sha256 =
      each.reason === undefined ? await hasher.hash(locate(source.location, each), each.size, signal) : undefined;
    if (sha256 === undefined) return undefined;
    digest.add(each.path, sha256);
    done.files++;
    done.bytes += each.size;
    if (performance.now() - paused > PAUSE_AFTER_MS) {
      onEvent?.({ type: 'files', ...done });
      done = { files: 0, bytes: 0 };
      await pause(signal);
      paused = performance.now();
    }
  }
  return digest.end();
}
