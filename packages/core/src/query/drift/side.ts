import { AnalyzerError } from '@analyzer/contracts';
import type { Snapshot } from '#index/port.ts';
import { below, findRegion } from '../dependencies/region.ts';
import { subjectOf } from '../explore/subject.ts';
import { projectRange, type Range } from '../filters/scope.ts';

/** A part of a project that is compared. Its nodes have consecutive integer ids. */
export interface Side {
  /** Label. */
  project: string;
  /** A folder or file; empty for the project. */
  path: string;
  /** Of a declaration; else empty. */
  name: string;
  range: Range;
}

const REGION = `
  SELECT min(id) AS first, max(last_node_id) AS last FROM file WHERE project_id = ? AND path >= ? AND path < ?`;
const SUBJECT = 'SELECT project, path, qualified_name FROM described_node WHERE id = ?';

/** @throws AnalyzerError `not_found` */
export function sideOf(snapshot: Snapshot, given: string, project: string | undefined): Side {
  const region = findRegion(snapshot, projectRange(snapshot, project), given);
  if (region === undefined) return sideOfSubject(snapshot, given, project);
  const range = snapshot.first(
    REGION,
    [region.project, ...below(region.folder)],
    (row): Range => [row.optionalInteger('first') ?? 0, row.optionalInteger('last') ?? 0],
  );
  return { project: region.label, path: region.folder, name: '', range: range ?? [0, 0] };
}

function sideOfSubject(snapshot: Snapshot, at: string, project: string | undefined): Side {
  const { id, range } = subjectOf(snapshot, { at, project });
  const side = snapshot.first(SUBJECT, [id], (row) => ({
    project: row.text('project'),
    path: row.text('path'),
    name: row.optionalText('qualified_name') ?? '',
    range,
  }));
  if (side === undefined) throw new AnalyzerError('not_found', { what: 'declaration or file', name: at });
  return side;
}
