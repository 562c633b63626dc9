import { compareBytes } from '@analyzer/contracts/order';
import type { Snapshot } from '#index/port.ts';
import type { Found, ProjectPair, States } from './model.ts';

const MAX_PATHS = 50;
const KINDS = { load: 'cycle_file', deferred: 'non_load_cycle_file' } as const;

/** Cycles of projects that differ: those with the same files are the same. */
export function cycleChanges({ before, now }: States, projects: readonly ProjectPair[]): Found[] {
  return projects.flatMap((project) => {
    const [old, current] = [cyclesOf(before, project.before), cyclesOf(now, project.now)];
    const only = (its: typeof old, others: typeof old, change: 'added' | 'removed') =>
      [...its].flatMap(([key, { kind, paths }]) => {
        if (others.has(key)) return [];
        const shown = paths.slice(0, MAX_PATHS);
        const cycle = { project: project.label, kind, files: paths.length, paths: shown };
        const found: Found = {
          kind: 'cycle',
          change,
          cycle: { ...cycle, more_paths: paths.length - shown.length },
        };
        return [{ key, found }];
      });
    return [...only(old, current, 'removed'), ...only(current, old, 'added')]
      .sort((a, b) => compareBytes(a.key, b.key))
      .map(({ found }) => found);
  });
}

interface Cycle {
  kind: keyof typeof KINDS;
  paths: string[];
}

/** By kind and paths. */
function cyclesOf(snapshot: Snapshot, project: number | undefined): Map<string, Cycle> {
  if (project === undefined) return new Map();
  return new Map(
    (['load', 'deferred'] as const).flatMap((kind) => {
      const sql = `
        SELECT cycle_id, path FROM ${KINDS[kind]} JOIN file ON file.id = file_id WHERE project_id = ?
        ORDER BY cycle_id, file_id`;
      const cycles = new Map<number, string[]>();
      snapshot.all(sql, [project], (row) => {
        const [id, path] = [row.integer('cycle_id'), row.text('path')];
        const paths = cycles.get(id);
        if (paths === undefined) cycles.set(id, [path]);
        else paths.push(path);
      });
      return [...cycles.values()].map((paths) => [`${kind}\0${paths.join('\0')}`, { kind, paths }] as const);
    }),
  );
}
