import { dirname } from 'node:path';
import { type FilePort, type LogFile, replaceOpenFile, writeWhole } from './file-port.ts';

/** What happened on the way, for counters and the log of the program. */
export interface LogEvents {
  /** Something failed and was mended or left: `step` names it. */
  onTrouble(step: 'write' | 'datasync' | 'compaction', error: unknown): void;
  /** The file was rewritten with so many lines. */
  onCompaction(lines: number): void;
  /** The file as it was at the start is stored under this name: it held events that the rewritten one does not hold. */
  onPreserved(path: string): void;
}

/** What a file holds that a log takes over. */
export interface FoundFile {
  size: number;
  lines: number;
  /** False when the file may end within a line. */
  clean: boolean;
  /** Appending would not do: the next commit rewrites the file. */
  mustRewrite?: boolean;
  /** The file must stay under another name when it is rewritten. */
  preserve?: boolean;
}

/**
 * The append-only file of events. `commit` returns only when the lines are on the disk: write, then fdatasync. When a
 * commit would make the file longer than twice the ring, it rewrites the file with what the ring holds and the new
 * lines instead, so the limit holds at every moment.
 */
export class EventLog {
  readonly #port: FilePort;
  readonly #path: string;
  readonly #capacity: number;
  readonly #events: LogEvents;
  #file: LogFile | undefined;
  /** Bytes and lines that are known to be on the disk. */
  #size: number;
  #lines: number;
  /** The file may end within a line: what is appended must begin a new one. */
  #torn: boolean;
  #mustRewrite: boolean;
  #preserve: boolean;
  /** The folder was synced since the file got its name. */
  #nameIsSafe: boolean;

  /** @param found what the file holds */
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

  /** Whether so many more lines lead to a compaction. */
  compactsFor(lines: number): boolean {
    return this.#mustRewrite || this.#lines + lines > 2 * this.#capacity;
  }

  /**
   * Makes lines durable.
   *
   * @param batch at most as many lines as the ring holds
   * @param kept gives the lines that a compaction keeps before them, oldest first; undefined forbids compaction
   * @throws what the file system said; nothing of the batch counts as written then
   */
  async commit(batch: readonly Buffer[], kept: (() => readonly Buffer[]) | undefined): Promise<void> {
    if (kept !== undefined && this.compactsFor(batch.length)) {
      const room = Math.max(0, this.#capacity - batch.length);
      const failure = await this.#replace([...(room === 0 ? [] : kept().slice(-room)), ...batch]);
      if (failure === undefined) return await this.#syncName();
      // A longer file is better than a lost event: the lines go to the old one.
      this.#events.onTrouble('compaction', failure.error);
    }
    await this.#append(this.#torn ? [Buffer.from('\n'), ...batch] : batch);
    this.#lines += batch.length;
    this.#torn = false;
  }

  /** Replaces the file. @throws what the file system said */
  async rewrite(lines: readonly Buffer[]): Promise<void> {
    const failure = await this.#replace(lines);
    if (failure !== undefined) throw failure.error;
    await this.#syncName();
  }

  /** Whether somebody removed the file: what is written to an open one that has no name is gone with the process. */
  async isMissing(): Promise<boolean> {
    return this.#size > 0 && !(await this.#port.exists(this.#path));
  }

  /** Bytes that could still be written beside the log. */
  freeBytes(): Promise<number> {
    return this.#port.freeBytes(dirname(this.#path));
  }

  /** Opens the file, so that the first commit does not need a further descriptor. @throws what the file system says */
  async open(): Promise<void> {
    await this.#open();
    await this.#syncName();
  }

  /** Removes the file; the next commit makes a new one. */
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

  /** @returns what the file system said against it; the old file is then in use as before */
  async #replace(lines: readonly Buffer[]): Promise<{ error: unknown } | undefined> {
    let replaced: { file: LogFile; size: number };
    try {
      replaced = await replaceOpenFile(this.#port, this.#path, lines, async () => {
        if (this.#preserve) await this.#keepOld();
      });
    } catch (error) {
      return { error };
    }
    // The old descriptor leads to a file without a name now. The new one stays open: descriptors may be used up.
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

  /** Gives the file its second name, which outlasts the rewriting. */
  async #keepOld(): Promise<void> {
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

  /** A new file's name must be on the disk too. */
  async #syncName(): Promise<void> {
    if (this.#nameIsSafe) return;
    await this.#port.syncFolder(dirname(this.#path));
    this.#nameIsSafe = true;
  }

  /**
   * After a failed fdatasync the system may have dropped the pages and report success next time (PostgreSQL's
   * "fsyncgate", 2018): the descriptor is given up and the bytes are written again.
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
