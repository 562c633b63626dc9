import { cpSync, mkdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { corpusFiles } from '../corpus/files.ts';
import { LARGE_CORPUS } from '../folders.ts';

const FILES = 5000;
/** Languages of which the large corpus has enough files. */
const EXTENSIONS: ReadonlySet<string> = new Set(['.py', '.js', '.php', '.ts']);

/**
 * Two folders of real files without a common path: every second file of the large corpus is before, the others
 * are after. Files of one package resemble each other, so there are matches to find.
 */
export function makeStrangers(folder: string): { before: string; after: string; bytes: number } {
  const files = corpusFiles(LARGE_CORPUS).filter(({ path }) => EXTENSIONS.has(extname(path)));
  const step = Math.max(1, Math.floor(files.length / (2 * FILES)));
  const taken = files.filter((_, i) => i % step === 0).slice(0, 2 * FILES);
  if (taken.length < 2 * FILES) throw new Error(`the large corpus has only ${taken.length} such files`);
  const sides = { before: join(folder, 'before'), after: join(folder, 'after') };
  let bytes = 0;
  for (const [i, { path, size }] of taken.entries()) {
    const side = i % 2 === 0 ? sides.before : sides.after;
    const part = join(side, String(Math.floor(i / 200)));
    mkdirSync(part, { recursive: true });
    cpSync(join(LARGE_CORPUS, path), join(part, `${i}${extname(path)}`));
    bytes += size;
  }
  return { ...sides, bytes };
}
