import { AnalyzerError } from '@analyzer/contracts';
import type { ExtractionConfigV1 } from '@analyzer/contracts/analyzer.extraction-config.v1';
import type { Snapshot } from '#index/port.ts';
import { DEFAULT_QUEUE } from './options.ts';

const DIRECTORY = 'packages';

/**
 * A configuration without packages and routes, to be completed by the user.
 *
 * @param labels of the projects that may receive tickets
 */
export function configSkeleton(
  coordinator: string,
  labels: readonly string[],
  planning?: 'libraries' | 'families',
): ExtractionConfigV1 {
  return {
    schema: 'analyzer.extraction-config.v1',
    coordinator,
    new_package_project: coordinator,
    new_package_directory: DIRECTORY,
    ...(planning !== undefined && { planning }),
    queue: DEFAULT_QUEUE,
    packages: [],
    routes: [],
    repositories: labels.map((project) => ({ project, remote: '' })),
  };
}

/**
 * The configuration for a plan without one: the first project coordinates.
 *
 * @throws AnalyzerError `not_found` for an index without projects
 */
export function proposedConfig(snapshot: Snapshot): ExtractionConfigV1 {
  const labels = snapshot.all('SELECT label FROM project ORDER BY id', [], (row) => row.text('label'));
  const [first] = labels;
  if (first === undefined) throw new AnalyzerError('not_found', { what: 'project', name: 'any' });
  return configSkeleton(first, labels);
}
