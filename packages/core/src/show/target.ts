import { AnalyzerError } from '@analyzer/contracts';
import type { CopyRelation } from '#relations/model.ts';
import type { Scan } from '#scan/model.ts';
import type { Place } from './model.ts';

/** What a user asks for: a group, or places in a file or folder. */
export interface Target {
  /** Start of the id of a group. */
  group?: string;
  /** Relative to the scanned folder; empty for that folder itself. */
  path: string;
  line?: number;
}

/** @throws {AnalyzerError} `not_found` for a target that the scan does not have */
export function targetOf(written: string, { entries, groups }: Scan): Target {
  const normalized = written.replace(/^(\.\/)+/, '').replace(/\/+$/, '');
  const path = normalized === '.' ? '' : normalized;
  const has = (wanted: string) => wanted === '' || entries.some((it) => it.path === wanted);
  if (has(path)) return { path };
  const [, file, line] = /^(.+):(\d+)(?:-\d+)?$/.exec(path) ?? [];
  if (file !== undefined && has(file)) return { path: file, line: Number(line) };
  if (/^g_[0-9a-f]{4,}$/.test(written) && groups.some(({ id }) => id.startsWith(written)))
    return { group: written, path };
  const hint =
    'Name a file or folder from the scanned folder, FILE:LINE, or the id of a group, such as g_0123456789abcdef0123.';
  throw new AnalyzerError('not_found', { what: 'file, folder or group', name: written }, { hint });
}

/** Whether a place is in the target. */
export function isAt({ path, line }: Target, place: Place): boolean {
  if (path === '') return true;
  if (line !== undefined) return place.path === path && place.start_line <= line && line <= place.end_line;
  return place.path === path || place.path.startsWith(`${path}/`);
}

/** The relations that have the target as a side or in a pair; for a folder that is not a side, those with a side in it. */
export function relationsAt({ path }: Target, relations: readonly CopyRelation[]): CopyRelation[] {
  const name = path === '' ? '.' : path;
  const exact = relations.filter(
    ({ sides, pairs }) => sides.includes(name) || pairs.some(({ left, right }) => left === path || right === path),
  );
  if (exact.length > 0) return exact;
  return relations.filter(({ sides }) => sides.some((side) => path === '' || side.startsWith(`${path}/`)));
}
