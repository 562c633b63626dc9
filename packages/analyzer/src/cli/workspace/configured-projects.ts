import type { Discovery } from '@analyzer/core/discovery/discover.ts';
import { type DescriptionOptions, describeListed } from '@analyzer/core/discovery/manifest.ts';
import type { ConfigurationChoice } from '../options/configuration.ts';

/**
 * The projects that the configuration file in force lists.
 *
 * @returns undefined if there is no such file or list
 * @throws AnalyzerError `invalid_file` with the location of the problem; `usage` for overlapping folders
 */
export function configuredProjects(
  { configured }: ConfigurationChoice,
  options: DescriptionOptions,
): Discovery | undefined {
  const projects = configured?.settings.projects;
  return configured && projects && describeListed(configured.file, projects, options);
}
