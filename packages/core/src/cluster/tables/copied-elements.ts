import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Place {
  at: number;
  length: number;
}

/** Element blocks that later files of an export have too, in a temporary file. */
export class CopiedElements {
  readonly #wanted: ReadonlySet<number>;
  readonly #places = new Map<number, Place>();
  #file: { folder: string; descriptor: number } | undefined;
  #length = 0;

  /** @param wanted nodes of files of which others are copies */
  constructor(wanted: ReadonlySet<number>) {
    this.#wanted = wanted;
  }

  /** Keeps a block, if others need it. */
  add(file: number, elements: Uint8Array): void {
    if (!this.#wanted.has(file)) return;
    this.#file ??= open();
    for (let written = 0; written < elements.length; ) {
      written += writeSync(this.#file.descriptor, elements, written, undefined, this.#length + written);
    }
    this.#places.set(file, { at: this.#length, length: elements.length });
    this.#length += elements.length;
  }

  /** @returns undefined for a block that was not added */
  of(file: number): Uint8Array | undefined {
    const place = this.#places.get(file);
    if (place === undefined || this.#file === undefined) return undefined;
    const elements = new Uint8Array(place.length);
    for (let read = 0; read < elements.length; ) {
      const count = readSync(this.#file.descriptor, elements, read, elements.length - read, place.at + read);
      if (count === 0) throw new RangeError('the temporary file was cut off');
      read += count;
    }
    return elements;
  }

  close(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file.descriptor);
    rmSync(this.#file.folder, { recursive: true, force: true });
    this.#file = undefined;
  }
}

function open(): { folder: string; descriptor: number } {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-elements-'));
  return { folder, descriptor: openSync(join(folder, 'blocks'), 'wx+') };
}
