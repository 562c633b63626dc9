import type { ElementBlock } from '#parse/elements/element-block.ts';
import { type ElementRange, GramWindows } from './gram-windows.ts';
import { HashTable } from './hash-table.ts';

/** The different 5-grams of a file's bodies, numbered in the file. */
export class FileGrams {
  readonly table: HashTable;
  /** By body: its different 5-grams. */
  readonly sets: Uint32Array[] = [];
  /** By 5-gram: 0 where it certainly occurs once in the file. */
  readonly isRepeated: Uint8Array;

  /** @param isCompared by body; the set of another body is empty */
  constructor(block: ElementBlock, isCompared: (body: number) => boolean) {
    const windows = new GramWindows(block);
    this.table = new HashTable(windows.high.length);
    const lasts: number[] = [];
    let seen = new Int32Array(windows.high.length + 16).fill(-1);
    const set: number[] = [];
    for (let body = 0; body < block.bodies.first.length; body++) {
      set.length = 0;
      let last = -1;
      if (isCompared(body)) {
        windows.visit(rangeOf(block, body), (high, low) => {
          last = this.table.number(high, low);
          if (last >= seen.length) seen = grown(seen);
          if (seen[last] === body) return;
          seen[last] = body;
          set.push(last);
        });
      }
      // The closings after it differ from those of its window.
      if (last >= 0) lasts.push(last);
      this.sets.push(Uint32Array.from(set));
    }
    this.isRepeated = new Uint8Array(this.table.size);
    this.#countWindows(windows);
    for (const gram of lasts) this.isRepeated[gram] = 1;
  }

  #countWindows(windows: GramWindows): void {
    const { table, isRepeated } = this;
    const hasOccurred = new Uint8Array(isRepeated.length);
    for (let at = 0; at < windows.high.length; at++) {
      const gram = table.find(windows.high[at] ?? 0, windows.low[at] ?? 0);
      if (gram < 0) continue;
      if (hasOccurred[gram] === 1) isRepeated[gram] = 1;
      hasOccurred[gram] = 1;
    }
  }
}

export function rangeOf({ bodies }: ElementBlock, body: number): ElementRange {
  return {
    first: bodies.first[body] ?? 0,
    count: bodies.count[body] ?? 0,
    lastClosings: bodies.lastClosings[body] ?? 0,
  };
}

function grown(column: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(column.length * 2).fill(-1);
  larger.set(column);
  return larger;
}
