import type { ProjectInfo } from '#discovery/project.ts';
import type { ProjectFrame, WholeProjectScan } from '#parse/engine.ts';
import { coverageOf } from '#scan/coverage.ts';
import type { Entry, FileEntry, Scan, ScanOptions } from '#scan/model.ts';
import { copyLimits } from '#scan/options.ts';
import { pause } from '#tree/pause.ts';
import { codeOf, ENTRY_KINDS } from '../codes.ts';
import type { ProjectManifest } from '../contracts/project-manifests.ts';
import { ROWS } from '../generated/rows.ts';
import type { IdLayout } from '../ids/id-layout.ts';
import type { Statements } from '../sqlite/statements.ts';
import { CallWriter } from './call-writer.ts';
import { createDictionaries, type Dictionaries } from './dictionaries.ts';
import type { FactStaging } from './fact-staging.ts';
import { LinkWriter } from './link-writer.ts';
import { NodeWriter } from './node-writer.ts';
import { Table } from './table.ts';
import { type StartIds, type WholeProjectEvents, WholeProjectWriter } from './whole-project.ts';
import { declarationNodes, type WrittenFile } from './written-file.ts';

/** The frames of an engine for a project in an earlier index. */
export interface KeptFrames {
  /** Of that index. */
  ids: StartIds;
  manifests: readonly ProjectManifest[];
  frames: AsyncIterable<ProjectFrame>;
}

/** Where the frames for a complete project come from, and where they go besides the index. */
export interface FrameSource {
  /** Taken instead of a scan. */
  kept?: KeptFrames | undefined;
  /** Called with the frames of a scan; the index gets what it returns. */
  record?: ((ids: StartIds, frames: AsyncIterable<ProjectFrame>) => AsyncIterable<ProjectFrame>) | undefined;
}

/** How an engine scans a complete project. */
export interface WholeScan extends WholeProjectEvents, FrameSource {
  options: ScanOptions;
  /** Paths relative to its root of files that this program writes there. */
  own: readonly string[];
  /** Folder of the engine's parse cache, as the user wrote it. */
  cacheDir?: string | undefined;
  /** The rows are for a part, which contains no text of comments. */
  withoutDocs?: true | undefined;
  scanWhole: WholeProjectScan;
}

interface WrittenProject {
  id: number;
  node: number;
  /** Of its scan. */
  snapshotId: string;
  complete: boolean;
}

/** The ids of rows that were assigned last; 0 for none. */
export interface LastIds {
  project: number;
  node: number;
  cycle: number;
  /** Staged blocks of token records. */
  tokens: number;
  /** Staged element blocks. */
  elements: number;
}

const FILES_BETWEEN_PAUSES = 50;

/** Writes scans, project by project in the order of their labels. */
export class ProjectWriter {
  readonly #nodes: NodeWriter;
  readonly #links: LinkWriter;
  readonly #calls: CallWriter;
  readonly #dictionaries: Dictionaries;
  readonly #staging: FactStaging;
  readonly #layout: IdLayout | undefined;
  readonly #whole: WholeProjectWriter;
  readonly #projects;
  readonly #roots;
  readonly #packages;
  readonly #coverage;
  readonly #others;
  readonly #exclusions;
  #last = 0;

  /** @param layout gives ids to projects and strings; without it, ids follow each other */
  constructor(statements: Statements, staging: FactStaging, layout?: IdLayout) {
    this.#staging = staging;
    this.#layout = layout;
    this.#dictionaries = createDictionaries(statements, layout?.earlier);
    this.#nodes = new NodeWriter(statements, this.#dictionaries);
    this.#whole = new WholeProjectWriter(statements, this.#dictionaries, staging);
    this.#links = new LinkWriter(statements);
    this.#calls = new CallWriter(statements);
    this.#projects = new Table(statements, 'project', PROJECT_COLUMNS);
    this.#roots = new Table(statements, 'local_root', ['project_id', 'root']);
    this.#packages = new Table(statements, 'package', ['project_id', 'folder', 'kind', 'name', 'entries']);
    this.#coverage = new Table(statements, 'coverage_count', ROWS.coverage_count.columns);
    this.#others = new Table(statements, 'other_entry', ROWS.other_entry.columns);
    this.#exclusions = new Table(statements, 'exclusion', ROWS.exclusion.columns);
  }

  /**
   * @param snapshotId of the scan, 64 hex digits
   * @returns the files of the project
   * @throws AnalyzerError `cancelled`
   */
  async write(info: ProjectInfo, scan: Scan, snapshotId: string, signal?: AbortSignal): Promise<WrittenFile[]> {
    this.start(info.label);
    const id = ++this.#last;
    const node = this.#nodes.project(id, info.label);
    const { min_nodes: minNodes } = scan.options;
    const project = { id, node, label: info.label, minNodes, minNearNodes: copyLimits(scan.options).nearNodes };
    const files: WrittenFile[] = [];
    for (const entry of scan.entries) {
      if (entry.kind !== 'file') {
        this.#otherEntry(id, entry);
        continue;
      }
      const relations = scan.relations.get(entry.path);
      files.push({ id: this.#nodes.file(project, entry, relations), entry, relations });
      if (files.length % FILES_BETWEEN_PAUSES === 0) await pause(signal);
    }
    const { last } = this.#nodes;
    const declarations = declarationNodes(files);
    const { cycles, non_load_cycles } = scan;
    await this.#links.write(id, files, { cycles, non_load_cycles, nodes: last - node, declarations }, signal);
    await this.#calls.write(files, declarations, signal);
    for (const { path, kind, reason, rule } of scan.exclusions) {
      const rule_id = this.#dictionaries.rules.id(`${reason}\0${rule}`);
      this.#exclusions.insert({ project_id: id, path, kind: codeOf(ENTRY_KINDS, kind), rule_id });
    }
    this.#project(info, scan.options, { id, node, snapshotId, complete: this.#writeCoverage(id, scan) });
    return files;
  }

  /**
   * Lets an engine scan and write a complete project.
   *
   * @returns the id of its scan; undefined if the engine cannot do it, and nothing was written
   * @throws AnalyzerError `cancelled`, `internal`
   */
  async writeWhole(
    info: ProjectInfo,
    { options, own, cacheDir, withoutDocs, scanWhole, kept, record, ...events }: WholeScan,
    signal?: AbortSignal,
  ) {
    const { label, root } = info;
    this.start(label);
    const id = this.#last + 1;
    const node = this.#nodes.last + 1;
    const ids = { project: id, node, last_cycle: this.#links.lastCycle };
    const request = { root, options, own, cache_dir: cacheDir, label, ids, docs: withoutDocs !== true };
    const scanned = () => scanWhole('index', request, signal);
    const frames = kept?.frames ?? (record === undefined ? scanned() : record(ids, scanned()));
    const whole = await this.#whole.write(frames, between(kept?.ids ?? ids, ids), events, signal);
    if (whole === undefined) return undefined;
    this.#last = id;
    this.#nodes.project(id, label);
    this.#nodes.last = whole.last_node;
    this.#links.lastCycle += whole.cycles;
    this.#project(info, options, { id, node, snapshotId: whole.snapshot_id, complete: whole.complete });
    return whole.snapshot_id;
  }

  /** Ids have gaps. */
  get hasLayout(): boolean {
    return this.#layout !== undefined;
  }

  /** Lets the ids of the next project start where the layout has it. */
  start(label: string): void {
    if (this.#layout === undefined) return;
    const { last } = this;
    const { project, node } = this.#layout.place(label, last);
    // A project has fewer cycles than nodes.
    this.last = { ...last, project: project - 1, node: node - 1, cycle: node - 1 };
  }

  /** Strings of all projects. */
  get dictionaries(): Dictionaries {
    return this.#dictionaries;
  }

  /** The ids that were assigned last. */
  get last(): LastIds {
    const { tokens, elements } = this.#staging;
    return {
      project: this.#last,
      node: this.#nodes.last,
      cycle: this.#links.lastCycle,
      tokens: tokens.last,
      elements: elements.last,
    };
  }

  /** Continues after ids that another writer assigned. */
  set last({ project, node, cycle, tokens, elements }) {
    this.#last = project;
    this.#nodes.last = node;
    this.#links.lastCycle = cycle;
    this.#staging.tokens.last = tokens;
    this.#staging.elements.last = elements;
  }

  #project(info: ProjectInfo, options: ScanOptions, its: WrittenProject): void {
    this.#projects.insert({
      id: its.id,
      node_id: its.node,
      last_node_id: this.#nodes.last,
      label: info.label,
      snapshot_id: its.snapshotId,
      options: JSON.stringify(options),
      markers: JSON.stringify(info.markers),
      workspaces: JSON.stringify(info.workspaces),
      complete: its.complete,
    });
    this.#roots.insert({ project_id: its.id, root: info.root });
    for (const { folder, kind, name, entries } of info.packages) {
      this.#packages.insert({ project_id: its.id, folder, kind, name, entries });
    }
  }

  #otherEntry(project_id: number, entry: Exclude<Entry, FileEntry>): void {
    const isUnreadable = entry.kind === 'directory' && entry.status !== undefined;
    if (entry.kind === 'directory' && !isUnreadable) return;
    this.#others.insert({
      project_id,
      path: entry.path,
      kind: codeOf(ENTRY_KINDS, entry.kind),
      target: entry.kind === 'symlink' ? entry.target : undefined,
      reason: entry.kind === 'symlink' ? undefined : entry.reason,
    });
  }

  /** @returns whether the coverage is complete within the policy */
  #writeCoverage(project_id: number, scan: Scan): boolean {
    const { files, complete, ...others } = coverageOf(scan);
    for (const [status, n] of Object.entries({ ...files, ...others })) {
      if (n > 0) this.#coverage.insert({ project_id, status, n });
    }
    return complete;
  }
}

function between(from: StartIds, to: StartIds) {
  return { project: to.project - from.project, node: to.node - from.node, cycle: to.last_cycle - from.last_cycle };
}

/** Columns of a project; the others are counted when all projects are written. */
export const PROJECT_COLUMNS = [
  'id',
  'node_id',
  'last_node_id',
  'label',
  'snapshot_id',
  'options',
  'markers',
  'workspaces',
  'complete',
] as const;
