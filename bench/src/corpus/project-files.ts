import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { compareBytes } from '@analyzer/contracts/order';
import { hasExtension, kindOfName, kindOfShebang } from '@analyzer/core/tree/kind.ts';
import { type CorpusFile, isLanguage } from './files.ts';

/** Bytes of a file that can hold its first line. */
const FIRST_LINE = 256;

/**
 * The source files of any folder, in bytewise order of their paths. Unlike the files of a corpus they were not selected, so
 * the engine's own detection selects them: by name, or by interpreter if the name has no extension. Links and `.git` are
 * left out.
 */
export function projectFiles(folder: string): CorpusFile[] {
  if (!statSync(folder).isDirectory()) throw new Error(`${folder} is not a folder`);
  const files: CorpusFile[] = [];
  for (const item of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const full = join(item.parentPath, item.name);
    const path = relative(folder, full);
    if (!item.isFile() || path.split('/').includes('.git')) continue;
    const kind = kindOfName(item.name) ?? (hasExtension(basename(full)) ? undefined : kindOfShebang(firstLine(full)));
    if (kind === undefined || !isLanguage(kind.language)) continue;
    const dialect = kind.dialect === undefined ? {} : { dialect: kind.dialect };
    files.push({ path, language: kind.language, ...dialect, size: statSync(full).size });
  }
  return files.sort((a, b) => compareBytes(a.path, b.path));
}

function firstLine(path: string): Uint8Array {
  const bytes = new Uint8Array(FIRST_LINE);
  const file = openSync(path, 'r');
  try {
    return bytes.subarray(0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}
