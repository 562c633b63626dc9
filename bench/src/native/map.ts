import { join } from 'node:path';
import { ANALYZER } from '../folders.ts';
import { packagesOf, writeManifest } from '../index/packages.ts';
import { type Cost, measure } from '../measure/measure.ts';
import { median } from '../measure/median.ts';
import { inMemoryFolder } from '../measure/memory-folder.ts';
import { readAll } from '../measure/read-all.ts';
import { atMost, type Budget } from '../time/budgets.ts';
import { type Built, scanOf } from './corpus.ts';

const MB = 1_000_000;

/**
 * Cost of a map of the large corpus with the native engine, alternating with a scan of `analyzer-rs` alone. Two
 * packages have the same name, so a workspace file names them, and the map is created in two steps: index and export.
 *
 * @param corpus its folder
 */
export async function mapBudgets(built: Built, corpus: string, times: number): Promise<Budget[]> {
  const costs: Costs[] = [];
  for (let round = 0; round < times; round++) costs.push(await inTurns(built, corpus));
  const typical = (step: keyof Costs) => median(costs.map((it) => it[step].cpu));
  const [scan, index, map] = [typical('scan'), typical('index'), typical('map')];
  process.stdout.write(`scan ${seconds(scan)}, index ${seconds(index)}, export ${seconds(map)}\n\n`);
  const largest = Math.max(...costs.flatMap(({ index, map }) => [index.largest_rss, map.largest_rss]));
  return [
    atMost('map of the large corpus, CPU by a scan', '×', 2.2, (index + map) / scan),
    atMost('map of the large corpus, largest process', 'MB', 1200, largest / MB),
  ];
}

interface Costs {
  scan: Cost;
  index: Cost;
  map: Cost;
}

function inTurns(built: Built, corpus: string): Promise<Costs> {
  return inMemoryFolder('analyzer-native-map-', async (folder) => {
    const [manifest, db, page] = [join(folder, 'projects.json'), join(folder, 'index.db'), join(folder, 'map.html')];
    writeManifest(manifest, packagesOf(corpus));
    const engine = ['--engine', 'native', '--rust-bin', built.native];
    const { program, args } = scanOf(built, corpus, 2);
    const timed = { memory: false };
    readAll(corpus);
    return {
      scan: await measure(args, { ...(program === undefined ? {} : { program }), ...timed }),
      index: await measure([ANALYZER, 'workspace', 'index', '--manifest', manifest, '--db', db, ...engine], timed),
      map: await measure([ANALYZER, 'workspace', 'export', '--db', db, '--format', 'html', '-o', page], timed),
    };
  });
}

function seconds(cpu: number): string {
  return `${cpu.toFixed(1)} CPU s`;
}
