import type { Engine } from '#parse/engine.ts';
import type { GramFile } from '#relate/similarity/similar-files.ts';
import type { FileEntry } from '#scan/model.ts';
import { pause } from '#tree/pause.ts';
import type { TreeSource } from '#tree/source.ts';

/** Enough open files that no parser runs dry. */
const FILES_PER_JOB = 8;

export interface GramReading {
  files: GramFile[];
  /** Analysed files that could not be read or parsed a second time. */
  skipped: number;
}

/**
 * The grams of files. A scan was asked for them where it could be known that they would be needed; the other files, and
 * those that a parse cache knew, are read and parsed once more. One that is no longer what was scanned is left out.
 */
export async function readGrams(
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
  // The bytes of a name that is not UTF-8 are not in a scan's result.
  if (language === undefined || name_lossy) return undefined;
  await pause(signal);
  const reading = await source.read({ path }, size, signal);
  if ('reason' in reading || reading.sha256 !== sha256 || reading.bytes === undefined) return undefined;
  const mode = { language, ...(dialect !== undefined && { dialect }) };
  const outcome = await engine.parse({ path, mode, bytes: reading.bytes, grams: true });
  return 'facts' in outcome ? outcome.facts.grams : undefined;
}
