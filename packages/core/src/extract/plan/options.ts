import type { ExtractionConfigV1 } from '@analyzer/contracts/analyzer.extraction-config.v1';
import type { PlanConfig, PlanOptions } from './model.ts';

export const DEFAULT_OPTIONS: PlanOptions = {
  include_tests: false,
  include_shape: true,
  include_blocks: false,
  max_groups: 50,
};

export const DEFAULT_QUEUE = 'analyzer';

/** @param queue replaces that of the configuration */
export function completeConfig(config: ExtractionConfigV1, queue = config.queue ?? DEFAULT_QUEUE): PlanConfig {
  return {
    schema: config.schema,
    coordinator: config.coordinator,
    new_package_project: config.new_package_project ?? config.coordinator,
    new_package_directory: config.new_package_directory,
    ...(config.planning !== undefined && { planning: config.planning }),
    queue,
    packages: config.packages,
    routes: config.routes,
    repositories: config.repositories,
    ...(config.releases !== undefined && { releases: config.releases }),
  };
}
