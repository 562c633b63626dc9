import { newUnits, type Units } from '../../elements/element-block.ts';
import type { Exchange, Places } from './exchanges.ts';
import { FilePlaces, setPlace } from './file-places.ts';

const COLUMNS = ['lastClosings', 'nodes', 'isFunction', 'startLine', 'endLine', 'startByte', 'endByte'] as const;

/** Those of the file, with those of programs instead of lines; without hashes. */
export function joinUnits(file: Units, exchanges: readonly Exchange[], places: Places): Units {
  const lines = exchanges.reduce((sum, it) => sum + it.lines, 0);
  const added = exchanges.reduce((sum, { block }) => sum + block.units.first.length, 0);
  const count = file.first.length - lines + added;
  const units = { ...newUnits(count), ...newHashes(count) };
  const numbers = new Int32Array(file.first.length).fill(-1);
  let next = 0;
  const copy = (from: number, to: number) => {
    for (let unit = from; unit < to; unit++) {
      for (const column of COLUMNS) units[column][next] = file[column][unit] ?? 0;
      const [first, length] = places.range(file.first[unit] ?? 0, file.count[unit] ?? 0);
      units.first[next] = first;
      units.count[next] = length;
      units.previous[next] = numbers[file.previous[unit] ?? -1] ?? -1;
      units.parent[next] = numbers[file.parent[unit] ?? -1] ?? -1;
      numbers[unit] = next++;
    }
  };
  let from = 0;
  for (const { program, block, first, unit, lines: its, parent } of exchanges) {
    copy(from, unit);
    const { units: own } = block;
    const [before, element, place] = [next, places.of(first), new FilePlaces(program)];
    for (let at = 0; at < own.first.length; at++, next++) {
      const [previous = -1, around = -1] = [own.previous[at], own.parent[at]];
      units.first[next] = element + (own.first[at] ?? 0);
      units.count[next] = own.count[at] ?? 0;
      units.lastClosings[next] = own.lastClosings[at] ?? 0;
      units.nodes[next] = own.nodes[at] ?? 0;
      units.isFunction[next] = own.isFunction[at] ?? 0;
      units.previous[next] = previous < 0 ? -1 : before + previous;
      units.parent[next] = around < 0 ? (numbers[parent] ?? -1) : before + around;
      setPlace(units, next, place, {
        start_line: own.startLine[at] ?? 0,
        end_line: own.endLine[at] ?? 0,
        start_byte: own.startByte[at] ?? 0,
        end_byte: own.endByte[at] ?? 0,
      });
    }
    from = unit + its;
  }
  copy(from, file.first.length);
  return units;
}

function newHashes(count: number): Pick<Units, 'high' | 'low' | 'shapeHigh' | 'shapeLow'> {
  return {
    high: new Int32Array(count),
    low: new Int32Array(count),
    shapeHigh: new Int32Array(count),
    shapeLow: new Int32Array(count),
  };
}
