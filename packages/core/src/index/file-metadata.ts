import { type BigIntStats, statSync } from 'node:fs';
import { resolve } from 'node:path';

/** Metadata of a file, of which no program can set all; undefined if there is no file. */
export function metadataOf(path: string): string | undefined {
  const found: BigIntStats | undefined = statSync(resolve(path), { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return undefined;
  const { dev, ino, size, mtimeNs, ctimeNs } = found;
  return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}
