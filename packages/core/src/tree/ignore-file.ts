import { closeSync, fstatSync } from 'node:fs';
import { AnalyzerError } from '@analyzer/contracts';
import { failureOf } from './failure.ts';
import { Glob } from './globs/glob.ts';
import { openToRead } from './read.ts';
import { readUpTo } from './read-fully.ts';

export const IGNORE_FILE = '.analyzerignore';

/** Far larger than any hand-written file; a larger one is an error. */
const LARGEST = 1024 * 1024;
const NOT_A_FILE = 'it is not a regular file';
const WITHOUT = `Fix or remove it, or scan with --all, which ignores ${IGNORE_FILE}.`;

/**
 * The globs of the project's `.analyzerignore`, which has effect at the root only.
 *
 * @param root path of the folder
 * @throws {AnalyzerError} `usage` with file and line for an invalid glob
 */
export function readIgnoreFile(root: string): Glob[] {
  let file: number;
  try {
    file = openToRead(`${root}/${IGNORE_FILE}`);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.code === 'ENOENT') return [];
    const isOther = failure.code === 'ELOOP' || failure.code === 'ENXIO';
    throw new AnalyzerError(
      'unreadable',
      { path: IGNORE_FILE, reason: isOther ? NOT_A_FILE : failure.reason },
      { hint: WITHOUT },
    );
  }
  try {
    if (!fstatSync(file).isFile()) {
      throw new AnalyzerError('unreadable', { path: IGNORE_FILE, reason: NOT_A_FILE }, { hint: WITHOUT });
    }
    const bytes = readUpTo(file, LARGEST + 1);
    requireIgnoreSize(bytes.length);
    return parseIgnoreFile(bytes);
  } finally {
    closeSync(file);
  }
}

/** @throws {AnalyzerError} `usage` for a larger file than any hand-written one */
export function requireIgnoreSize(bytes: number): void {
  if (bytes <= LARGEST) return;
  throw new AnalyzerError('usage', { problem: `${IGNORE_FILE} is larger than 1 MiB` }, { hint: WITHOUT });
}

/** One glob per line; surrounding blanks and empty lines are ignored, `#` starts a comment line. */
export function parseIgnoreFile(bytes: Uint8Array): Glob[] {
  const globs: Glob[] = [];
  textOf(bytes)
    .split('\n')
    .forEach((line, i) => {
      const source = line.replace(/^[ \t]+|[ \t\r]+$/g, '');
      if (source !== '' && !source.startsWith('#')) globs.push(new Glob(source, `${IGNORE_FILE}:${i + 1}`));
    });
  return globs;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new AnalyzerError('usage', { problem: `${IGNORE_FILE} is not UTF-8` }, { hint: WITHOUT, cause: error });
  }
}
