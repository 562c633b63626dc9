import type { FilePort, LogFile } from '../log/file-port.ts';

/** Content of a file as programs see it, and on disk: unsynced bytes are lost in a power cut. */
interface Content {
  seen: Buffer;
  safe: Buffer;
}

export type Step = 'open' | 'write' | 'datasync' | 'truncate' | 'rename' | 'remove' | 'link' | 'syncFolder';

/** A file system in memory in which each operation can fail; it records the operations. */
export class MemoryPort implements FilePort {
  readonly files = new Map<string, Content>();
  /** Names on disk: an unsynced folder has its old names after a power cut. */
  #safeNames = new Map<string, Content>();
  readonly steps: Step[] = [];
  /** Capacity of the disk in bytes. */
  capacity = Number.POSITIVE_INFINITY;
  /** Future failures; `short` writes only half. `after` is the number of operations that succeed before. */
  failing: { step: Step; how: 'error' | 'short'; times: number; after?: number }[] = [];

  /** Content of a file after a power cut that restores the old names of the folder. */
  safe(path: string): string {
    return this.#safeNames.get(path)?.safe.toString() ?? '';
  }

  /** Content of a file after a power cut if the new names had reached the disk. */
  safeByNewName(path: string): string {
    return this.files.get(path)?.safe.toString() ?? '';
  }

  async open(path: string, fresh: boolean): Promise<LogFile> {
    this.#step('open');
    const content = this.files.get(path) ?? { seen: Buffer.alloc(0), safe: Buffer.alloc(0) };
    if (fresh) content.seen = Buffer.alloc(0);
    this.files.set(path, content);
    // After a failed sync the pages of this descriptor count as written, but are not ("fsyncgate").
    let poisoned = false;
    return {
      write: async (buffers, position) => {
        const bytes = Buffer.concat([...buffers]);
        const wanted = this.#step('write') === 'short' ? bytes.subarray(0, bytes.length >> 1) : bytes;
        const free = content.seen.length + (await this.freeBytes());
        const taken = wanted.subarray(0, Math.max(0, free - position));
        if (taken.length === 0 && wanted.length > 0) throw failed('write');
        const end = position + taken.length;
        const grown = Buffer.alloc(Math.max(content.seen.length, end));
        content.seen.copy(grown);
        taken.copy(grown, position);
        content.seen = grown;
        return taken.length;
      },
      datasync: async () => {
        try {
          this.#step('datasync');
        } catch (error) {
          poisoned = true;
          throw error;
        }
        if (!poisoned) content.safe = Buffer.from(content.seen);
      },
      truncate: async (size) => {
        this.#step('truncate');
        content.seen = Buffer.concat([content.seen.subarray(0, size)], size);
      },
      close: async () => undefined,
    };
  }

  async exists(path: string): Promise<boolean> {
    return this.files.has(path);
  }

  async size(path: string): Promise<number> {
    return this.files.get(path)?.seen.length ?? 0;
  }

  async rename(from: string, to: string): Promise<void> {
    this.#step('rename');
    const content = this.files.get(from);
    if (content === undefined) throw new Error(`no such file: ${from}`);
    this.files.delete(from);
    this.files.set(to, content);
  }

  async remove(path: string): Promise<void> {
    this.#step('remove');
    this.files.delete(path);
  }

  async link(from: string, to: string): Promise<void> {
    this.#step('link');
    const content = this.files.get(from);
    if (content === undefined) throw new Error(`no such file: ${from}`);
    this.files.set(to, content);
  }

  async freeBytes(): Promise<number> {
    const used = new Set(this.files.values());
    return this.capacity - [...used].reduce((sum, { seen }) => sum + seen.length, 0);
  }

  async syncFolder(): Promise<void> {
    this.#step('syncFolder');
    this.#safeNames = new Map(this.files);
  }

  #step(step: Step): 'whole' | 'short' {
    this.steps.push(step);
    const failure = this.failing.find((one) => one.step === step && one.times > 0 && (one.after ?? 0) <= 0);
    for (const one of this.failing) if (one.after !== undefined) one.after--;
    if (failure === undefined) return 'whole';
    failure.times--;
    if (failure.how === 'short') return 'short';
    throw failed(step);
  }
}

/** A write fails as on a full disk, another operation as on a damaged disk. */
function failed(step: Step): Error {
  return Object.assign(new Error(`${step} failed`), { code: step === 'write' ? 'ENOSPC' : 'EIO' });
}
