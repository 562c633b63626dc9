import { type FileHandle, open } from 'node:fs/promises';
import { readLine, type StoredEvent } from '../event/stored.ts';

const CHUNK = 4 * 1024 * 1024;

/**
 * Reads the events of a log from its start, also while lines are appended: for those that have left the memory.
 * Unreadable lines are skipped.
 */
export class LogLines {
  readonly #path: string;
  #file: FileHandle | undefined;
  #offset = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Events of the next lines; undefined at the end of the file. @throws the error of the file system */
  async next(): Promise<StoredEvent[] | undefined> {
    this.#file ??= await open(this.#path, 'r');
    let length = CHUNK;
    for (;;) {
      const bytes = Buffer.allocUnsafe(length);
      const { bytesRead } = await this.#file.read(bytes, 0, length, this.#offset);
      const end = bytes.lastIndexOf(10, bytesRead - 1) + 1;
      if (bytesRead > 0 && end > 0) {
        this.#offset += end;
        return eventsIn(bytes.subarray(0, end));
      }
      // A line that is not complete is still being written; one that is longer than the buffer is read again.
      if (bytesRead < length) return undefined;
      length *= 2;
    }
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }
}

function eventsIn(bytes: Buffer): StoredEvent[] {
  const events: StoredEvent[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start);
    const read = readLine(bytes.subarray(start, end));
    if (read !== undefined && !('old' in read)) events.push(read);
    start = end + 1;
  }
  return events;
}
