import { closeSync, fstatSync, openSync, writeFileSync } from 'node:fs';
import type { WorkspaceProject } from '#discovery/project.ts';
import type { ProjectFrame } from '#parse/engine.ts';
import { encodeFrame, FrameReader } from '#parse/pool/wire.ts';
import { readUpTo } from '#tree/read-fully.ts';
import { type ProjectManifest, readProjectManifests } from '../contracts/project-manifests.ts';
import { UNREPEATABLE } from '../part/write-part.ts';
import { isSystemError } from '../sqlite/failure.ts';
import type { KeptFrames } from '../write/project-writer.ts';
import type { StartIds } from '../write/whole-project.ts';

/**
 * The part of a project that an engine scans completely: a first frame with this header, then the frames of the engine,
 * except for doc comments.
 * To write a part of rows and copy them to the index takes several times as long as to write the frames.
 */
interface Start {
  project: RecordedProject;
  ids: StartIds;
  manifests: readonly ProjectManifest[];
}

/** Without its location. */
type RecordedProject = Pick<WorkspaceProject, 'label' | 'options' | 'markers' | 'workspaces' | 'packages'>;

/** Frames of one project, as `IndexFrame` describes them; only these are looked at. */
type Seen = { table?: string; cells?: (string | number | null)[]; done?: object };

/** Rows with text of comments, which is not kept. */
const DOCS = '{"table":"doc_of_file"';
const PIECE = 1024 * 1024;

/** Writes the frames of a project to a file while an index takes them. */
export class FrameRecorder {
  /** Undefined if the folder for temporary files is full. */
  #file: number | undefined;
  readonly #start: Omit<Start, 'ids'>;
  #isDone = false;
  #isRepeatable = true;

  /** @param path of a file that does not exist */
  constructor(path: string, { label, root, options, markers, workspaces, packages }: WorkspaceProject) {
    this.#file = orFull(() => openSync(path, 'wx'));
    const manifests = readProjectManifests(root);
    this.#start = { project: { label, options, markers, workspaces, packages }, manifests };
  }

  /** The file has all frames, and another scan of the same files gives the same ones. */
  get isComplete(): boolean {
    return this.#isDone && this.#isRepeatable && !this.isFull;
  }

  get isFull(): boolean {
    return this.#file === undefined;
  }

  /** As `FrameSource.record`. */
  readonly record = (ids: StartIds, frames: AsyncIterable<ProjectFrame>) => this.#recorded(ids, frames);

  async *#recorded(ids: StartIds, frames: AsyncIterable<ProjectFrame>): AsyncGenerator<ProjectFrame> {
    const start: Start = { ...this.#start, ids };
    this.#write({ header: JSON.stringify(start), body: new Uint8Array() });
    for await (const frame of frames) {
      // An unchanged project has its words in the earlier index.
      if (!frame.header.startsWith(DOCS)) this.#write(frame);
      yield frame;
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }

  #write({ header, body }: ProjectFrame): void {
    // Tables are the large ones.
    const { table, cells, done }: Seen = /^\{"table":(?!"coverage_count")/.test(header) ? {} : JSON.parse(header);
    if (done !== undefined) this.#isDone = true;
    if (table === 'coverage_count' && cells?.some((it) => UNREPEATABLE.includes(`${it}`))) this.#isRepeatable = false;
    const file = this.#file;
    if (file === undefined) return;
    this.#file = orFull(() => {
      writeFileSync(file, encodeFrame(header, body));
      return file;
    });
    if (this.#file === undefined) closeSync(file);
  }
}

/** @returns undefined after an error of the system */
function orFull<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (isSystemError(error)) return undefined;
    throw error;
  }
}

/** @returns undefined for a file that no recorder wrote @throws the system's error */
export function keptFrames(path: string): (KeptFrames & { project: RecordedProject }) | undefined {
  const [first] = framesOf(path);
  const start = first === undefined ? undefined : startIn(first.header);
  return start && { ...start, frames: framesAfterStart(path) };
}

function startIn(header: string): Start | undefined {
  try {
    const start: Start | undefined = JSON.parse(header);
    return typeof start?.project === 'object' && Array.isArray(start.manifests) && typeof start.ids === 'object'
      ? start
      : undefined;
  } catch {
    return undefined;
  }
}

async function* framesAfterStart(path: string): AsyncGenerator<ProjectFrame> {
  const frames = framesOf(path);
  frames.next();
  yield* frames;
}

function* framesOf(path: string): Generator<ProjectFrame> {
  const file = openSync(path, 'r');
  try {
    const reader = new FrameReader();
    // Not more than there is: most projects are smaller than a piece.
    for (let left = fstatSync(file).size; left > 0; ) {
      const piece = readUpTo(file, Math.min(PIECE, left));
      if (piece.length === 0) break;
      left -= piece.length;
      reader.push(piece);
      for (let frame = reader.next(); frame !== undefined; frame = reader.next()) yield frame;
    }
  } finally {
    closeSync(file);
  }
}
