import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { readFully } from '#tree/read-fully.ts';
import { temporaryFilesError, WorkFolder } from '#tree/work-folder.ts';

interface Place {
  at: number;
  length: number;
}

/** Element blocks that later files of an export have too, in a temporary file. */
export class CopiedElements {
  readonly #wanted: ReadonlySet<number>;
  readonly #places = new Map<number, Place>();
  #file: { folder: WorkFolder; descriptor: number } | undefined;
  #length = 0;

  /** @param wanted nodes of files of which others are copies */
  constructor(wanted: ReadonlySet<number>) {
    this.#wanted = wanted;
  }

  /**
   * Keeps a block, if others need it.
   *
   * @throws AnalyzerError `output_failed` if the system refuses to write it
   */
  add(file: number, elements: Uint8Array): void {
    if (!this.#wanted.has(file)) return;
    this.#file ??= open();
    try {
      for (let written = 0; written < elements.length; ) {
        written += writeSync(this.#file.descriptor, elements, written, undefined, this.#length + written);
      }
    } catch (error) {
      throw temporaryFilesError(error);
    }
    this.#places.set(file, { at: this.#length, length: elements.length });
    this.#length += elements.length;
  }

  /** @returns undefined for a block that was not added */
  of(file: number): Uint8Array | undefined {
    const place = this.#places.get(file);
    if (place === undefined || this.#file === undefined) return undefined;
    const elements = new Uint8Array(place.length);
    if (readFully(this.#file.descriptor, elements, place.at) < place.length) {
      throw new RangeError('the temporary file was cut off');
    }
    return elements;
  }

  close(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file.descriptor);
    this.#file.folder.remove();
    this.#file = undefined;
  }
}

function open(): { folder: WorkFolder; descriptor: number } {
  const folder = WorkFolder.create('group');
  return { folder, descriptor: openSync(join(folder.path, 'elements'), 'wx+') };
}
