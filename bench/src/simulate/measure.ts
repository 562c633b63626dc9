// Guards: costs and predictions of the simulator, by three runs of real workers. Takes: not measured.
import { LARGE_CORPUS } from '../folders.ts';
import { packagesOf } from '../index/packages.ts';
import { machine } from '../measure/machine.ts';
import { Random } from '../unbreakable/random.ts';
import { type Measured, type MeasuredRun, requirePredicted, writeMeasured } from './measured.ts';
import type { Plant, Workload } from './model.ts';
import { SMALL_QUEUE } from './scenarios.ts';
import { System } from './system.ts';
import { bytesBelow, sourceBytes, Workers } from './workers.ts';

const CORES = 2;
const TINY = 40;
const MEGABYTE = 1e6;
/** Larger packages would be most of the time of a run with two jobs. */
const LARGEST = 15 * MEGABYTE;

/** Workers on one machine, without a network between them, the sources and the server. */
const HERE: Omit<Plant, 'jobsPerMachine' | 'connections'> = {
  machines: 1,
  coresPerMachine: CORES,
  fetchLatency: 0,
  bandwidth: Number.POSITIVE_INFINITY,
  crashEvery: Number.POSITIVE_INFINITY,
  lease: 60,
  restart: 0,
};

interface Project {
  path: string;
  bytes: number;
}

/** Measures the costs with every other package of the large corpus, and predicts runs with the rest. */
export async function measureCommand(): Promise<void> {
  const all = packagesOf(LARGE_CORPUS)
    .map(({ path }) => ({ path, bytes: sourceBytes(path) }))
    .filter(({ bytes }) => bytes > 0 && bytes < LARGEST)
    .sort((a, b) => a.bytes - b.bytes);
  const known = all.filter((_, index) => index % 2 === 0);
  const unseen = all.filter((_, index) => index % 2 === 1);
  const workers = await Workers.start();
  try {
    const { start, ...measured } = await costsWith(workers, known);
    const runs: MeasuredRun[] = [];
    const cache = workers.cache('unseen');
    for (const [name, jobs, share, folder] of [
      ['unknown content, one job', 1, 0, workers.cache('first')],
      ['unknown content, two jobs', 2, 0, cache],
      ['known content, two jobs', 2, 1, cache],
    ] as const) {
      const { wall } = await workers.run(pathsOf(unseen), jobs, folder);
      const predicted = start + predict(measured.costs, unseen, jobs, share);
      runs.push({ name, projects: unseen.length, bytes: bytesOf(unseen), measured: wall, predicted });
      process.stdout.write(`${name}: ${wall.toFixed(1)} s measured, ${predicted.toFixed(1)} s predicted\n`);
    }
    writeMeasured({ date: new Date().toISOString().slice(0, 10), machine: machine(), ...measured, runs });
    requirePredicted(runs);
  } finally {
    await workers.remove();
  }
}

async function costsWith(
  workers: Workers,
  projects: readonly Project[],
): Promise<Pick<Measured, 'costs' | 'sizes' | 'functionsPerByte'> & { start: number }> {
  const bytes = bytesOf(projects);
  const [paths, cache] = [pathsOf(projects), workers.cache('known')];
  const none = await workers.run([], 1, workers.cache('none'));
  const tiny = await workers.run(workers.tinyProjects(TINY), 1, workers.cache('tiny'));
  const cold = await workers.run(paths, 1, cache);
  const { cpu, functions, indexBytes, parquetBytes } = await workers.publish();
  const warm = await workers.run(paths, 1, cache);
  const both = await workers.run(paths, CORES, workers.cache('both'));
  const job = (tiny.cpu - none.cpu) / TINY;
  const claim = Math.max(0, (tiny.wall - none.wall) / TINY - job);
  const perByte = (total: number) => Math.max(0, total - projects.length * job - none.cpu) / bytes;
  const waited = cold.wall - none.wall - (cold.cpu - none.cpu) - projects.length * claim;
  return {
    start: none.wall,
    costs: {
      job,
      parsedByte: perByte(cold.cpu),
      knownByte: perByte(warm.cpu),
      contention: Math.max(1, (both.cpu - none.cpu) / (cold.cpu - none.cpu)),
      groupedFunction: cpu / functions,
      claim,
      storedByte: Math.max(0, waited) / bytes,
    },
    sizes: {
      factsPerByte: bytesBelow(cache) / bytes,
      indexPerFunction: indexBytes / functions,
      parquetPerFunction: parquetBytes / functions,
    },
    functionsPerByte: functions / bytes,
  };
}

function predict(costs: Measured['costs'], projects: readonly Project[], jobs: number, known: number): number {
  const load: Workload = {
    bytes: Float64Array.from(projects, ({ bytes }) => bytes),
    functions: new Float64Array(projects.length),
    known: new Float64Array(projects.length).fill(known),
  };
  const plant = { ...HERE, jobsPerMachine: jobs, connections: jobs };
  return new System(plant, { ...costs, ...SMALL_QUEUE, fetchedByte: 0 }, load, new Random(1)).run().seconds;
}

function pathsOf(projects: readonly Project[]): string[] {
  return projects.map(({ path }) => path);
}

function bytesOf(projects: readonly Project[]): number {
  return projects.reduce((sum, { bytes }) => sum + bytes, 0);
}
