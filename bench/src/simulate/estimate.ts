import { Random } from '../unbreakable/random.ts';
import type { Costs, Outcome, Plant } from './model.ts';
import { System } from './system.ts';
import { draw, type Population, total } from './workload.ts';

/** Ranges of the key space: grouping works on one at a time. */
const RANGES = 256;

/** Bytes that are kept, in PostgreSQL or files. */
export interface Sizes {
  /** Of the facts of a byte of unknown content, compressed. */
  factsPerByte: number;
  /** Of an index in PostgreSQL, for each function with its node, links and groups. */
  indexPerFunction: number;
  /** Of the Parquet rows of a function. */
  parquetPerFunction: number;
}

/** Assumed prices, in one currency. */
export interface Prices {
  coreHour: number;
  gigabyteMonth: number;
}

export interface Estimate extends Outcome {
  /** Seconds to group all functions, on all cores. */
  grouping: number;
  /** Processor seconds of grouping. */
  grouped: number;
  functions: number;
  bytes: number;
  /** Core hours that are paid for, idle or not, until groups exist. */
  coreHours: number;
  storage: { facts: number; index: number; parquet: number };
  price: { cores: number; storage: number };
}

export interface Scenario {
  population: Population;
  plant: Plant;
  costs: Costs;
  sizes: Sizes;
  prices: Prices;
  seed: number;
}

export function estimate({ population, plant, costs, sizes, prices, seed }: Scenario): Estimate {
  const random = new Random(seed);
  const load = draw(population, random);
  const outcome = new System(plant, costs, load, random).run();
  const [functions, bytes] = [total(load.functions), total(load.bytes)];
  const cores = plant.machines * plant.coresPerMachine;
  const grouped = functions * costs.groupedFunction * costs.contention;
  const grouping = Math.ceil(RANGES / cores) * (grouped / RANGES);
  const coreHours = ((outcome.seconds + grouping) * cores) / 3600;
  const unknown = load.bytes.reduce((sum, size, project) => sum + size * (1 - (load.known[project] ?? 0)), 0);
  const storage = {
    facts: unknown * sizes.factsPerByte,
    index: functions * sizes.indexPerFunction,
    parquet: functions * sizes.parquetPerFunction,
  };
  const kept = storage.facts + storage.index + storage.parquet;
  const price = { cores: coreHours * prices.coreHour, storage: (kept / 1e9) * prices.gigabyteMonth };
  return { ...outcome, grouping, grouped, functions, bytes, coreHours, storage, price };
}
