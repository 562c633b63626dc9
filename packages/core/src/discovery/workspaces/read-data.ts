import { closeSync, fstatSync } from 'node:fs';
import { loadAll } from 'js-yaml';
import { parse as parseToml } from 'smol-toml';
import { failureOf } from '#tree/failure.ts';
import { openToRead } from '#tree/read.ts';
import { readUpTo } from '#tree/read-fully.ts';

/** Larger than any hand-written description. */
const LARGEST = 1024 * 1024;

export type DataFormat = 'json' | 'yaml' | 'toml';

const PARSERS: Record<DataFormat, (text: string) => unknown> = {
  json: (text) => JSON.parse(text),
  // Lists of folders need no aliases, and few aliases can expand to more than fits into memory.
  yaml: (text) => theOnly(loadAll(text, { maxAliases: 0 })),
  toml: parseToml,
};

/**
 * Reads a project's description as data; nothing in it is executed.
 *
 * @returns the data, or the problem
 */
export function readData(location: string, format: DataFormat): { data: unknown } | { problem: string } {
  const read = readText(location);
  if ('problem' in read) return read;
  try {
    return { data: PARSERS[format](read.text) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { problem: `is not valid ${format.toUpperCase()}: ${error.message.split('\n')[0]}` };
  }
}

/** The only document of a file; null, as in YAML, for a file without documents. */
function theOnly(documents: readonly unknown[]): unknown {
  if (documents.length > 1) throw new SyntaxError('more than one document');
  return documents[0] ?? null;
}

/** @returns the text of a description, or the problem */
export function readText(location: string): { text: string } | { problem: string } {
  try {
    const file = openToRead(location);
    try {
      if (!fstatSync(file).isFile()) return { problem: 'is not a regular file' };
      const bytes = readUpTo(file, LARGEST + 1);
      if (bytes.length > LARGEST) return { problem: 'is larger than 1 MiB' };
      return { text: new TextDecoder().decode(bytes) };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return { problem: `cannot be read: ${failureOf(error).reason}` };
  }
}
