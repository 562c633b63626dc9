import type { Copy } from './model.ts';

/** The lines of the copies of chosen families, so that no line belongs to two of them. */
export class Overlaps {
  readonly #files = new Map<string, { start: number; end: number }[]>();

  /** @returns whether no copy overlaps those added before; only then they are added */
  add(copies: readonly Copy[]): boolean {
    const isFree = copies.every((copy) =>
      this.#of(copy).every(({ start, end }) => copy.end_line < start || copy.start_line > end),
    );
    if (isFree) for (const copy of copies) this.#of(copy).push({ start: copy.start_line, end: copy.end_line });
    return isFree;
  }

  #of({ project, path }: Copy): { start: number; end: number }[] {
    const key = `${project}\0${path}`;
    const ranges = this.#files.get(key) ?? [];
    this.#files.set(key, ranges);
    return ranges;
  }
}
