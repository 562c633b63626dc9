import type { ImportFacts } from '#parse/facts.ts';
import type { Scan } from '#scan/model.ts';
import type { CopyRange } from './copy.ts';
import type { Project } from './imports.ts';
import { projectOf } from './project.ts';

/** A declaration of a group. */
export interface DraftMember {
  path: string;
  range: CopyRange;
  /** First and last line. */
  lines: [number, number];
  isFunction: boolean;
}

/** A file as it was scanned. */
export interface ScannedFile {
  language: string;
  dialect?: string;
  /** Absent for UTF-8. */
  encoding?: string;
  /** Of its bytes, 64 hex. */
  sha256: string;
}

/** What is known of a project whose copies are drafted: from a scan, or from an index. */
export interface DraftSource {
  /** Name of the project's folder. */
  root: string;
  project: Project;
  member(id: string): DraftMember | undefined;
  file(path: string): ScannedFile | undefined;
  /** The files that imports of a file lead to, by their index in its facts. */
  targets(path: string, imports: readonly ImportFacts[]): ReadonlyMap<number, string>;
}

export function scanSource(scan: Scan): DraftSource {
  const files = new Map<string, ScannedFile>();
  const members = new Map<string, DraftMember>();
  for (const entry of scan.entries) {
    if (entry.kind !== 'file' || entry.facts === undefined) continue;
    const { path, language, dialect, encoding, sha256, facts } = entry;
    if (language !== undefined && sha256 !== undefined) {
      files.set(path, {
        ...{ language, sha256 },
        ...(dialect !== undefined && { dialect }),
        ...(encoding !== undefined && { encoding }),
      });
    }
    const ids = scan.relations.get(path)?.ids ?? [];
    for (const [index, it] of facts.declarations.entries()) {
      const id = ids[index] ?? '';
      const range = { id, name: it.qualified_name, start_byte: it.start_byte, end_byte: it.end_byte };
      const isFunction = it.kind === 'function' || it.kind === 'method';
      members.set(id, { path, range, lines: [it.start_line, it.end_line], isFunction });
    }
  }
  return {
    root: scan.root,
    project: projectOf(scan),
    member: (id) => members.get(id),
    file: (path) => files.get(path),
    targets(path) {
      const imports = scan.relations.get(path)?.imports ?? [];
      return new Map(
        imports.flatMap(({ index, path: target }) => (target === undefined ? [] : [[index, target] as const])),
      );
    },
  };
}
