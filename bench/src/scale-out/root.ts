import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AnalyzerError } from '@analyzer/contracts';
import { ENGINE_NAMES } from '@analyzer/core/cluster/group/engine.ts';
import { findEngine } from '@analyzer/core/cluster/group/find-engine.ts';
import { groupsRoot } from '@analyzer/core/cluster/parquet/read-export.ts';
import { ANALYZER } from '../folders.ts';
import { measure } from '../measure/measure.ts';
import { table } from '../table.ts';
import { generatedRows, writeExport } from './generated-rows.ts';
import { sqliteRoot } from './sqlite-root.ts';

/** Memory of a run for minutes. */
const SAMPLE_MS = 500;

/**
 * Groups the same generated rows, each time in another order, with SQLite and with each installed engine: all roots must
 * be equal.
 *
 * @throws if they differ
 */
export async function rootCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(4),
    options: {
      rows: { type: 'string', default: '200000' },
      seed: { type: 'string', default: '1' },
      engine: { type: 'string', multiple: true, default: [...ENGINE_NAMES] },
    },
  });
  const [rows, seed] = [Number(values.rows), Number(values.seed)];
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-root-'));
  process.stdout.write(`${cpus().length} CPUs, load ${loadavg()[0]?.toFixed(1)}; ${rows} rows, seed ${seed}\n`);
  try {
    const started = performance.now();
    const expected = await sqliteRoot(join(folder, 'rows.db'), generatedRows(seed, rows, 0));
    const seconds = (performance.now() - started) / 1000;
    const peak = process.resourceUsage().maxRSS * 1024;
    const results = [['sqlite', expected.slice(0, 16), seconds.toFixed(1), (peak / 1e6).toFixed(0)]];
    rmSync(join(folder, 'rows.db'));
    for (const [order, name] of ENGINE_NAMES.entries()) {
      if (!values.engine.includes(name)) continue;
      const missing = reasonWithout(name);
      if (missing !== undefined) {
        results.push([name, missing, '', '']);
        continue;
      }
      const [from, to] = [join(folder, `${name}-rows`), join(folder, `${name}-groups`)];
      writeExport(from, generatedRows(seed, rows, order + 1));
      const args = [ANALYZER, 'cluster', 'group', '--engine', name, '--from', from, '-o', to];
      const { wall, peak_pss } = await measure(args, { sampleMs: SAMPLE_MS });
      const root = await groupsRoot(to);
      results.push([name, root.slice(0, 16), wall.toFixed(1), (peak_pss / 1e6).toFixed(0)]);
      for (const used of [from, to]) rmSync(used, { recursive: true });
      if (root !== expected) throw new Error(`the root of ${name} is ${root}, that of SQLite ${expected}`);
    }
    process.stdout.write(table([['engine', 'root', 's', 'peak MB'], ...results]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function reasonWithout(name: (typeof ENGINE_NAMES)[number]): string | undefined {
  try {
    findEngine(name);
    return undefined;
  } catch (error) {
    if (error instanceof AnalyzerError) return 'not installed';
    throw error;
  }
}
