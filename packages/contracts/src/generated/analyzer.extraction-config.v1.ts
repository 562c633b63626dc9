// Generated from packages/contracts/schemas/analyzer.extraction-config.v1.schema.json by tools/contracts.mjs. Do not edit.

import type { CatalogPackage, Path, ProjectLabel, ReleaseRule, Repository, Route } from './analyzer.extraction.common.v1.ts';

/**
 * Where extracted code goes: shared packages, rules that choose one, and the repositories of the projects.
 */
export interface ExtractionConfigV1 {
  /**
   * The schema of this document with its version.
   */
  schema: 'analyzer.extraction-config.v1';
  /**
   * The project that coordinates the extraction; a project label of the index.
   */
  coordinator: ProjectLabel;
  /**
   * The project that receives new packages; the default is the coordinator.
   */
  new_package_project?: ProjectLabel;
  /**
   * Folder of new packages in that project.
   */
  new_package_directory: Path;
  /**
   * families: each family without a package gets a new one; libraries: families become few packages, the best ones first. The default is families.
   */
  planning?: 'families' | 'libraries';
  /**
   * Queue of the tracker for the tickets.
   */
  queue?: string;
  /**
   * The shared packages that exist. Only declared packages are used.
   */
  packages: CatalogPackage[];
  /**
   * Rules that choose a package; the first match wins.
   */
  routes: Route[];
  /**
   * The repository of each project that receives tickets.
   */
  repositories: Repository[];
  /**
   * How projects in other repositories get packages; the first match wins. With it, a release task stands between verify and the migrate tasks of such projects.
   */
  releases?: ReleaseRule[];
  /**
   * For editors; ignored.
   */
  $schema?: string;
}
