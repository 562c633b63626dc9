import { firstFrom } from '#lists/first-from.ts';
import type { CodePlace } from './screen-fact.ts';

/** The places of one file in order of their starts, with the last line of all up to each. */
interface PlacesOfFile {
  starts: number[];
  ends: number[];
}

/** Places of code by file: whether another place has a line of one of them. */
export class PlaceIndex {
  readonly #byFile = new Map<string, PlacesOfFile>();

  /** @param places those without lines are in no file */
  constructor(places: readonly CodePlace[]) {
    for (const { path, start = 0, end = 0 } of places.toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0))) {
      const its = this.#byFile.get(path) ?? { starts: [], ends: [] };
      this.#byFile.set(path, its);
      its.starts.push(start);
      its.ends.push(Math.max(end, its.ends.at(-1) ?? 0));
    }
  }

  overlaps({ path, start = 0, end = 0 }: CodePlace): boolean {
    const { starts, ends } = this.#byFile.get(path) ?? { starts: [], ends: [] };
    const before = firstFrom(starts.length, (at) => starts[at], end + 1);
    return before > 0 && (ends[before - 1] ?? 0) >= start;
  }
}
