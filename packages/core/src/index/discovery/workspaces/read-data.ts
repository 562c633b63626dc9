import { closeSync, fstatSync } from 'node:fs';
import { loadAll } from 'js-yaml';
import { parse as parseToml } from 'smol-toml';
import { failureOf } from '#tree/failure.ts';
import { openToRead, readUpTo } from '#tree/read.ts';

/** Larger than any description that a person writes. */
const LARGEST = 1024 * 1024;

export type DataFormat = 'json' | 'yaml' | 'toml';

const PARSERS: Record<DataFormat, (text: string) => unknown> = {
  json: (text) => JSON.parse(text),
  // Aliases are not needed to list folders, and a few of them can stand for more than fits in memory.
  yaml: (text) => theOnly(loadAll(text, { maxAliases: 0 })),
  toml: parseToml,
};

/**
 * Reads a project's own description as data; nothing in it is run.
 *
 * @returns what it says, or why that can't be known
 */
export function readData(location: string, format: DataFormat): { data: unknown } | { problem: string } {
  const read = readText(location);
  if ('problem' in read) return read;
  try {
    return { data: PARSERS[format](read.text) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { problem: `is no ${format.toUpperCase()}: ${error.message.split('\n')[0]}` };
  }
}

/** Of the documents of a file; a file without any says nothing, which is null to YAML. */
function theOnly(documents: readonly unknown[]): unknown {
  if (documents.length > 1) throw new SyntaxError('more than one document');
  return documents[0] ?? null;
}

function readText(location: string): { text: string } | { problem: string } {
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
    return { problem: `can't be read: ${failureOf(error).reason}` };
  }
}
