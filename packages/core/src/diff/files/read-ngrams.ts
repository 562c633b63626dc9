import type { Engine } from '#parse/engine.ts';
import type { GramFile } from '#relate/similarity/similar-files.ts';
import type { FileEntry } from '#scan/model.ts';
import { pause } from '#tree/pause.ts';
import type { TreeSource } from '#tree/source.ts';

/** Number of files that are read ahead, so that parsers never wait. */
const FILES_PER_JOB = 8;

export interface GramReading {
  files: GramFile[];
  /** Analyzed files that could not be read or parsed a second time. */
  skipped: number;
}

/**
 * The n-grams of files. The scan computes them if the need is known beforehand; other files, and files from the parse
 * cache, are read and parsed again. A file that changed since the scan is skipped.
 */
export async function readNgrams(
  entries: readonly FileEntry[],
  source: TreeSource,
  engine: Engine,
  signal: AbortSignal | undefined,
): Promise<GramReading> {
  const analysed = entries.filter(({ facts }) => facts !== undefined);
  const files: (GramFile | undefined)[] = new Array(analysed.length);
  const rest = analysed.entries();
  const work = async (): Promise<void> => {
    for (const [index, entry] of rest) {
      const grams = entry.facts?.grams ?? (await readAgain(entry, source, engine, signal));
      const { path, language } = entry;
      if (grams !== undefined && language !== undefined) files[index] = { path, language, grams };
    }
  };
  await Promise.all(Array.from({ length: engine.jobs * FILES_PER_JOB }, work));
  const found = files.filter((file) => file !== undefined);
  return { files: found, skipped: analysed.length - found.length };
}

async function readAgain(
  { path, size, sha256, language, dialect, name_lossy }: FileEntry,
  source: TreeSource,
  engine: Engine,
  signal: AbortSignal | undefined,
): Promise<BigUint64Array | undefined> {
  // A scan result does not have the bytes of a name that is not UTF-8.
  if (language === undefined || name_lossy) return undefined;
  await pause(signal);
  const reading = await source.read({ path }, size, signal);
  if ('reason' in reading || reading.sha256 !== sha256 || reading.bytes === undefined) return undefined;
  const mode = { language, ...(dialect !== undefined && { dialect }) };
  const outcome = await engine.parse({ path, mode, bytes: reading.bytes, grams: true });
  return 'facts' in outcome ? outcome.facts.grams : undefined;
}
