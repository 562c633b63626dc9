import { relative, resolve, sep } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import type { ElsewhereFinding } from '#check/model.ts';
import { checkManifest } from '#conformance/check.ts';
import { projectOf } from '#conformance/project.ts';
import type { ReadManifest } from '#manifest/validate-manifest.ts';
import { findMissedBetween, type ScannedState } from '#missed/find-between-scans.ts';
import type { Engine } from '#parse/engine.ts';
import type { FileClass } from '#scan/file-classes.ts';
import { textsOf } from '#scan/file-texts.ts';
import type { Scan, ScanOptions } from '#scan/model.ts';
import { readElements } from '#scan/read-elements.ts';
import { scan } from '#scan/scan.ts';
import { Folder } from '#tree/folder.ts';
import { GitTree } from '#tree/git/git-tree.ts';
import type { TreeSource } from '#tree/source.ts';
import { contractNotes } from './contract-notes.ts';
import { type ContractNote, EMPTY_REVIEW, type Review } from './model.ts';

/** A project now and before. */
export interface ReviewedStates extends Pick<ScannedState, 'read'> {
  /** Absolute path of the folder. */
  path: string;
  now: Scan;
  before: Scan;
  signal: AbortSignal;
}

/** What is reviewed. */
export interface ReviewedProject {
  /** Absolute path of the folder. */
  folder: string;
  options: ScanOptions;
  /** Classes of files whose edits are not compared. */
  without: readonly FileClass[];
}

export interface ReviewContext {
  /** Owned by the caller. */
  engine: Engine;
  signal: AbortSignal;
  cacheDir?: string;
  /** Reads the manifest of the project anew; undefined without one. */
  readManifest: () => Promise<(ReadManifest & { path: string }) | undefined>;
  /** Finds new declarations that other projects have; an AnalyzerError is a part of the review. Undefined without an index. */
  findElsewhere?: (states: ReviewedStates) => Promise<ElsewhereFinding[]>;
}

interface CommittedState {
  source: GitTree;
  scan: Scan;
}

/** Reviews the saved files of a project again and again. What was committed last is scanned once. */
export class ProjectReview {
  readonly #project: ReviewedProject;
  readonly #context: ReviewContext;
  #committed: CommittedState | undefined;
  /** Outside of a repository: the project at the first review. */
  #first: Scan | undefined;

  constructor(project: ReviewedProject, context: ReviewContext) {
    this.#project = project;
    this.#context = context;
  }

  /** @throws {AnalyzerError} as `scan` */
  async run(): Promise<Review> {
    const manifest = await this.#context.readManifest();
    const head = await this.#head();
    try {
      if (manifest === undefined && head === undefined && this.#context.findElsewhere === undefined)
        return EMPTY_REVIEW;
      const now = await this.#scan(this.#project.folder, manifest === undefined);
      const contracts = manifest === undefined ? [] : await this.#notes(manifest, now);
      const edits = head === undefined ? [] : await this.#missed(head, now);
      return { contracts, edits, ...(await this.#elsewhere(head, now)) };
    } finally {
      if (head !== this.#committed?.source) await head?.close();
      this.#context.engine.rest();
    }
  }

  async close(): Promise<void> {
    await this.#committed?.source.close();
    this.#committed = undefined;
  }

  /** The last commit; undefined outside of a repository and before the first commit. */
  async #head(): Promise<GitTree | undefined> {
    try {
      return await GitTree.open(`HEAD:${this.#project.folder}`, this.#context.signal);
    } catch (error) {
      this.#context.signal.throwIfAborted();
      if (error instanceof AnalyzerError) return undefined;
      throw error;
    }
  }

  async #missed(head: GitTree, now: Scan): Promise<Review['edits']> {
    const { folder, without } = this.#project;
    const before = await this.#committedState(head);
    return findMissedBetween(this.#state(before.scan, before.source), this.#state(now, new Folder(folder)), without);
  }

  /** An index that cannot be read leaves the rest of the review as it is. */
  async #elsewhere(head: GitTree | undefined, now: Scan): Promise<Pick<Review, 'elsewhere' | 'index_problem'>> {
    const { findElsewhere, signal } = this.#context;
    if (findElsewhere === undefined) return { elsewhere: [] };
    const { folder } = this.#project;
    this.#first ??= now;
    const before = head === undefined ? this.#first : (await this.#committedState(head)).scan;
    const { read } = this.#state(now, new Folder(folder));
    try {
      return { elsewhere: await findElsewhere({ path: folder, now, before, read, signal }) };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof AnalyzerError)) throw error;
      const { message, hint } = error;
      return { elsewhere: [], index_problem: hint === undefined ? message : `${message}. ${hint}` };
    }
  }

  async #committedState(head: GitTree): Promise<CommittedState> {
    const known = this.#committed;
    if (known !== undefined && known.source.revision.object === head.revision.object) return known;
    await this.close();
    const state = { source: head, scan: await this.#scan(head, true) };
    this.#committed = state;
    return state;
  }

  #state(its: Scan, source: TreeSource): ScannedState {
    const { engine, signal } = this.#context;
    const context = { engine, signal, outcomes: new Map() };
    return { scan: its, source, read: (paths) => readElements(source, its.options, paths, context) };
  }

  #scan(source: string | TreeSource, withoutCalls: boolean): Promise<Scan> {
    const { engine, signal, cacheDir } = this.#context;
    return scan(source, this.#project.options, {
      engine,
      signal,
      withoutCalls,
      ...(cacheDir !== undefined && { cacheDir }),
    });
  }

  async #notes({ path: file, ...manifest }: ReadManifest & { path: string }, now: Scan): Promise<ContractNote[]> {
    const way = relative(this.#project.folder, resolve(file)).split(sep).join('/');
    const path = way.startsWith('..') ? undefined : way;
    const errors = manifest.findings.filter(({ severity }) => severity === 'error').length;
    const { root } = manifest;
    if (root === undefined || errors > 0) {
      const message = `the contracts are not checked: ${errors} ${errors === 1 ? 'error' : 'errors'} (analyzer manifest validate)`;
      return path === undefined ? [] : [{ path, line: 1, message, entry: { path, line: 1 } }];
    }
    const texts = await textsOf(now, new Folder(this.#project.folder), this.#context.signal);
    const report = checkManifest(root, projectOf(now, texts), { baseline: new Set() });
    return contractNotes(report, { ...manifest, path });
  }
}
