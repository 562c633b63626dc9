import type { ProjectInfo } from '#discovery/project.ts';
import type { Engine } from '#parse/engine.ts';
import { LIMITS } from '#relate/copies/limits.ts';
import type { Scan, ScanOptions } from '#scan/model.ts';
import { copyLimits } from '#scan/options.ts';
import { type ProjectManifest, readProjectManifests } from '../contracts/project-manifests.ts';
import type { IdLayout } from '../ids/id-layout.ts';
import type { ProjectIdentity } from '../snapshot-id.ts';
import type { Statements } from '../sqlite/statements.ts';
import { FactStaging } from './fact-staging.ts';
import { ManifestWriter } from './manifest-writer.ts';
import { ProjectWriter, type WholeScan } from './project-writer.ts';
import { requireSameGroups, type WantedGroups } from './wanted-groups.ts';

/** Receives the scans of projects. */
export interface ProjectTarget {
  /** The engine that scans must use, because it stages blocks of files. */
  readonly engine: Engine;
  /** Projects must be added in the order of their labels. */
  add(info: ProjectInfo, scan: Scan, snapshotId: string): Promise<void>;
  /**
   * Lets the engine scan a complete project, if it can, and adds it.
   *
   * @returns whether it was added; otherwise it must be scanned and added with `add`
   */
  addWhole(info: ProjectInfo, scan: Omit<WholeScan, 'scanWhole'>): Promise<boolean>;
}

/** Writes projects to a database that has the tables of an index and of `staging.ts`. */
export class AddedProjects implements ProjectTarget {
  readonly engine: Engine;
  readonly writer: ProjectWriter;
  /** In the order in which they were added. */
  readonly identities: ProjectIdentity[] = [];
  readonly #statements: Statements;
  readonly #scanWhole: Engine['wholeProject'];
  readonly #staging: FactStaging;
  readonly #manifests: ManifestWriter;
  readonly #signal: AbortSignal | undefined;
  #first: { label: string; options: ScanOptions } | undefined;

  /** @param engine owned by the caller; it returns token records */
  constructor(statements: Statements, engine: Engine, signal: AbortSignal | undefined, layout?: IdLayout) {
    this.#statements = statements;
    this.#staging = new FactStaging(statements);
    this.writer = new ProjectWriter(statements, this.#staging, layout);
    this.#manifests = new ManifestWriter(statements);
    this.#scanWhole = engine.wholeProject;
    this.engine = this.#staging.around(engine);
    this.#signal = signal;
  }

  /** The groups that the options of the projects choose. */
  get wanted(): WantedGroups {
    const options = this.#first?.options;
    return options === undefined
      ? { kinds: [], limits: LIMITS }
      : { kinds: options.kinds, limits: copyLimits(options) };
  }

  async addWhole(info: ProjectInfo, scan: Omit<WholeScan, 'scanWhole'>): Promise<boolean> {
    if (this.#scanWhole === undefined) return false;
    const snapshotId = await this.writer.writeWhole(info, { ...scan, scanWhole: this.#scanWhole }, this.#signal);
    if (snapshotId === undefined) return false;
    this.want(info.label, scan.options);
    this.#identify(info, snapshotId, scan.kept?.manifests);
    return true;
  }

  async add(info: ProjectInfo, scan: Scan, snapshotId: string): Promise<void> {
    this.want(info.label, scan.options);
    this.#identify(info, snapshotId);
    for (const { id, entry } of await this.writer.write(info, scan, snapshotId, this.#signal)) {
      if (entry.facts === undefined) continue;
      this.#staging.assign(id, entry.facts);
      if (scan.options.trust_suppressions === true) this.#staging.silence(id, entry.facts);
    }
  }

  /** Inserts pending rows. */
  finish(): void {
    this.#statements.finish();
  }

  /**
   * Checks that a project is compared with the others by the same options.
   *
   * @throws AnalyzerError `usage`
   */
  want(label: string, options: ScanOptions): void {
    this.#first ??= { label, options };
    requireSameGroups(this.#first, { label, options });
  }

  #identify(
    { label, root, markers, workspaces, packages }: ProjectInfo,
    snapshot_id: string,
    found: readonly ProjectManifest[] = readProjectManifests(root),
  ): void {
    const project = this.identities.push({ label, snapshot_id, markers, workspaces, packages, manifests: found });
    this.#manifests.write(project, found);
  }
}
