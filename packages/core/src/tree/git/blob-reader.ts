import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { noGit, startGit } from './run-git.ts';
import { readWorkFile, type Take, type WorkFile, type WorkFiles } from './work-files.ts';

interface Request {
  take: Take;
  resolve: (size: number) => void;
  reject: (error: Error) => void;
}

/** Reads blobs from one `git cat-file --batch` process, one after another, and missing ones from the work tree. */
export class BlobReader {
  readonly #folder: string;
  /** Blobs that the repository does not have. */
  readonly #work = new Map<string, WorkFile>();
  #process: ChildProcessWithoutNullStreams | undefined;
  readonly #open: Request[] = [];
  /** Incomplete first line of a response. */
  #header = Buffer.alloc(0);
  /** Bytes of the current blob that have not arrived, including the line feed after it; -1 between two responses. */
  #missing = -1;
  #size = 0;
  #failure: Error | undefined;

  /** @param folder absolute path in the repository */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @param work blobs that the repository does not have */
  add(work: WorkFiles): void {
    for (const [object, file] of work) this.#work.set(object, file);
  }

  /**
   * @param object id of a blob, in hex
   * @param take receives all its bytes, in order
   * @returns its size
   */
  read(object: string, take: Take): Promise<number> {
    const file = this.#work.get(object);
    if (file !== undefined) return readWorkFile(file, object, take);
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) {
        reject(this.#failure);
        return;
      }
      this.#process ??= this.#start();
      this.#open.push({ take, resolve, reject });
      this.#process.stdin.write(`${object}\n`);
    });
  }

  async close(): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || this.#failure !== undefined) return;
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  #start(): ChildProcessWithoutNullStreams {
    const child = startGit(this.#folder, ['cat-file', '--batch']);
    child.stdin.on('error', () => undefined);
    child.stdout.on('data', (piece: Buffer) => this.#receive(piece));
    child.stderr.resume();
    child.on('error', (error) => this.#fail(noGit(error)));
    child.on('close', () => this.#fail(new Error('git cat-file has ended')));
    return child;
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#open.splice(0)) reject(this.#failure);
  }

  #receive(piece: Buffer): void {
    let rest = piece;
    while (rest.length > 0) rest = this.#missing < 0 ? this.#receiveHeader(rest) : this.#receiveBody(rest);
  }

  /** Reads `<object> blob <size>` or `<object> missing`. @returns the bytes after it */
  #receiveHeader(piece: Buffer): Buffer {
    const end = piece.indexOf(0x0a);
    this.#header = Buffer.concat([this.#header, end < 0 ? piece : piece.subarray(0, end)]);
    if (end < 0) return Buffer.alloc(0);
    const [, kind, size] = this.#header.toString('latin1').split(' ');
    this.#header = Buffer.alloc(0);
    if (kind === 'blob') {
      this.#size = Number(size);
      this.#missing = this.#size + 1;
    } else {
      this.#open.shift()?.reject(new Error('the object is not in the repository'));
    }
    return piece.subarray(end + 1);
  }

  #receiveBody(piece: Buffer): Buffer {
    const part = piece.subarray(0, this.#missing);
    this.#missing -= part.length;
    // The last byte is the line feed of the response.
    const bytes = this.#missing === 0 ? part.subarray(0, -1) : part;
    if (bytes.length > 0) this.#open[0]?.take(bytes);
    if (this.#missing === 0) {
      this.#missing = -1;
      this.#open.shift()?.resolve(this.#size);
    }
    return piece.subarray(part.length);
  }
}
