import { readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { StoredEvent } from '../event/stored.ts';
import { type FilePort, isOutOfSpace, type LogFile, writeWhole } from '../log/file-port.ts';
import { makeFolder } from '../log/make-folder.ts';
import { requirePlainFolder } from '../log/plain-files.ts';
import type { Clock } from '../store/clock.ts';
import { addToBlocks, type Block } from './block.ts';
import { DayFiles } from './day-files.ts';
import { readIndex, type Segment, scanSegment } from './segment.ts';
import { dayOf, endOf, indexName, parsedName, segmentName } from './segment-name.ts';

/** How much is retained. */
export interface HistoryLimits {
  /** Milliseconds. */
  keepMs: number;
  maxBytes: number;
  /** Nothing is added, and the oldest files are removed, while the volume has fewer free bytes. */
  minFreeBytes: number;
  /** A larger file is followed by a new one. */
  segmentBytes: number;
  blockBytes: number;
}

export const HISTORY_LIMITS: HistoryLimits = {
  keepMs: 30 * 24 * 3_600_000,
  maxBytes: 1_000_000_000,
  minFreeBytes: 64 * 1024 * 1024,
  segmentBytes: 16 * 1024 * 1024,
  blockBytes: 256 * 1024,
};

export interface HistoryOptions {
  folder: string;
  limits: HistoryLimits;
  port: FilePort;
  clock: Clock;
  /** Events up to this number were cleared. */
  clearedThrough: number;
  /** Sequence number of the oldest event of the log: all later events can be added again. */
  oldestInLog: number;
  onTrouble(error: unknown): void;
}

/** Bytes that wait for a write, which also happens after `WRITE_MS`. */
const WRITE_BYTES = 512 * 1024;
const WRITE_MS = 250;
const DAYS_NAME = 'checks';
/** Bytes that wait for a write before `room` waits for it. */
const MAX_WAITING = 4 * 1024 * 1024;

/**
 * All events of some weeks, in files of one day or `segmentBytes`. The log is authoritative: the history is written later
 * and synced before events leave the log, and a start adds the events that it lacks. Its failures never refuse an event.
 */
export class History {
  readonly folder: string;
  /** The ended days of all checks. */
  readonly days: DayFiles;
  readonly #options: HistoryOptions;
  /** Oldest first. */
  #segments: Segment[];
  /** Of the newest segment. */
  #file: LogFile | undefined;
  #waiting: StoredEvent[] = [];
  #waitingBytes = 0;
  #newest = 0;
  /** Serializes the work on the files. */
  #work: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isDirty = false;
  /** Events that are not in the history because of a failure or of too little space, since the start. */
  missing = 0;
  /** Why new events are not added now; undefined if they are. */
  problem: string | undefined;

  private constructor(options: HistoryOptions, segments: Segment[]) {
    this.folder = options.folder;
    this.#options = options;
    this.days = new DayFiles(join(options.folder, DAYS_NAME), options.port);
    this.#segments = segments;
    this.#newest = segments.at(-1)?.blocks?.at(-1)?.last ?? (segments.at(-1)?.first ?? 1) - 1;
  }

  /** @throws AnalyzerError if something else than a folder has its name; the error of the file system */
  static async open(options: HistoryOptions): Promise<History> {
    const { folder, limits, port } = options;
    await requirePlainFolder(folder);
    const segments: Segment[] = [];
    for (const name of await namesIn(folder)) {
      const parsed = parsedName(name);
      if (parsed === undefined) continue;
      // A kill during a clearing.
      if (parsed.first <= options.clearedThrough) await removeSegment(port, folder, name);
      else segments.push({ ...parsed, size: (await stat(join(folder, name))).size, blocks: undefined });
    }
    segments.sort((a, b) => a.first - b.first);
    const newest = segments.at(-1);
    if (newest !== undefined) await recover(newest, options);
    const history = new History({ ...options, limits }, segments);
    await history.#removeOld();
    return history;
  }

  /** Sequence number of its newest event; 0 without events. */
  get newest(): number {
    return this.#newest;
  }

  get bytes(): number {
    return this.#segments.reduce((sum, { size }) => sum + size, 0);
  }

  /** Newest first. */
  get segments(): readonly Segment[] {
    return this.#segments.toReversed();
  }

  /** Adds an event; events come in the order of their sequence numbers. */
  add(event: StoredEvent): void {
    if (event.seq <= this.#newest) return;
    this.#newest = event.seq;
    this.#waiting.push(event);
    this.#waitingBytes += event.line.length;
    if (this.#waitingBytes >= WRITE_BYTES) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), WRITE_MS).unref();
  }

  /** Resolves once few bytes wait for a write. */
  async room(): Promise<void> {
    if (this.#waitingBytes > MAX_WAITING) await this.flush();
  }

  /** Writes what waits, so that a reader finds it. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#then(() => this.#write());
  }

  /** Writes and syncs what waits: afterwards events may leave the log. */
  sync(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#then(async () => {
      await this.#write();
      await this.#sync();
      if (this.problem === undefined) await this.days.sync(this.#options.clock.now());
    });
  }

  /** Removes all events. */
  clear(): Promise<void> {
    return this.#then(async () => {
      this.#waiting = [];
      this.#waitingBytes = 0;
      await this.#closeFile();
      for (const { name } of this.#segments.splice(0)) await removeSegment(this.#options.port, this.folder, name);
      await this.days.clear();
    });
  }

  async close(): Promise<void> {
    await this.sync();
    await this.#then(() => this.#closeFile());
  }

  /** The blocks of a file, oldest first. */
  async blocksOf(segment: Segment): Promise<readonly Block[]> {
    if (segment.blocks !== undefined) return segment.blocks;
    const known = await readIndex(this.folder, segment);
    if (known !== undefined) {
      segment.blocks = known;
      return known;
    }
    const path = join(this.folder, segment.name);
    const { blocks } = await scanSegment(path, this.#options.limits.blockBytes, Number.POSITIVE_INFINITY);
    segment.blocks ??= blocks;
    await this.#writeIndex(segment).catch(this.#options.onTrouble);
    return segment.blocks;
  }

  /** Runs work after all earlier work; a failure is reported. */
  #then(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work).catch((error: unknown) => this.#options.onTrouble(error));
    return this.#work;
  }

  async #write(): Promise<void> {
    const events = this.#waiting;
    if (events.length === 0) return;
    this.#waiting = [];
    this.#waitingBytes = 0;
    try {
      await this.#removeOld();
      if (this.problem === undefined) await this.#append(events);
      else this.missing += events.length;
    } catch (error) {
      this.missing += events.length;
      await this.#closeFile();
      throw error;
    }
  }

  async #append(events: readonly StoredEvent[]): Promise<void> {
    const [first] = events;
    if (first === undefined) return;
    const segment = await this.#segmentFor(first.seq);
    try {
      await this.#appendTo(segment, events);
    } catch (error) {
      // A quota is not visible in the free bytes of the volume.
      if (!isOutOfSpace(error) || this.#segments.length < 2) throw error;
      await this.#removeOldest();
      await this.#appendTo(segment, events);
    }
  }

  async #appendTo(segment: Segment, events: readonly StoredEvent[]): Promise<void> {
    this.#file ??= await this.#options.port.open(join(this.folder, segment.name), false);
    const lines = events.map(({ line }) => line);
    try {
      await writeWhole(this.#file, lines, segment.size);
    } catch (error) {
      await this.#file.truncate(segment.size).catch(() => undefined);
      throw error;
    }
    this.#isDirty = true;
    segment.blocks ??= [];
    for (const event of events) {
      addToBlocks(segment.blocks, event, segment.size, this.#options.limits.blockBytes);
      segment.size += event.line.length;
    }
  }

  /** The file for the next events. @param first sequence number of the first one */
  async #segmentFor(first: number): Promise<Segment> {
    const { clock, limits, port } = this.#options;
    const today = dayOf(clock.now());
    const newest = this.#segments.at(-1);
    if (newest !== undefined && newest.day === today && newest.size < limits.segmentBytes) return newest;
    if (newest !== undefined) {
      await this.#sync();
      await this.#closeFile();
      await this.#writeIndex(newest);
    }
    // On a full disk only the first event needs the folder, not the start.
    await makeFolder(this.folder);
    const segment: Segment = { ...segmentName(today, first), size: 0, blocks: [] };
    this.#file = await port.open(join(this.folder, segment.name), true);
    this.#segments.push(segment);
    await port.syncFolder(this.folder);
    return segment;
  }

  async #sync(): Promise<void> {
    if (!this.#isDirty) return;
    await this.#file?.datasync();
    this.#isDirty = false;
  }

  async #closeFile(): Promise<void> {
    const file = this.#file;
    await this.#sync().catch(this.#options.onTrouble);
    this.#file = undefined;
    this.#isDirty = false;
    await file?.close().catch(() => undefined);
  }

  async #writeIndex({ name, size, blocks }: Segment): Promise<void> {
    await writeFile(join(this.folder, indexName(name)), JSON.stringify({ size, blocks }), { mode: 0o600 });
  }

  /** Removes files that are too old or too many, or that the volume has no space for. */
  async #removeOld(): Promise<void> {
    const { clock, limits, port } = this.#options;
    const oldestDay = clock.now() - limits.keepMs;
    const isOld = (oldest: Segment): boolean => {
      const isOther = this.#segments.length > 1 || limits.maxBytes === 0;
      return endOf(oldest) < oldestDay || (isOther && this.bytes > limits.maxBytes);
    };
    for (let [oldest] = this.#segments; oldest !== undefined && isOld(oldest); [oldest] = this.#segments) {
      await this.#removeOldest();
    }
    let free = await port.freeBytes(dirname(this.folder));
    for (; free < limits.minFreeBytes && this.#segments.length > 1; free = await port.freeBytes(dirname(this.folder))) {
      await this.#removeOldest();
    }
    if (limits.maxBytes === 0) this.problem = 'the settings retain none';
    else if (free >= limits.minFreeBytes) this.problem = undefined;
    else this.problem = `the volume has less than ${limits.minFreeBytes >> 20} MiB of free space`;
  }

  async #removeOldest(): Promise<void> {
    const oldest = this.#segments.shift();
    if (oldest === undefined) return;
    if (this.#segments.length === 0) await this.#closeFile();
    await removeSegment(this.#options.port, this.folder, oldest.name);
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
}

/** Reads the file that the last run was writing, and cuts off what a kill or a power cut left at its end. */
async function recover(segment: Segment, { folder, port, limits, oldestInLog }: HistoryOptions): Promise<void> {
  const path = join(folder, segment.name);
  const { blocks, size } = await scanSegment(path, limits.blockBytes, oldestInLog - 1);
  if (size < segment.size) {
    const file = await port.open(path, false);
    await file.truncate(size).finally(() => file.close());
  }
  segment.blocks = blocks;
  segment.size = size;
}

async function removeSegment(port: FilePort, folder: string, name: string): Promise<void> {
  await port.remove(join(folder, name));
  await port.remove(join(folder, indexName(name)));
}
