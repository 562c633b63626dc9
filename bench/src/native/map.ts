import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ANALYZER, LARGE_CORPUS } from '../folders.ts';
import { packagesOf, writeManifest } from '../index/packages.ts';
import { type Cost, measure } from '../measure/measure.ts';
import { atMost, type Budget } from '../time/budgets.ts';
import { type Built, scanOf } from './corpus.ts';

const MB = 1_000_000;

/**
 * What a map of the large corpus costs with the native engine, beside a scan by that engine alone. Two packages go by
 * one name, so they are named in a file, and the map is made in its two steps: index and export.
 */
export async function mapBudgets(built: Built): Promise<Budget[]> {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-native-map-'));
  try {
    const [manifest, db, page] = ['projects.json', 'index.db', 'map.html'].map((name) => join(folder, name));
    if (manifest === undefined || db === undefined || page === undefined) return [];
    writeManifest(manifest, packagesOf(LARGE_CORPUS));
    const engine = ['--engine', 'native', '--rust-bin', built.native];
    const { program, args } = scanOf(built, LARGE_CORPUS, 2);
    const timed = { memory: false };
    const scan = await measure(args, { ...(program === undefined ? {} : { program }), ...timed });
    const index = await measure([ANALYZER, 'workspace', 'index', '--manifest', manifest, '--db', db, ...engine], timed);
    const map = await measure([ANALYZER, 'workspace', 'export', '--db', db, '--format', 'html', '-o', page], timed);
    process.stdout.write(`scan ${seconds(scan)}, index ${seconds(index)}, export ${seconds(map)}\n\n`);
    return [
      atMost('map of the large corpus, CPU by a scan', '×', 2.2, (index.cpu + map.cpu) / scan.cpu),
      atMost('map of the large corpus, largest process', 'MB', 1200, Math.max(index.largest_rss, map.largest_rss) / MB),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function seconds({ cpu }: Cost): string {
  return `${cpu.toFixed(1)} CPU s`;
}
