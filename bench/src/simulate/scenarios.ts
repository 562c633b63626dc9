import type { Prices, Scenario, Server } from './estimate.ts';
import type { Measured } from './measured.ts';
import type { Plant } from './model.ts';
import type { Population } from './workload.ts';

/**
 * Public code as others counted it: 428 million files in 4.5 million projects, 80 % of the files with the content of
 * another one (Lopes et al. 2017, DéjàVu). The mean size of a file and the spread are assumptions.
 */
const PUBLIC: Omit<Population, 'projects' | 'functionsPerByte'> = { bytes: 95 * 8_000, spread: 1.8, known: 0.8 };

const MACHINE: Omit<Plant, 'machines'> = {
  coresPerMachine: 16,
  jobsPerMachine: 48,
  // Assumptions: a host answers in a second, and one machine gets a gigabit per second.
  fetchLatency: 1,
  bandwidth: 125e6,
  connections: 64,
  crashEvery: 30 * 24 * 3600,
  lease: 60,
  restart: 300,
};

/**
 * The one lock of the groups of a queue, as measured with 125 projects and 25,905 functions on a busy machine. With 445
 * packages, most of them small, a result held it for 0.10 to 0.15 s on a quiet one: the worse figure counts.
 */
const LOCK = { lock: 0.28, lockedFunction: 0.00038 };

/** The same for a queue of a few projects, as in the runs that the simulation must predict; their costs include it. */
export const SMALL_QUEUE = { lock: 0, lockedFunction: 0 };

/** Measured on 27 November 2026, with 125 projects and 25,905 functions, on two cores that other programs used too. */
const SERVER: Server = {
  // 4.6 s of the server and 1.8 s of the client, which copies rows and waits for it.
  publishedFunction: 6.4 / 25_905,
  bytesPerFileByte: 67.0 / 27.1,
  partPerFunction: 18.9e6 / 25_905,
  copiesPerFunction: 11.9e6 / 25_905,
};

/** Text compresses to about a quarter. */
const FETCHED_BYTE = 0.25;

export const PRICES: Prices = { coreHour: 0.04, gigabyteMonth: 0.05 };

export interface Variation {
  projects: number;
  machines: number;
  /** Factor of the time to fetch: latency and transfer. */
  fetch?: number;
  known?: number;
  seed: number;
}

export function scenario(
  { costs, sizes, functionsPerByte }: Measured,
  { projects, machines, fetch = 1, known = PUBLIC.known, seed }: Variation,
): Scenario {
  const { fetchLatency, bandwidth } = MACHINE;
  return {
    population: { ...PUBLIC, projects, functionsPerByte, known },
    plant: { ...MACHINE, machines, fetchLatency: fetchLatency * fetch, bandwidth: bandwidth / fetch },
    costs: { ...costs, ...LOCK, fetchedByte: FETCHED_BYTE },
    sizes,
    server: SERVER,
    prices: PRICES,
    seed,
  };
}
