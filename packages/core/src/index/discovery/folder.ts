import { isUtf8 } from 'node:buffer';
import { readdirSync } from 'node:fs';
import { failureOf } from '#tree/failure.ts';
import { showText } from '#tree/names.ts';

/** What is in a folder, by name in order of bytes. */
export interface FolderContent {
  names: string[];
  /** Folders in it; links to folders are none. */
  folders: string[];
  /** Regular files. */
  files: string[];
}

/**
 * @param location absolute
 * @returns what is there, or why it can't be known; names that are not UTF-8 can't be asked for again and are left out
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
