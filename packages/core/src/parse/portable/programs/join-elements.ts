import type { ElementBlock, Openings } from '../../elements/element-block.ts';
import type { Exchange } from './exchanges.ts';

/** The elements with the openings that they have, numbered in order of appearance. */
export function joinElements(
  file: ElementBlock,
  exchanges: readonly Exchange[],
): Pick<ElementBlock, 'openings' | 'opening' | 'closings'> {
  const openings = new JoinedOpenings();
  const [opening, closings]: [number[], number[]] = [[], []];
  const add = (block: ElementBlock, numbers: Map<number, number>, from: number, to: number, names: number) => {
    for (let at = from; at < to; at++) {
      opening.push(openings.number(block.openings, block.opening[at] ?? 0, numbers, names));
      closings.push(block.closings[at] ?? 0);
    }
  };
  const own = new Map<number, number>();
  let names = namesOf(file.openings);
  add(file, own, 0, file.opening.length, 0);
  let from = 0;
  for (const { block, first, end } of exchanges) {
    add(file, own, from, first, 0);
    add(block, new Map(), 0, block.opening.length, names);
    names += namesOf(block.openings);
    // What closes after the last line closes after the program.
    closings.push((closings.pop() ?? 0) + (file.closings[end - 1] ?? 0));
    from = end;
  }
  add(file, own, from, file.opening.length, 0);
  return {
    openings: openings.columns(),
    opening: Uint32Array.from(opening),
    closings: Uint32Array.from(closings),
  };
}

function namesOf({ name }: Openings): number {
  return name.reduce((most, it) => Math.max(most, it), -1) + 1;
}

class JoinedOpenings {
  readonly #rows: { from: Openings; at: number; name: number }[] = [];

  /** @param numbers of the openings of this block; @param names number of names before those of the block */
  number(from: Openings, at: number, numbers: Map<number, number>, names: number): number {
    let number = numbers.get(at);
    if (number === undefined) {
      number = this.#rows.push({ from, at, name: from.role[at] === 0 ? 0 : (from.name[at] ?? 0) + names }) - 1;
      numbers.set(at, number);
    }
    return number;
  }

  columns(): Openings {
    const rows = this.#rows;
    return {
      high: Int32Array.from(rows, ({ from, at }) => from.high[at] ?? 0),
      low: Int32Array.from(rows, ({ from, at }) => from.low[at] ?? 0),
      role: Uint8Array.from(rows, ({ from, at }) => from.role[at] ?? 0),
      name: Uint32Array.from(rows, ({ name }) => name),
      bareHigh: Int32Array.from(rows, ({ from, at }) => from.bareHigh[at] ?? 0),
      bareLow: Int32Array.from(rows, ({ from, at }) => from.bareLow[at] ?? 0),
    };
  }
}
