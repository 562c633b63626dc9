import { Random } from '../unbreakable/random.ts';
import type { Costs, Outcome, Plant } from './model.ts';
import { System } from './system.ts';
import { draw, type Population, total } from './workload.ts';

/** Bytes that are kept in files. */
export interface Sizes {
  /** Of the facts of a byte of unknown content, compressed. */
  factsPerByte: number;
  /** Of an index file, for each function with its node, links and groups. */
  indexPerFunction: number;
  /** Of the Parquet rows of a function. */
  parquetPerFunction: number;
}

/** What a publication to PostgreSQL adds. */
export interface Server {
  /** Seconds of copying the rows of a function and building its indexes, with one connection. */
  publishedFunction: number;
  /** Bytes of a generation in PostgreSQL for a byte of the index file. */
  bytesPerFileByte: number;
  /** Bytes of the parts in the queue for each function, compressed. */
  partPerFunction: number;
  /** Bytes of the groups of the queue for each function, with their indexes. */
  copiesPerFunction: number;
}

/** A publication is complete before the earlier generation is removed. */
const GENERATIONS = 2;

/** Assumed prices, in one currency. */
export interface Prices {
  coreHour: number;
  gigabyteMonth: number;
}

export interface Estimate extends Outcome {
  /** Seconds of one publication of all functions: one program with one thread groups them, then copies the rows. */
  publication: number;
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
  sizes: Sizes;
  server: Server;
  prices: Prices;
  seed: number;
}

export function estimate({ population, plant, costs, sizes, server, prices, seed }: Scenario): Estimate {
  const random = new Random(seed);
  const load = draw(population, random);
  const outcome = new System(plant, costs, load, random).run();
  const [functions, bytes] = [total(load.functions), total(load.bytes)];
  const publication = functions * (costs.groupedFunction + server.publishedFunction);
  const cores = plant.machines * plant.coresPerMachine;
  const coreHours = (outcome.seconds * cores + publication * plant.coresPerMachine) / 3600;
  const unknown = load.bytes.reduce((sum, size, project) => sum + size * (1 - (load.known[project] ?? 0)), 0);
  const storage = {
    facts: unknown * sizes.factsPerByte,
    queue: functions * (server.partPerFunction + server.copiesPerFunction),
    index: GENERATIONS * functions * sizes.indexPerFunction * server.bytesPerFileByte,
    parquet: functions * sizes.parquetPerFunction,
  };
  const kept = storage.facts + storage.queue + storage.index + storage.parquet;
  const price = { cores: coreHours * prices.coreHour, storage: (kept / 1e9) * prices.gigabyteMonth };
  return { ...outcome, publication, functions, bytes, coreHours, storage, price };
}
