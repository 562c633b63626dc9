import type { TreeSource } from '#tree/source.ts';
import type { RelationInput } from './relation-input.ts';

/** A project in memory: lines of files by path. */
export type Project = Record<string, readonly string[]>;

export function sourceOf(project: Project): Pick<TreeSource, 'read'> {
  return {
    read: ({ path }) => {
      const lines = project[path];
      if (lines === undefined) return Promise.resolve({ reason: 'missing' });
      const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));
      return Promise.resolve({ size: bytes.length, sha256: '', lines: lines.length, head: bytes, bytes });
    },
  };
}

/** Files without declarations, and groups with an occurrence of all lines of some files. */
export function inputOf(project: Project, groups: readonly (readonly string[])[]): RelationInput {
  const paths = Object.keys(project).sort();
  const related = groups.map((its, index) => {
    const occurrences = its.map((path) => ({ file: paths.indexOf(path), start: 1, end: project[path]?.length ?? 0 }));
    return { id: `g_${index}`, occurrences, outside: 0 };
  });
  return {
    files: paths.map((path) => ({ path, lines: project[path]?.length ?? 0, declarations: [] })),
    groups: related,
    listed: related,
    identical: [],
    libraries: { vendored: [], others: [] },
  };
}
