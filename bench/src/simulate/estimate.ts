import { Random } from '../unbreakable/random.ts';
import { type Costs, type Outcome, type Plant, type Publication, publicationTime, type Sizes } from './model.ts';
import { System } from './system.ts';
import { draw, type Population, total } from './workload.ts';

/** A publication is complete before the earlier generation is removed. */
const GENERATIONS = 2;

/** Assumed prices, in one currency. */
export interface Prices {
  coreHour: number;
  gigabyteMonth: number;
}

export interface Estimate extends Outcome {
  /** Seconds of one publication of all functions, without a crash. */
  publication: number;
  /** The same if its machine crashes as often as the others: each time it starts again. */
  crashedPublication: number;
  functions: number;
  bytes: number;
  /** Core hours that are paid for, idle or not, until groups exist: the workers end before the publication. */
  coreHours: number;
  storage: { facts: number; queue: number; index: number; parquet: number };
  price: { cores: number; storage: number };
}

export interface Scenario {
  population: Population;
  plant: Plant;
  costs: Costs;
  publication: Publication;
  sizes: Sizes;
  prices: Prices;
  seed: number;
}

export function estimate({ population, plant, costs, publication: its, sizes, prices, seed }: Scenario): Estimate {
  const random = new Random(seed);
  const load = draw(population, random);
  const outcome = new System(plant, costs, load, random).run();
  const [functions, bytes] = [total(load.functions), total(load.bytes)];
  const publication = publicationTime(its, functions);
  const crashedPublication = untilDone(publication, plant);
  const cores = plant.machines * plant.coresPerMachine;
  const coreHours = (outcome.seconds * cores + crashedPublication * plant.coresPerMachine) / 3600;
  const unknown = load.bytes.reduce((sum, size, project) => sum + size * (1 - (load.known[project] ?? 0)), 0);
  const storage = {
    facts: unknown * sizes.factsPerByte,
    queue: population.projects * sizes.partPerProject + bytes * sizes.partPerByte,
    index: GENERATIONS * (sizes.indexStart + functions * sizes.indexPerFunction),
    parquet: functions * sizes.parquetPerFunction,
  };
  const kept = storage.facts + storage.queue + storage.index + storage.parquet;
  const price = { cores: coreHours * prices.coreHour, storage: (kept / 1e9) * prices.gigabyteMonth };
  return { ...outcome, publication, crashedPublication, functions, bytes, coreHours, storage, price };
}

/** Mean time until work that starts again after each crash is done, if times between crashes are exponential. */
function untilDone(seconds: number, { crashEvery, restart }: Plant): number {
  if (!Number.isFinite(crashEvery)) return seconds;
  return (crashEvery + restart) * Math.expm1(seconds / crashEvery);
}
