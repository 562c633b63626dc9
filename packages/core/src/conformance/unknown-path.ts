import { posix } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { nearest } from '@analyzer/contracts/nearest';
import { NameGlob } from './name-glob.ts';
import type { CodeProject } from './project.ts';
import { ofEach } from './requirement.ts';

/** A remark on an entry that no verdict says. */
export interface Note {
  pointer: string;
  message: string;
}

/**
 * A note for `import:<path>` that starts with a folder of the project but matches none of its files: probably a typing
 * error, although it holds. Other patterns that match nothing are what `forbid` is for.
 */
export function unknownPath(text: string, pointer: string, project: CodeProject): Note[] {
  const [, source = ''] = /^\s*import:\s*(\S+)\s*$/.exec(ofEach(text) ?? text) ?? [];
  const folders = source.split('/').slice(0, -1);
  if (folders.length === 0 || folders.includes('')) return [];
  const known = [...project.files.keys(), ...project.unread.keys()];
  const glob = globOf(source);
  const start = `${folders[0]}/`;
  if (glob === undefined || !known.some((path) => path.startsWith(start)) || known.some((path) => glob.matches(path)))
    return [];
  const literal = folders.slice(0, indexOfWildcard(folders)).join('/');
  const meant = nearest(literal, [...new Set(known.map((path) => posix.dirname(path)))]);
  const hint = meant === undefined || meant === literal ? '' : `; there is ${meant}`;
  return [{ pointer, message: `${source} matches no file of the project${hint}` }];
}

function globOf(source: string): NameGlob | undefined {
  try {
    return new NameGlob(source);
  } catch (error) {
    if (error instanceof AnalyzerError) return undefined;
    throw error;
  }
}

function indexOfWildcard(folders: readonly string[]): number {
  const at = folders.findIndex((it) => /[*?[{]/.test(it));
  return at < 0 ? folders.length : at;
}
