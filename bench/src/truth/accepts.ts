import { spawnSync } from 'node:child_process';
import type { Language } from '../corpus/files.ts';
import type { Reader, Reading } from './reading.ts';

/** The verdict of a language's own tool on one file. */
export interface Verdict {
  accepted: boolean;
  /** Of the independent reader, when it accepts the file too. */
  reading: Reading | undefined;
}

/**
 * Runs Bash itself, because our reader is not the parser of Bash; with extended patterns, which bash-completion enables
 * at run time. For the other languages the reader is the language's own parser, or was compared with it.
 */
export async function verdict(language: Language, reader: Reader, source: string, file: string): Promise<Verdict> {
  const reading = await reader.read(source, file);
  if (language !== 'bash') return { accepted: reading !== undefined, reading };
  const { status, error } = spawnSync('bash', ['-O', 'extglob', '-n', file], { stdio: 'ignore' });
  if (error !== undefined) throw new Error(`bash does not start: ${error.message}`);
  return { accepted: status === 0, reading };
}
