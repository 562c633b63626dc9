// Generated from packages/contracts/schemas/analyzer.extraction.common.v1.schema.json by tools/contracts.mjs. Do not edit.

/**
 * Key of a task: its stage, 20 hex digits, and the number of its attempt if a refused result was replaced.
 */
export type TaskKey = string;
/**
 * Digest of the inputs of the task, from the plan: SHA-256, 64 hex digits.
 */
export type InputDigest = string;
/**
 * SHA-256, 64 hex digits.
 */
export type Sha256 = string;
/**
 * Id of a family: clone groups that become one function.
 */
export type FamilyId = string;
/**
 * Id of a clone group.
 */
export type GroupId = string;
/**
 * Id of a declaration in the index.
 */
export type NodeId = string;
/**
 * Id of a package in the configuration or the plan.
 */
export type PackageId = string;
/**
 * Label of a project in the index.
 */
export type ProjectLabel = string;
/**
 * Id of an evidence item of the task's context.
 */
export type EvidenceId = string;
/**
 * Name of a function with its scopes.
 */
export type FunctionName = string;
/**
 * Path relative to the project's root, with / as separator, without . and .. segments.
 */
export type Path = string;
/**
 * Stage of a task. design: the interface of a package; package: create or complete it; verify: check its result, hashes and licence; release: make it available to other repositories, only with releases in the configuration; migrate: use it in one project; validate: check that project; route-review: choose between several packages.
 */
export type Stage = 'design' | 'package' | 'verify' | 'release' | 'migrate' | 'validate' | 'route-review';

/**
 * Definitions shared by the documents of an extraction.
 */
export interface ExtractionCommon {
  [k: string]: unknown;
}
/**
 * A fact about folders or files that explains copies: all of them are in these.
 */
export interface Relation {
  /**
   * mirror: two folders with copies of each other's files; folder-family: three or more; fork: two files of which most is equal; file-family: three or more similar files; shared-helper: code that is in three or more files; vendored-library: the files of one package of others.
   */
  kind: 'mirror' | 'folder-family' | 'fork' | 'file-family' | 'shared-helper' | 'vendored-library';
  /**
   * The first folders or files.
   */
  sides: {
    /**
     * Label of its project; absent for a folder of several projects.
     */
    project?: string;
    /**
     * Relative to the project, empty for all of it; without a project, a folder of labels.
     */
    path: string;
  }[];
  /**
   * Number of further ones.
   */
  more_sides: number;
}
/**
 * A shared package or artifact.
 */
export interface CatalogPackage {
  id: PackageId;
  /**
   * Name in the package manager.
   */
  name: string;
  /**
   * The project that contains it.
   */
  project: string;
  /**
   * Its folder or file in the project.
   */
  path: string;
  /**
   * Language id.
   */
  language: string;
  /**
   * package: installed by a package manager; artifact: a shared file, as for Bash.
   */
  kind: 'package' | 'artifact';
  /**
   * Version of its last release; the next one must be higher.
   */
  released?: string;
}
/**
 * Sends matching functions to a package.
 */
export interface Route {
  package_id: PackageId;
  /**
   * Language id.
   */
  language?: string;
  /**
   * Glob of paths, as in .analyzerignore.
   */
  path_glob?: string;
  /**
   * Glob of function names: * and ?.
   */
  symbol_glob?: string;
}
/**
 * The repository of a project.
 */
export interface Repository {
  project: ProjectLabel;
  /**
   * Organization and repository; empty if tickets are not synchronized.
   */
  remote: string;
}
/**
 * How projects in other repositories get the packages that it selects.
 */
export interface ReleaseRule {
  /**
   * Id of a package in the configuration or the plan.
   */
  package_id?: string;
  /**
   * Language id: only packages of this language.
   */
  language?: string;
  /**
   * npm-workspace, pip-path, composer-path: a folder with package.json, pyproject.toml or composer.json; artifact-copy: a copy of the package's files, or the shared file; registry: a registry, which is never asked.
   */
  method: 'npm-workspace' | 'pip-path' | 'composer-path' | 'artifact-copy' | 'registry';
  /**
   * Where it is in the project of the package: of a rule with package_id the package itself, else a folder in which each package has a folder with its own name. The default is the package where it is written.
   */
  path?: string;
  /**
   * Name of the registry, for people.
   */
  registry?: string;
}
/**
 * A release.
 */
export interface ReleaseResult {
  /**
   * Version.
   */
  version: string;
  /**
   * What is new for its users.
   */
  note: string;
  /**
   * The path in the project of the package, or the name of the registry, as the configuration has it.
   */
  location: string;
}
