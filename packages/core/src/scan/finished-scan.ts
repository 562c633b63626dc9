import type { Relations } from '#relate/input.ts';
import type { TreeSource } from '#tree/source.ts';
import type { Scan, ScanOptions } from './model.ts';
import type { NativeEntries } from './native-entries.ts';
import type { ScanContext } from './scan-context.ts';

/** The parts of a scan, from an engine that reads complete projects, or from one that parses single files. */
export interface ReadProject {
  source: Pick<TreeSource, 'name'>;
  options: ScanOptions;
  /** Start of the work, in milliseconds of `performance.now()`. */
  started: number;
  read: NativeEntries & { relations: Relations };
}

/** The scan of a project that is read and related. */
export function finishedScan({ source, options, started, read }: ReadProject, context: ScanContext): Scan {
  const { entries, relations, excluded, gitProblems, cache } = read;
  const { engine, withoutFolding } = context;
  if (withoutFolding) for (const group of relations.groups) delete group.folded_into;
  const files = entries.filter(({ kind }) => kind === 'file').length;
  return {
    engine: engine.name,
    root: source.name,
    options,
    entries,
    ...relations,
    exclusions: excluded,
    git_problems: gitProblems,
    runtime: {
      jobs: Math.max(1, Math.min(engine.jobs, files)),
      wall_ms: Math.round(performance.now() - started),
      ...(cache && { cache }),
    },
  };
}
