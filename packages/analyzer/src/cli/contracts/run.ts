import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AnalyzerError } from '@analyzer/contracts';
import { readDocuments } from '@analyzer/core/service/documents.ts';
import { readInputFile } from '@analyzer/core/tree/input-file.ts';
import { interruptible } from '../output/interrupt.ts';
import { isSystemError, NewFile } from '../output/new-file.ts';
import { reasonOf } from '../output/system-reason.ts';
import { writeStream } from '../output/write-stream.ts';

/** The list of digests in the folder, in the format of sha256sum(1). */
const LIST = 'SHA256SUMS';
const LINE = /^([0-9a-f]{64}) {2}(.+)$/;
/** Larger than any document and the list. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Writes all published documents and a list of their digests. A file written by an earlier version is replaced: its
 * digest is in the list. Any other file makes the command fail before it writes.
 */
export async function contractsCommand(dir: string): Promise<void> {
  const { all } = readDocuments(fileURLToPath(new URL('.', import.meta.url)));
  const texts = new Map(all.map(({ path, text }) => [path, text]));
  makeFolder(dir);
  const earlier = digestsIn(textAt(join(dir, LIST)));
  const outdated = [...texts].filter(([path, text]) => isOutdated(join(dir, path), text, earlier.get(path)));
  for (const [path] of outdated) makeFolder(join(dir, dirname(path)));
  await interruptible(async (signal, onForcedEnd) => {
    const files = outdated.map(([path, text]) => ({ text, file: new NewFile(join(dir, path), () => true) }));
    onForcedEnd(() => discard(files));
    try {
      for (const { file, text } of files) await file.stage([text], signal);
      for (const { file } of files) file.publish();
    } finally {
      discard(files);
    }
    // Last: until then the earlier list contains every file that this program wrote.
    const list = all.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
    if (textAt(join(dir, LIST)) !== list) await new NewFile(join(dir, LIST), () => true).write([list], signal);
    await writeStream(
      process.stdout,
      [LIST, ...texts.keys()].map((path) => `${join(dir, path)}\n`),
      signal,
    );
  });
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new AnalyzerError('output_failed', { path, reason: reasonOf(error) }, { cause: error });
  }
}

/**
 * @param digest of the file in the list
 * @throws AnalyzerError `output_exists` for a file that this program did not write
 */
function isOutdated(path: string, text: string, digest: string | undefined): boolean {
  const found = textAt(path);
  if (found === undefined) return true;
  if (found === text) return false;
  if (digestOf(found) === digest) return true;
  throw new AnalyzerError(
    'output_exists',
    { path },
    { hint: `According to ${LIST}, this program did not write it. Remove it or choose another folder.` },
  );
}

function digestsIn(list: string | undefined): ReadonlyMap<string, string> {
  const digests = new Map<string, string>();
  for (const line of list?.split('\n') ?? []) {
    const [, digest, name] = LINE.exec(line) ?? [];
    if (digest !== undefined && name !== undefined) digests.set(name, digest);
  }
  return digests;
}

function textAt(path: string): string | undefined {
  return readInputFile(path, { limit: MAX_BYTES, follow: false })?.toString();
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function discard(files: readonly { file: NewFile }[]): void {
  for (const { file } of files) file.discard();
}
