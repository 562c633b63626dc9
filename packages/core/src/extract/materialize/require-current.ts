import { isDeepStrictEqual } from 'node:util';
import { AnalyzerError } from '@analyzer/contracts';
import type { ExtractionPlanV1 } from '@analyzer/contracts/analyzer.extraction-plan.v1';
import { hex } from '#index/keys.ts';
import type { Snapshot } from '#index/port.ts';
import { readChecked } from '#tree/checked-file.ts';
import type { Checkout } from '../state/model.ts';

const REPLAN = 'Plan again with `analyzer tickets plan`.';

/**
 * Refuses a plan that is not exactly the one computed from the index.
 *
 * @param path of the plan, for errors
 * @throws AnalyzerError `plan_mismatch`
 */
export function requireSamePlan(given: ExtractionPlanV1, computed: ExtractionPlanV1, path: string): void {
  if (given.snapshot_id !== computed.snapshot_id) {
    throw mismatch(path, 'the index changed since it was computed');
  }
  if (isDeepStrictEqual(given, computed)) return;
  const property = Object.keys(computed).find((key) => {
    return !isDeepStrictEqual(Reflect.get(given, key), Reflect.get(computed, key));
  });
  throw mismatch(path, `${property === undefined ? 'it' : `its property ${property}`} was edited`);
}

function mismatch(path: string, reason: string): AnalyzerError {
  return new AnalyzerError('plan_mismatch', { path, reason }, { hint: REPLAN });
}

const FILES = `
  SELECT project.label, file.path AS path, file.sha256 AS sha256 FROM file
  CROSS JOIN project ON project.id = file.project_id
  WHERE file.sha256 IS NOT NULL AND file.name_lossy = 0 AND project.label IN (SELECT value FROM json_each(?, '$'))
  ORDER BY file.project_id, file.path`;

/** Every indexed file was hashed completely, with any size. */
const LARGEST = Number.MAX_SAFE_INTEGER;
const MAX_NAMED = 3;
const AGAIN = 'Index and plan again: `analyzer workspace index`, then `analyzer tickets plan`.';

/**
 * Compares all indexed files of the checkouts with the disk.
 *
 * @param onlyOf the plan whose tasks use the compared files; without it, all files are compared
 * @throws AnalyzerError `stale_source` with the first changed files; `cancelled`
 */
export async function requireUnchangedFiles(
  snapshot: Snapshot,
  checkouts: readonly Checkout[],
  onlyOf?: ExtractionPlanV1,
  signal?: AbortSignal,
): Promise<void> {
  const roots = new Map(checkouts.map(({ project, root }) => [project, root]));
  const files = snapshot.iterate(FILES, [JSON.stringify([...roots.keys()])], (row) => ({
    project: row.text('label'),
    path: row.text('path'),
    sha256: hex(row.bytes('sha256')),
  }));
  const used = onlyOf && new Set(onlyOf.families.flatMap(({ occurrences }) => occurrences.map(nameOf)));
  const changed: string[] = [];
  for (const { project, path, sha256 } of files) {
    if (used?.has(nameOf({ project, path })) === false) continue;
    const read = await readChecked(roots.get(project) ?? '', path, LARGEST, undefined, signal);
    if (!('problem' in read) && read.sha256 === sha256) continue;
    changed.push(`${project}: ${path}`);
    if (changed.length > MAX_NAMED) break;
  }
  if (changed.length === 0) return;
  const more = changed.length > MAX_NAMED ? ' and more' : '';
  const names = `${changed.slice(0, MAX_NAMED).join(', ')}${more}`;
  throw new AnalyzerError(
    'stale_source',
    { problem: `files changed since they were indexed: ${names}` },
    { hint: `${AGAIN}${onlyOf === undefined ? ' --accept-unrelated accepts changed files that no task uses.' : ''}` },
  );
}

function nameOf({ project, path }: { project: string; path: string }): string {
  return JSON.stringify([project, path]);
}
