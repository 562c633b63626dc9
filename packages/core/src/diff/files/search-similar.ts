import type { Engine } from '#parse/engine.ts';
import {
  findSimilarFiles,
  type SimilarityOptions,
  type SimilaritySearch,
  type SimilarPair,
} from '#relate/similarity/similar-files.ts';
import type { FileEntry } from '#scan/model.ts';
import { pause } from '#tree/pause.ts';
import type { TreeSource } from '#tree/source.ts';
import { readNgrams } from './read-ngrams.ts';

/** Files without a match, and the sources to read them from. */
export interface Unmatched {
  files: readonly FileEntry[];
  source: TreeSource;
}

export interface SimilarFiles {
  pairs: SimilarPair[];
  search: SimilaritySearch & { skipped: number };
}

/**
 * Finds pairs of similar removed and added files.
 *
 * @param onFiles receives the number of files that are compared
 */
export async function searchSimilar(
  removed: Unmatched,
  added: Unmatched,
  options: SimilarityOptions,
  engine: Engine,
  onFiles: (files: number) => void,
  signal: AbortSignal | undefined,
): Promise<SimilarFiles> {
  // A language on one side only has no pairs.
  const languages = intersection(languagesOf(removed.files), languagesOf(added.files));
  const olds = removed.files.filter((file) => isOf(file, languages));
  const news = added.files.filter((file) => isOf(file, languages));
  if (olds.length > 0) onFiles(olds.length + news.length);
  const before = await readNgrams(olds, removed.source, engine, signal);
  const after = await readNgrams(news, added.source, engine, signal);
  await pause(signal);
  return withSkipped(findSimilarFiles(before.files, after.files, options), before.skipped + after.skipped);
}

function withSkipped({ pairs, search }: ReturnType<typeof findSimilarFiles>, skipped: number): SimilarFiles {
  return { pairs, search: { ...search, skipped } };
}

function languagesOf(files: readonly FileEntry[]): Set<string> {
  return new Set(files.filter(({ facts }) => facts !== undefined).map(({ language = '' }) => language));
}

function isOf({ facts, language = '' }: FileEntry, languages: ReadonlySet<string>): boolean {
  return facts !== undefined && languages.has(language);
}

function intersection(a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> {
  return new Set([...a].filter((it) => b.has(it)));
}
