import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readUpTo } from '#tree/read-fully.ts';
import type { NearUnit } from './near-units.ts';

/** Where a unit is in the file. */
interface Stored extends Omit<NearUnit, 'grams'> {
  start: number;
  size: number;
}

/** Sorts units by fingerprint and node. Their 5-grams are in a temporary file, all else in memory. */
export class SortedUnits {
  readonly #path: string;
  readonly #file: number;
  readonly #units: Stored[] = [];
  #end = 0;

  /** @param folder gets the file until `close` */
  constructor(folder: string) {
    this.#path = join(folder, '.grams');
    this.#file = openSync(this.#path, 'wx+');
  }

  add({ grams, ...unit }: NearUnit): void {
    writeFileSync(this.#file, grams);
    this.#units.push({ ...unit, start: this.#end, size: grams.length });
    this.#end += grams.length;
  }

  *sorted(): Generator<NearUnit> {
    this.#units.sort((a, b) => Buffer.compare(a.fingerprint, b.fingerprint) || a.node - b.node);
    for (const { start, size, ...unit } of this.#units) {
      const grams = readUpTo(this.#file, size, start);
      if (grams.length < size) throw new RangeError(`${this.#path} is shorter than what was written`);
      yield { ...unit, grams };
    }
  }

  close(): void {
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
  }
}
