// Generated from packages/contracts/schemas/analyzer.extraction-plan.v1.schema.json by tools/contracts.mjs. Do not edit.

import type { CatalogPackage, FamilyId, FunctionName, GroupId, InputDigest, NodeId, PackageId, Path, ProjectLabel, Relation, ReleaseRule, Repository, Route, Sha256, Stage, TaskKey } from './analyzer.extraction.common.v1.ts';

/**
 * A plan to move repeated functions into shared packages. It is computed from an index and is never edited by hand.
 */
export interface ExtractionPlanV1 {
  /**
   * The schema of this document with its version.
   */
  schema: 'analyzer.extraction-plan.v1';
  /**
   * The state of the index that the plan is computed from.
   */
  snapshot_id: Sha256;
  /**
   * Digest of this document without this property.
   */
  plan_digest: Sha256;
  /**
   * The options of the plan.
   */
  options: {
    /**
     * Test functions are candidates, not only evidence.
     */
    include_tests: boolean;
    /**
     * function-shape and near groups are candidates.
     */
    include_shape: boolean;
    /**
     * Repeated blocks are candidates.
     */
    include_blocks: boolean;
    /**
     * Maximum number of families.
     */
    max_groups: number;
  };
  /**
   * The configuration of the plan, with its defaults.
   */
  config: {
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
    new_package_project: ProjectLabel;
    /**
     * Folder of new packages in that project.
     */
    new_package_directory: Path;
    /**
     * As in the configuration.
     */
    planning?: 'families' | 'libraries';
    /**
     * Queue of the tracker for the tickets.
     */
    queue: string;
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
     * As in the configuration.
     */
    releases?: ReleaseRule[];
  };
  /**
   * The packages of the plan, by id.
   */
  packages: {
    package_id: PackageId;
    /**
     * Name in the package manager.
     */
    name: string;
    project: ProjectLabel;
    path: Path;
    /**
     * Language id.
     */
    language: string;
    /**
     * package: installed by a package manager; artifact: a shared file.
     */
    kind: 'package' | 'artifact';
    /**
     * The plan creates it.
     */
    is_new: boolean;
  }[];
  /**
   * Why the plan has its packages, the one that removes most first. Only with planning libraries.
   */
  libraries?: {
    package_id: PackageId;
    /**
     * Number of its families.
     */
    families: number;
    /**
     * Number of their copies.
     */
    copies: number;
    /**
     * Lines that go: those of all copies, without the longest copy of each family and a call for each copy. A line is counted once.
     */
    lines: number;
    /**
     * How easy it is to write, in percent of identical functions.
     */
    ease: number;
    /**
     * What one function for each of its families needs, as far as an index knows it without source.
     */
    drafts?: {
      /**
       * Number of families in which nothing differs.
       */
      identical: number;
      /**
       * Number of families in which at most names and literals differ.
       */
      values: number;
      /**
       * Number of families whose differences are known only with their source, or of which no draft is written.
       */
      unknown: number;
      /**
       * Names and literals that differ in one of the families of values, at most: a renamed local variable needs no parameter.
       */
      parameters: number;
    };
    /**
     * Why the package is there. route: the configuration decides; registered: a package of the configuration has copies; one_package: all copies are in one package; base: a class that all copies inherit from; imported: the other projects import it; named: it has a copy and the name of the function; common_import: all projects import it; new: no such package.
     */
    home: 'route' | 'registered' | 'one_package' | 'base' | 'imported' | 'named' | 'common_import' | 'new';
    /**
     * The same as a sentence.
     */
    reason: string;
    /**
     * Where the copies are, the most lines first.
     */
    sources: {
      project: ProjectLabel;
      /**
       * Folder of the files; . is the root of the project.
       */
      folder: string;
      /**
       * Number of copies.
       */
      copies: number;
      /**
       * Lines of the copies.
       */
      lines: number;
    }[];
    /**
     * The relations of folders or files that explain most of its families, at most three; absent if there are none.
     *
     * @minItems 1
     */
    relations?: {
      relation: Relation;
      /**
       * Number of the families that it explains.
       */
      families: number;
    }[];
    /**
     * What stands in the way, the most important first.
     */
    obstacles: string[];
  }[];
  /**
   * Clone groups that become one function each, by rank.
   */
  families: {
    family_id: FamilyId;
    /**
     * Its clone groups, the leading one first.
     *
     * @minItems 1
     */
    group_ids: GroupId[];
    /**
     * The package that receives it; null while a route-review task is open.
     */
    package_id: PackageId | null;
    /**
     * The relation of folders or files that all copies of its leading group are in; absent if there is none.
     */
    relation?: Relation;
    /**
     * Its functions.
     *
     * @minItems 2
     */
    occurrences: {
      node_id: NodeId;
      project: ProjectLabel;
      path: Path;
      qualified_name: FunctionName;
      /**
       * First line, counted from 1.
       */
      start_line: number;
      /**
       * Last line.
       */
      end_line: number;
      /**
       * Hash of its file.
       */
      sha256: Sha256;
      /**
       * Digest of the function's code without comments and positions. Absent for other code, and without planning in the configuration.
       */
      digest?: Sha256;
      /**
       * Digest of the imports that the function uses, and of the names of its callers outside of tests. Set with digest.
       */
      links?: Sha256;
    }[];
  }[];
  /**
   * The tasks, each after the tasks that it depends on.
   */
  tasks: {
    task_key: TaskKey;
    stage: Stage;
    /**
     * The project that receives the ticket.
     */
    project: ProjectLabel;
    /**
     * Title of the ticket.
     */
    title: string;
    /**
     * Keys of the tasks that must be verified before.
     */
    after: TaskKey[];
    input_digest: InputDigest;
    /**
     * What is to be done, in sentences.
     */
    brief: string;
    /**
     * Paths of its context files, below the context folder of the ticket.
     */
    context: Path[];
  }[];
  /**
   * Number of clone groups that are not in the plan, by reason.
   */
  skipped: {
    /**
     * Number of groups.
     */
    [k: string]: number;
  };
  /**
   * Set in a part of a plan: the families and tasks that are not listed. plan_digest is that of the complete plan, which materialize needs.
   */
  omitted?: {
    /**
     * Number of families.
     */
    families: number;
    /**
     * Number of tasks.
     */
    tasks: number;
  };
}
