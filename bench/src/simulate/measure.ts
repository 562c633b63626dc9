// Guards: costs of the simulator at three sizes, and its predictions for a fourth one, by real workers and publications. Takes: not measured.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { machine } from '../measure/machine.ts';
import { localPackages, type MeasuredPackage } from '../scale-out/packages.ts';
import { Random } from '../unbreakable/random.ts';
import { fitted, predicted, type SizeOf } from './fit.ts';
import { type MeasuredRun, requirePredicted, writeMeasured } from './measured.ts';
import { bytesBelow, Workers } from './workers.ts';

const CALIBRATED = [3, 30, 300];
const VALIDATED = 100;
const CORES = 2;
const TINY = 40;
const SEED = 20_261_129;

/** Measures the costs with 3, 30 and 300 packages, and predicts a run with 100 others. `--packages DIR` names folders of them. */
export async function measureCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(4),
    options: { packages: { type: 'string', multiple: true, default: [] } },
  });
  const counts = [...CALIBRATED, VALIDATED];
  const total = counts.reduce((sum, count) => sum + count);
  const all = new Random(SEED).shuffled(localPackages(total, values.packages));
  const samples = counts.map((count) => all.splice(0, count));
  const unseen = samples.pop() ?? [];
  const workers = await Workers.start();
  try {
    const none = await workers.run([], 1, workers.cache('none'));
    const tiny = await workers.run(workers.tinyProjects(TINY), 1, workers.cache('tiny'));
    const sizes: SizeOf[] = [];
    for (const sample of samples) sizes.push(await sizeOf(workers, sample));
    const [largest] = samples.slice(-1);
    const cache = workers.cache(String(largest?.length));
    const factsBytes = bytesBelow(cache);
    const warm = await workers.run(pathsOf(largest ?? []), 1, cache);
    const both = await workers.run(pathsOf(largest ?? []), CORES, workers.cache('both'));
    const parquetBytes = await workers.parquetBytes();
    const fit = fitted({ none, tiny: { ...tiny, projects: TINY }, sizes, warm, both, factsBytes, parquetBytes });
    const measured = await sizeOf(workers, unseen);
    const runs: MeasuredRun[] = Object.entries(predicted(fit, measured)).map(([name, its]) => ({
      ...{ name, projects: measured.projects, bytes: measured.bytes },
      ...its,
    }));
    const date = new Date().toISOString().slice(0, 10);
    writeMeasured({ date, load: Math.round(loadavg()[0] ?? 0), machine: machine(), ...fit, at: sizes, runs });
    for (const { name, measured: own, predicted: its } of runs)
      console.log(`${name}: ${own} measured, ${its} predicted`);
    requirePredicted(runs);
  } finally {
    await workers.remove();
  }
}

async function sizeOf(workers: Workers, projects: readonly MeasuredPackage[]): Promise<SizeOf> {
  const worker = await workers.run(pathsOf(projects), 1, workers.cache(String(projects.length)));
  const published = await workers.publish();
  const its: SizeOf = {
    projects: projects.length,
    bytes: projects.reduce((sum, { bytes }) => sum + bytes, 0),
    functions: published.functions,
    workers: worker.cpu,
    stored: worker.server,
    publication: published.cpu + published.server,
    partBytes: published.partBytes,
    indexBytes: published.indexBytes,
  };
  console.log(JSON.stringify(its));
  return its;
}

function pathsOf(projects: readonly MeasuredPackage[]): string[] {
  return projects.map(({ path }) => path);
}
