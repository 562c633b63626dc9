import type { Prices, Scenario } from './estimate.ts';
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
  // Assumptions: hosts answer in a second and begin ten fetches a second, and one machine gets a gigabit per second.
  fetchLatency: 1,
  fetchRate: 10,
  bandwidth: 125e6,
  connections: 64,
  crashEvery: 30 * 24 * 3600,
  lease: 60,
  restart: 300,
};

/** Text compresses to about a quarter. */
const FETCHED_BYTE = 0.25;

export const PRICES: Prices = { coreHour: 0.04, gigabyteMonth: 0.05 };

export interface Variation {
  projects: number;
  machines: number;
  /** Factor of the times to fetch: latency, transfer and between two fetches. */
  fetch?: number;
  known?: number;
  seed: number;
}

export function scenario(
  { costs, publication, sizes, functionsPerByte }: Measured,
  { projects, machines, fetch = 1, known = PUBLIC.known, seed }: Variation,
): Scenario {
  const { fetchLatency, fetchRate, bandwidth } = MACHINE;
  return {
    population: { ...PUBLIC, projects, functionsPerByte, known },
    plant: {
      ...MACHINE,
      machines,
      fetchLatency: fetchLatency * fetch,
      fetchRate: fetchRate / fetch,
      bandwidth: bandwidth / fetch,
    },
    costs: { ...costs, fetchedByte: FETCHED_BYTE },
    publication,
    sizes,
    prices: PRICES,
    seed,
  };
}
