import { isUtf8 } from 'node:buffer';
import { readdirSync } from 'node:fs';
import { failureOf } from '#tree/failure.ts';
import { showText } from '#tree/names.ts';

/** Names in a folder, ordered bytewise. */
export interface FolderContent {
  names: string[];
  /** Folders, without links to folders. */
  folders: string[];
  /** Regular files. */
  files: string[];
}

/**
 * @param location absolute
 * @returns the content, or the reason of a failure; names that are not UTF-8 cannot be opened by name and are omitted
 */
export function readFolder(location: string): FolderContent | { reason: string } {
  try {
    const entries = readdirSync(location, { encoding: 'buffer', withFileTypes: true })
      .filter(({ name }) => isUtf8(name))
      .sort((a, b) => Buffer.compare(a.name, b.name));
    return {
      names: entries.map(({ name }) => showText(name)),
      folders: entries.filter((entry) => entry.isDirectory()).map(({ name }) => showText(name)),
      files: entries.filter((entry) => entry.isFile()).map(({ name }) => showText(name)),
    };
  } catch (error) {
    return { reason: failureOf(error).reason };
  }
}
