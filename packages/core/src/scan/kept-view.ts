import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { addIssue, type CacheReport, emptyReport } from '#parse/cache/report.ts';
import { spaceOf } from '#parse/cache/space-folder.ts';
import { ViewFile } from '#parse/cache/view-file.ts';
import { MOST_VIEW_BYTES } from '#parse/cache/view-format.ts';
import type { Folder } from '#tree/folder.ts';
import type { ListedProject } from './list-project.ts';
import type { Entry, FileStatus, Scan } from './model.ts';
import { contentsDigest, type RereadContext, readContentsDigest, treeDigest } from './project-digest.ts';

/** What whoever shows the view must know of the scan besides. */
export interface Shortfall {
  /** Of files of parsed languages, and of what could not be read: those that were not analysed whole. */
  count: number;
  /** The first of them, with their status. */
  named: string[];
}

export interface KeptView {
  /** UTF-8, whole or in pieces that end anywhere. */
  pieces: Iterable<Uint8Array>;
  shortfall: Shortfall;
}

export interface ViewKeeperOptions {
  /** Folder of the parse cache. */
  cacheDir: string;
  /** Whose scans these are; views of one are never shown for the other. */
  engine: { name: string; versions: string };
  /** All that changes the view besides project, options and engine: how it is drawn, and by what program. */
  look: object;
  /** Largest data line that is kept, in bytes; 64 MiB where nobody says. */
  mostBytes?: number;
}

interface Data {
  shortfall: Shortfall;
  /** Deflated (RFC 1951), as base64: a tenth of the text, and read twice as fast as that with its escapes. */
  pieces: string[];
}

/** Of the text, in UTF-16 units. */
const PIECE = 1 << 18;
/** Level of deflate: what a higher one saves it takes to write. */
const FAST = 1;

/** Outcomes that another run might not have: nothing that shows them is kept. */
const PASSING: ReadonlySet<FileStatus> = new Set(['timeout', 'parser-failed', 'missing-parser', 'unreadable']);

/**
 * Keeps the view of one listed project, and gives it again to a later run that finds the same project. Files are never
 * believed by their times or sizes: all are read and hashed.
 */
export class ViewKeeper {
  /** What the system refused and what was damaged. */
  readonly report: CacheReport = emptyReport();
  readonly #project: ListedProject<Folder>;
  readonly #file: ViewFile;
  readonly #tree: string;
  readonly #mostBytes: number;

  constructor(project: ListedProject<Folder>, options: ViewKeeperOptions) {
    const { cacheDir, engine, look, mostBytes = MOST_VIEW_BYTES } = options;
    const space = spaceOf(cacheDir, engine.name, engine.versions);
    const key = JSON.stringify([space.versions, project.source.location, project.options, look]);
    this.#project = project;
    this.#file = new ViewFile(space.folder, key, this.report);
    this.#tree = treeDigest(project, key);
    this.#mostBytes = mostBytes;
  }

  /**
   * The view that was kept, if the project is what it was then.
   *
   * @throws {AnalyzerError} `cancelled`
   */
  async recall(context: RereadContext): Promise<KeptView | undefined> {
    try {
      const origin = this.#file.origin();
      if (origin?.tree !== this.#tree) return undefined;
      if (origin.contents !== (await readContentsDigest(this.#project, context))) return undefined;
      const data = this.#file.data();
      const view = data && this.#decode(data);
      if (view !== undefined) this.#file.use();
      return view;
    } finally {
      this.#file.close();
    }
  }

  /**
   * Hands on the texts of a view as they come; if they come to their end the view is kept, unless another run might
   * find something else.
   */
  *keep(scan: Scan, shortfall: Shortfall, texts: Iterable<string>): Generator<string> {
    const contents = scan.entries.some(isPassing) ? undefined : contentsDigest(this.#project.found, scan.entries);
    if (contents === undefined) {
      yield* texts;
      return;
    }
    const recorder = new Recorder(this.#mostBytes);
    for (const text of texts) {
      yield text;
      recorder.add(text);
    }
    const pieces = recorder.end();
    const data = pieces && Buffer.from(JSON.stringify({ shortfall, pieces } satisfies Data));
    if (data !== undefined && data.length <= this.#mostBytes) {
      this.#file.keep({ tree: this.#tree, contents }, data);
      return;
    }
    this.report.skipped_large++;
    addIssue(this.report, 'a view above 64 MiB is not kept');
  }

  #decode(line: Buffer): KeptView | undefined {
    try {
      const { shortfall, pieces }: Data = JSON.parse(line.toString());
      const isView = Number.isSafeInteger(shortfall.count) && Array.isArray(shortfall.named) && Array.isArray(pieces);
      if (isView) return { shortfall, pieces: inflated(pieces) };
    } catch {
      // Nothing that was written here.
    }
    this.#file.reject();
    return undefined;
  }
}

/** Texts as they stand in the data line. */
class Recorder {
  readonly #mostBytes: number;
  readonly #pieces: string[] = [];
  #length = 0;
  #batch = '';

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  add(text: string): void {
    if (this.#length > this.#mostBytes) return;
    this.#batch += text;
    if (this.#batch.length >= PIECE) this.#endPiece();
  }

  /** Nothing when they are too large. */
  end(): string[] | undefined {
    this.#endPiece();
    return this.#length > this.#mostBytes ? undefined : this.#pieces;
  }

  #endPiece(): void {
    const piece = deflateRawSync(this.#batch, { level: FAST }).toString('base64');
    this.#pieces.push(piece);
    this.#length += piece.length;
    this.#batch = '';
  }
}

function* inflated(pieces: readonly string[]): Generator<Uint8Array> {
  for (const piece of pieces) yield inflateRawSync(Buffer.from(piece, 'base64'));
}

function isPassing(entry: Entry): boolean {
  return entry.kind === 'file' && PASSING.has(entry.status);
}
