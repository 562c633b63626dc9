import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { AnalyzerError } from '@analyzer/contracts';
import type { RangeSums } from '#index/root/range-sums.ts';
import { chooseComponents, type LeftOut } from '../near/candidates.ts';
import { groupComponent } from '../near/component-groups.ts';
import { COLUMNS, type ListedUnit, unitOf } from '../near/component-row.ts';
import type { ExportFolder } from '../parquet/read-export.ts';
import { readRows } from '../parquet/read-rows.ts';
import {
  classesQuery,
  groupedQuery,
  keysQuery,
  leftOutQuery,
  type NearTables,
  pairsQuery,
  prefixesQuery,
  sharedQuery,
  slicesOf,
} from '../sql/near-candidates.ts';
import { partName, partsOf } from '../sql/parts.ts';
import type { SqlEngine } from './engine.ts';
import { GroupTablesWriter } from './group-tables.ts';
import { runEngine } from './run-engine.ts';

export interface NearGrouping {
  /** A folder with `units-0.parquet` and so on, one for each export, in which engines run. */
  folder: string;
  /** Gets `groups/near.parquet` and `members/near.parquet`, and `left_out` if a component is too large. */
  target: string;
  threads: number | undefined;
  /** 5-grams of a connected component of candidates that are grouped together: memory depends on it. */
  mostGrams: number;
}

const FOLDERS = {
  shared: 'shared',
  keys: 'keys',
  classes: 'classes',
  prefixes: 'prefixes',
  pairs: 'pairs',
  components: 'components',
};
/** Rows of numbers need less memory than rows of functions. */
const NUMBERS_OF_ROW = 4;
/** Rows with a list of 5-grams. */
const ROWS_OF_GROUP = 4096;

/**
 * Groups similar declarations: the engine finds candidates and collects their connected components, in which this program
 * compares them and lets leaders choose.
 *
 * @param sums gets the canonical lines
 * @returns the components that are too large and have no groups here
 * @throws AnalyzerError `engine_failed`; the signal's reason
 */
export async function groupNear(
  engine: SqlEngine,
  exports: readonly ExportFolder[],
  { folder, target, threads, mostGrams }: NearGrouping,
  sums: RangeSums,
  signal: AbortSignal,
): Promise<LeftOut[]> {
  const { dialect } = engine;
  let [units, grams] = [0, 0];
  const files = exports.map(({ near }, at) => {
    const before = units;
    units += near?.units ?? 0;
    grams += near?.grams ?? 0;
    return { path: `units-${at}.parquet`, before };
  });
  for (const name of [...Object.values(FOLDERS), 'grouped']) mkdirSync(join(folder, name));
  const tables: NearTables = { units: files, ...FOLDERS };
  const slices = slicesOf(partsOf(grams, dialect.rowsOfPart * NUMBERS_OF_ROW).length);
  const run = (statements: readonly string[]) => {
    return runEngine(engine, [...dialect.settings(threads), ...statements], folder, signal);
  };
  await run([
    ...slices.map((slice, at) => {
      return dialect.write(tables.shared, partName(at), sharedQuery(dialect, tables, slice));
    }),
    ...slices.map((_, at) => {
      const [from, to] = [at, at + 1].map((its) => Math.ceil((units * its) / slices.length));
      return dialect.write(tables.keys, partName(at), keysQuery(dialect, tables, { from: from ?? 0, to: to ?? units }));
    }),
    dialect.write(tables.classes, 'part', classesQuery(dialect, tables)),
    dialect.write(tables.prefixes, 'part', prefixesQuery(dialect, tables)),
    dialect.write(tables.pairs, 'part', pairsQuery(dialect, tables)),
  ]);
  const chosen = await chooseComponents(folder, { units, most: mostGrams }, signal);
  const statements = [dialect.write('grouped', 'part', groupedQuery(dialect, tables), ROWS_OF_GROUP)];
  if (chosen.leftOut.length > 0) {
    mkdirSync(join(target, 'left_out'));
    statements.push(dialect.write('out/left_out', 'part', leftOutQuery(dialect, tables)));
  }
  if (chosen.units > 0 || chosen.leftOut.length > 0) await run(statements);
  const found = new GroupTablesWriter(target, 'near', sums);
  try {
    for await (const component of componentsOf(engine, join(folder, 'grouped'))) {
      for (const { group, members } of groupComponent(component)) {
        found.add(
          group,
          members.map(({ unit, similarity }) => ({ ...unit, similarity })),
        );
      }
      await setImmediate();
      signal.throwIfAborted();
    }
    found.finish();
  } finally {
    found.close();
  }
  return chosen.leftOut;
}

/** @throws AnalyzerError `engine_failed` if components are not in order, which would divide one */
async function* componentsOf(engine: SqlEngine, folder: string): AsyncGenerator<ListedUnit[]> {
  let open: ListedUnit[] = [];
  for await (const row of readRows(folder, COLUMNS)) {
    const unit = unitOf(row);
    const before = open[0]?.component ?? unit.component;
    if (unit.component < before) {
      throw new AnalyzerError('engine_failed', { engine: engine.runs, reason: 'its rows are not ordered' });
    }
    if (unit.component > before) {
      yield open;
      open = [];
    }
    open.push(unit);
  }
  if (open.length > 0) yield open;
}
