import { dirname } from 'node:path';
import { type FilePort, type LogFile, replaceOpenFile, writeWhole } from './file-port.ts';

/** Notifications of the log, for counters and the journal. */
export interface LogEvents {
  /** A step failed; the log recovers or continues without it. */
  onTrouble(step: 'write' | 'datasync' | 'compaction', error: unknown): void;
  /** The file was rewritten with this number of lines. */
  onCompaction(lines: number): void;
  /** The original file was renamed to `path`: the rewritten file lacks some of its events. */
  onPreserved(path: string): void;
}

/** Content of an existing log file. */
export interface FoundFile {
  size: number;
  lines: number;
  /** False if the file may end within a line. */
  clean: boolean;
  /** The file cannot be appended to: the next commit rewrites it. */
  mustRewrite?: boolean;
  /** The original file is retained under another name when it is rewritten. */
  preserve?: boolean;
}

/**
 * The append-only file of events. `commit` returns once the lines are on disk: write, then fdatasync. If a commit would
 * make the file longer than twice the ring, it rewrites the file with the events of the ring and the new lines, so that
 * the limit always holds.
 */
export class EventLog {
  readonly #port: FilePort;
  readonly #path: string;
  readonly #capacity: number;
  readonly #events: LogEvents;
  #file: LogFile | undefined;
  /** Bytes and lines known to be on disk. */
  #size: number;
  #lines: number;
  /** The file may end within a line, so the next append starts a new line. */
  #torn: boolean;
  #mustRewrite: boolean;
  #preserve: boolean;
  /** The folder was synced after the file got its name. */
  #nameIsSafe: boolean;

  /** @param found content of the existing file */
  constructor(port: FilePort, path: string, capacity: number, found: FoundFile, events: LogEvents) {
    this.#port = port;
    this.#path = path;
    this.#capacity = capacity;
    this.#size = found.size;
    this.#lines = found.lines;
    this.#torn = !found.clean;
    this.#nameIsSafe = found.size > 0;
    this.#mustRewrite = found.mustRewrite === true;
    this.#preserve = found.preserve === true;
    this.#events = events;
  }

  get size(): number {
    return this.#size;
  }

  get lines(): number {
    return this.#lines;
  }

  /** Whether appending this number of lines starts a compaction. */
  compactsFor(lines: number): boolean {
    return this.#mustRewrite || this.#lines + lines > 2 * this.#capacity;
  }

  /**
   * Makes lines durable.
   *
   * @param batch at most as many lines as the ring can hold
   * @param retained returns the lines that a compaction retains before them, oldest first; undefined forbids compaction
   * @throws the error of the file system; no line of the batch counts as written then
   */
  async commit(batch: readonly Buffer[], retained: (() => readonly Buffer[]) | undefined): Promise<void> {
    if (retained !== undefined && this.compactsFor(batch.length)) {
      const free = Math.max(0, this.#capacity - batch.length);
      const failure = await this.#replace([...(free === 0 ? [] : retained().slice(-free)), ...batch]);
      if (failure === undefined) return await this.#syncName();
      // A file over the limit is better than a lost event: append to the old file.
      this.#events.onTrouble('compaction', failure.error);
    }
    await this.#append(this.#torn ? [Buffer.from('\n'), ...batch] : batch);
    this.#lines += batch.length;
    this.#torn = false;
  }

  /** Replaces the file. @throws the error of the file system */
  async rewrite(lines: readonly Buffer[]): Promise<void> {
    const failure = await this.#replace(lines);
    if (failure !== undefined) throw failure.error;
    await this.#syncName();
  }

  /** Whether the file was removed: bytes written to an unlinked file are lost when the process ends. */
  async isMissing(): Promise<boolean> {
    return this.#size > 0 && !(await this.#port.exists(this.#path));
  }

  /** Free bytes on the volume of the log. */
  freeBytes(): Promise<number> {
    return this.#port.freeBytes(dirname(this.#path));
  }

  /** Opens the file, so that the first commit needs no further descriptor. @throws the error of the file system */
  async open(): Promise<void> {
    await this.#open();
    await this.#syncName();
  }

  /** Removes the file; the next commit creates a new one. */
  async remove(): Promise<void> {
    await this.close();
    await this.#port.remove(this.#path);
    this.#size = 0;
    this.#lines = 0;
    this.#torn = false;
    this.#mustRewrite = false;
    this.#preserve = false;
    this.#nameIsSafe = false;
    await this.#port.syncFolder(dirname(this.#path));
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close().catch(() => undefined);
  }

  /** @returns the error of the file system, if any; the old file is then still in use */
  async #replace(lines: readonly Buffer[]): Promise<{ error: unknown } | undefined> {
    let replaced: { file: LogFile; size: number };
    try {
      replaced = await replaceOpenFile(this.#port, this.#path, lines, async () => {
        if (this.#preserve) await this.#renameOld();
      });
    } catch (error) {
      return { error };
    }
    // Close the old file's descriptor. The new file stays open: there may be no free descriptors.
    await this.close();
    this.#file = replaced.file;
    this.#size = replaced.size;
    this.#lines = lines.length;
    this.#torn = false;
    this.#mustRewrite = false;
    this.#nameIsSafe = false;
    this.#events.onCompaction(lines.length);
    return undefined;
  }

  /** Adds a second name to the file, which survives the rewriting. */
  async #renameOld(): Promise<void> {
    const started = Date.now();
    for (let attempt = 0; ; attempt++) {
      const path = `${this.#path}.${started + attempt}.old`;
      try {
        await this.#port.link(this.#path, path);
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'EEXIST' && attempt < 100) continue;
        throw error;
      }
      await this.#port.syncFolder(dirname(this.#path));
      this.#preserve = false;
      this.#events.onPreserved(path);
      return;
    }
  }

  async #append(batch: readonly Buffer[]): Promise<void> {
    let file = await this.#open();
    let end: number;
    try {
      end = await writeWhole(file, batch, this.#size);
    } catch (error) {
      this.#events.onTrouble('write', error);
      await file.truncate(this.#size).catch(() => undefined);
      throw error;
    }
    try {
      await file.datasync();
    } catch (error) {
      this.#events.onTrouble('datasync', error);
      file = await this.#writtenAnew(batch);
    }
    await this.#syncName();
    this.#size = end;
  }

  /** Syncs the folder: the name of a new file must be on disk too. */
  async #syncName(): Promise<void> {
    if (this.#nameIsSafe) return;
    await this.#port.syncFolder(dirname(this.#path));
    this.#nameIsSafe = true;
  }

  /**
   * After a failed fdatasync the system may drop the pages and report success the next time ("fsyncgate", PostgreSQL
   * 2018): close the descriptor and write the bytes again.
   */
  async #writtenAnew(batch: readonly Buffer[]): Promise<LogFile> {
    await this.close();
    const file = await this.#open();
    try {
      await file.truncate(this.#size);
      await writeWhole(file, batch, this.#size);
      await file.datasync();
      return file;
    } catch (error) {
      await file.truncate(this.#size).catch(() => undefined);
      await this.close();
      throw error;
    }
  }

  async #open(): Promise<LogFile> {
    this.#file ??= await this.#port.open(this.#path, false);
    return this.#file;
  }
}
