import { coverageOf } from '#render/coverage.ts';
import type { Entry, FileEntry, FileRelations, Scan } from '#scan/model.ts';
import { pause } from '#tree/pause.ts';
import { codeOf, ENTRY_KINDS } from '../codes.ts';
import type { Statements } from '../sqlite/statements.ts';
import { CallWriter } from './call-writer.ts';
import { declarationNodes } from './declaration-nodes.ts';
import { Dictionary } from './dictionary.ts';
import { LinkWriter } from './link-writer.ts';
import { NodeWriter } from './node-writer.ts';
import { Table } from './table.ts';

/** What the index says of a project besides its scan. */
export interface ProjectHead {
  /** Its name in the index, unlike all others. */
  label: string;
  /** Absolute; stays on this machine. */
  root: string;
  /** Names of files and folders by which it was found to be one, in order. */
  markers: readonly string[];
  /** Paths of declared workspaces below the root, in order. */
  workspaces: readonly string[];
}

/** A file that has a node. */
export interface WrittenFile {
  /** Its node; those of its declarations follow in order. */
  id: number;
  entry: FileEntry;
  relations: FileRelations | undefined;
}

const FILES_BETWEEN_PAUSES = 50;

/** Writes scans, one project after another in the order of their labels. */
export class ProjectWriter {
  readonly #nodes: NodeWriter;
  readonly #links: LinkWriter;
  readonly #calls: CallWriter;
  readonly #rules: Dictionary;
  readonly #projects;
  readonly #roots;
  readonly #coverage;
  readonly #others;
  readonly #exclusions;
  #last = 0;

  constructor(statements: Statements) {
    this.#nodes = new NodeWriter(statements);
    this.#links = new LinkWriter(statements);
    this.#calls = new CallWriter(statements);
    this.#projects = new Table(statements, 'project', PROJECT_COLUMNS);
    this.#roots = new Table(statements, 'local_root', ['project_id', 'root']);
    this.#coverage = new Table(statements, 'coverage_count', ['project_id', 'status', 'n']);
    this.#others = new Table(statements, 'other_entry', ['project_id', 'path', 'kind', 'target', 'reason']);
    this.#exclusions = new Table(statements, 'exclusion', ['project_id', 'path', 'kind', 'rule_id']);
    const rules = new Table(statements, 'exclusion_rule', ['id', 'reason', 'rule']);
    this.#rules = new Dictionary((id, text) => {
      const [reason = '', rule = ''] = text.split('\0');
      rules.insert({ id, reason, rule });
    });
  }

  /**
   * @param snapshotId of the scan, 64 hex
   * @returns its files
   * @throws AnalyzerError `cancelled`
   */
  async write(head: ProjectHead, scan: Scan, snapshotId: string, signal?: AbortSignal): Promise<WrittenFile[]> {
    const id = ++this.#last;
    const node = this.#nodes.project(id, head.label);
    const project = { id, node, label: head.label, minNodes: scan.options.min_nodes };
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
    await this.#links.write(id, files, { cycles: scan.cycles, nodes: last - node, declarations }, signal);
    await this.#calls.write(files, declarations, signal);
    for (const { path, kind, reason, rule } of scan.exclusions) {
      const rule_id = this.#rules.id(`${reason}\0${rule}`);
      this.#exclusions.insert({ project_id: id, path, kind: codeOf(ENTRY_KINDS, kind), rule_id });
    }
    this.#projects.insert({
      id,
      node_id: node,
      last_node_id: last,
      label: head.label,
      snapshot_id: snapshotId,
      options: JSON.stringify(scan.options),
      markers: JSON.stringify(head.markers),
      workspaces: JSON.stringify(head.workspaces),
      complete: this.#writeCoverage(id, scan),
    });
    this.#roots.insert({ project_id: id, root: head.root });
    return files;
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

  /** @returns whether nothing is missing within the policy */
  #writeCoverage(project_id: number, scan: Scan): boolean {
    const { files, complete, ...others } = coverageOf(scan);
    for (const [status, n] of Object.entries({ ...files, ...others })) {
      if (n > 0) this.#coverage.insert({ project_id, status, n });
    }
    return complete;
  }
}

/** The others are counted once all is written. */
const PROJECT_COLUMNS = [
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
