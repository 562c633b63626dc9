import type { Engine } from '#parse/engine.ts';
import type { FileEntry, ScanOptions } from '#scan/model.ts';
import { type Outcomes, readEntries } from '#scan/read-entries.ts';
import type { FileVersion } from '#tree/git/file-versions.ts';
import type { GitTree } from '#tree/git/git-tree.ts';
import { damagedObject } from '#tree/git/missing-objects.ts';
import { runGit } from '#tree/git/run-git.ts';
import type { Found } from '#tree/walk.ts';
import { readStatements, type Statements } from './statements.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A version of a file. */
export interface Version {
  path: string;
  /** Id of its blob. */
  object: string;
  /** Index of its project, if several are searched. */
  project?: number;
}

/** Versions of files that were read. */
export interface Versions {
  /** @returns undefined for a version that could not be read or parsed */
  of(version: Version): Statements | undefined;
  bytesOf(version: Version): Promise<Uint8Array>;
}

/** Statements of other versions are dropped if all take more bytes than this. */
const MAX_STATEMENT_BYTES = 256 * 1024 * 1024;
const BYTES_OF_STATEMENT = 40;

/** Parses versions of files, each content once as long as its statements fit into memory. */
export class Contents implements Versions {
  readonly #tree: GitTree;
  readonly #packages: readonly Found[];
  readonly #context: { engine: Engine; options: ScanOptions; vocabulary: Vocabulary; signal?: AbortSignal | undefined };
  /** By key, the least recently used first; undefined for a version without statements. */
  readonly #known = new Map<string, Statements | undefined>();
  #bytes = 0;
  /** By object. */
  readonly #sizes = new Map<string, number>();
  /** Number of parsed versions. */
  parsed = 0;
  /** Versions whose objects the repository does not have. */
  readonly missing = new Set<string>();
  /** Versions that could not be parsed. */
  readonly unparsed = new Set<string>();

  /** @param packages the files of the tree that decide about the modes of others */
  constructor(
    tree: GitTree,
    packages: readonly Found[],
    context: { engine: Engine; options: ScanOptions; vocabulary: Vocabulary; signal?: AbortSignal | undefined },
  ) {
    this.#tree = tree;
    this.#packages = packages;
    this.#context = context;
  }

  /**
   * Adds the statements of a version that was parsed with the tree.
   *
   * @throws {AnalyzerError} `unreadable` for a damaged object: those that are missing are counted
   */
  add(version: Version, entry: FileEntry): Statements | undefined {
    const key = keyOf(version);
    if (entry.status === 'unreadable') {
      const { path, object } = version;
      if (!this.#tree.isMissing(path) || this.#tree.objectOf(path) !== object) throw damagedObject(object, path);
      this.missing.add(object);
      this.#known.set(key, undefined);
      return undefined;
    }
    const statements = entry.facts === undefined ? undefined : readStatements(entry.facts, this.#context.vocabulary);
    if (statements === undefined) this.unparsed.add(key);
    this.#known.set(key, statements);
    this.#bytes += bytesOf(statements);
    return statements;
  }

  /** @returns undefined if the version cannot be read or parsed; `load` must have been called */
  of(version: Version): Statements | undefined {
    const key = keyOf(version);
    const found = this.#known.get(key);
    if (!this.#known.delete(key)) return undefined;
    this.#known.set(key, found);
    return found;
  }

  /** Reads and parses versions that are not known. */
  async load(versions: Iterable<Version>): Promise<void> {
    const wanted = new Map<string, Version>();
    for (const version of versions) if (!this.#known.has(keyOf(version))) wanted.set(keyOf(version), version);
    if (wanted.size === 0) return;
    this.#shrink();
    await this.#readSizes([...wanted.values()]);
    // A path is read once in each round.
    const rounds: Map<string, FileVersion>[] = [];
    for (const { path, object } of wanted.values()) {
      const size = this.#sizes.get(object);
      if (size === undefined) {
        this.missing.add(object);
        this.#known.set(keyOf({ path, object }), undefined);
        continue;
      }
      const round = rounds.find((it) => !it.has(path));
      if (round === undefined) rounds.push(new Map([[path, { object, size }]]));
      else round.set(path, { object, size });
    }
    const outcomes: Outcomes = new Map();
    for (const round of rounds) await this.#parse(round, outcomes);
  }

  async #parse(round: ReadonlyMap<string, FileVersion>, outcomes: Outcomes): Promise<void> {
    const { engine, options, signal } = this.#context;
    const source = this.#tree.withVersions(round);
    const found: Found[] = Array.from(round, ([path, { size }]) => ({ path, kind: 'file', size }));
    const packages = this.#packages.filter(({ path }) => !round.has(path));
    const entries = await readEntries(source, [...found, ...packages], {
      engine,
      outcomes,
      maxBytes: options.max_bytes,
      roles: options,
      elements: true,
      signal,
    });
    for (const entry of entries) {
      const version = round.get(entry.path);
      if (version === undefined || entry.kind !== 'file') continue;
      this.add({ path: entry.path, object: version.object }, entry);
      this.parsed++;
    }
  }

  /** The bytes of a version that was loaded, or that the tree has. */
  async bytesOf({ path, object }: Version): Promise<Uint8Array> {
    const size = this.#sizes.get(object);
    const tree = size === undefined ? this.#tree : this.#tree.withVersions([[path, { object, size }]]);
    const reading = await tree.read({ path }, this.#context.options.max_bytes || Number.MAX_SAFE_INTEGER);
    return 'bytes' in reading && reading.bytes !== undefined ? reading.bytes : new Uint8Array(0);
  }

  async #readSizes(versions: readonly Version[]): Promise<void> {
    const request = [...new Set(versions.map(({ object }) => `${object}\n`))].join('');
    const { folder } = this.#tree.repository;
    const { stdout, stderr } = await runGit(folder, ['cat-file', '--batch-check'], this.#context.signal, request);
    const damaged = /unable to unpack ([0-9a-f]+)/.exec(stderr)?.[1];
    if (damaged !== undefined) throw damagedObject(damaged, versions.find(({ object }) => object === damaged)?.path);
    for (const line of stdout.toString('latin1').split('\n')) {
      const [, object, size] = /^([0-9a-f]+) blob (\d+)$/.exec(line) ?? [];
      if (object !== undefined) this.#sizes.set(object, Number(size));
    }
  }

  #shrink(): void {
    for (const [key, statements] of this.#known) {
      if (this.#bytes <= MAX_STATEMENT_BYTES) return;
      this.#known.delete(key);
      this.#bytes -= bytesOf(statements);
    }
  }
}

/** The language of a content depends on the name of its file. */
function keyOf({ path, object }: Version): string {
  return `${object} ${path.slice(path.lastIndexOf('/') + 1)}`;
}

function bytesOf(statements: Statements | undefined): number {
  return statements === undefined ? 0 : BYTES_OF_STATEMENT * statements.length + 4 * statements.elements.length;
}
