import { codeOf, LINK_STATES } from '#index/codes.ts';
import { goingOn, type Snapshot } from '#index/port.ts';
import type { Range } from '../filters/scope.ts';
import { redacted } from '../redact/secrets.ts';
import type { ImportEdge, OutsideEnd } from './import-edges.ts';
import { packageName } from './package-name.ts';
import { below, type Region } from './region.ts';

/** Imports whose code is not in the index. Classes that the code names without importing them are left out. */
const OUTSIDE = `
  SELECT own.path, own.project_id, project.label, node.classes, file_language.language, specifier,
    min(import.line) AS line, count(*) AS sites
  FROM file AS own CROSS JOIN import ON import.file_id = own.id
  JOIN project ON project.id = own.project_id
  JOIN node ON node.id = own.id
  JOIN described_node AS file_language ON file_language.id = own.id
  WHERE own.project_id BETWEEN ? AND ? AND own.path >= ? AND own.path < ? AND import.reference = 0
    AND import.state = ${codeOf(LINK_STATES, 'external')} AND ${goingOn('own.id')}
  GROUP BY own.id, own.path, own.project_id, project.label, node.classes, file_language.language, specifier
  ORDER BY own.id, specifier`;

/** Imports of packages outside of the index from files of a region, or of projects, one for each specifier of a file. */
export function* outsideImports(
  snapshot: Snapshot,
  { projects, region }: { projects: Range; region: Region | undefined },
): IterableIterator<ImportEdge & { to: OutsideEnd }> {
  const range = region === undefined ? projects : [region.project, region.project];
  yield* snapshot.iterate(OUTSIDE, [...range, ...below(region?.folder ?? '')], (row) => {
    const specifier = redacted(row.text('specifier'));
    return {
      from: { project: row.integer('project_id'), label: row.text('label'), path: row.text('path') },
      to: { outside: packageName(specifier, row.optionalText('language') ?? ''), specifier },
      line: row.integer('line'),
      sites: row.integer('sites'),
      hasClasses: row.integer('classes') > 0,
    };
  });
}
