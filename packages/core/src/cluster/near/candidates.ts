import { join } from 'node:path';
import { readRows } from '../parquet/read-rows.ts';
import { TableWriter } from '../parquet/table-writer.ts';
import { Components } from './components.ts';

const COMPONENTS = { unit: 'int64', component: 'int64' } as const;

/** What is grouped, and what is too large for it. */
export interface ChosenComponents {
  /** Units in components that are grouped. */
  units: number;
  leftOut: LeftOut[];
}

/** A component that is not grouped. */
export interface LeftOut {
  units: number;
  grams: number;
}

/**
 * Reads the classes and the candidate pairs, and writes the units of each connected component: with a negative number
 * those of a component that has too many 5-grams. Units without candidates are in none.
 *
 * @param folder has `classes` and `pairs`; its empty folder `components` gets the result
 * @param units number of all units
 * @param most 5-grams of a component
 */
export async function chooseComponents(
  folder: string,
  { units, most }: { units: number; most: number },
  signal: AbortSignal,
): Promise<ChosenComponents> {
  const components = new Components(units);
  for await (const { one, other } of readRows(join(folder, 'pairs'), ['one', 'other'])) {
    components.join(Number(one), Number(other));
  }
  signal.throwIfAborted();
  // By the least unit of a component.
  const [count, grams] = [new Uint32Array(units), new Float64Array(units)];
  const classes = () => readRows(join(folder, 'classes'), ['unit', 'size', 'class']);
  for await (const { unit, size, class: its } of classes()) {
    // A unit is not less than its class, so that a component keeps its least unit.
    components.join(Number(unit), Number(its));
    const at = components.of(Number(unit));
    count[at] = (count[at] ?? 0) + 1;
    grams[at] = (grams[at] ?? 0) + Number(size);
  }
  signal.throwIfAborted();
  const table = new TableWriter(join(folder, 'components/0.parquet'), COMPONENTS, {});
  const result: ChosenComponents = { units: 0, leftOut: [] };
  try {
    for await (const { unit } of classes()) {
      const its = components.of(Number(unit));
      if ((count[its] ?? 0) < 2) continue;
      const isLarge = (grams[its] ?? 0) > most;
      if (!isLarge) result.units++;
      else if (its === Number(unit)) result.leftOut.push({ units: count[its] ?? 0, grams: grams[its] ?? 0 });
      table.add({ unit: BigInt(Number(unit)), component: BigInt(isLarge ? -1 - its : its) });
      if (table.open >= ROWS_OF_GROUP) table.endRowGroup();
    }
    table.finish();
  } finally {
    table.close();
  }
  return result;
}

const ROWS_OF_GROUP = 65_536;
