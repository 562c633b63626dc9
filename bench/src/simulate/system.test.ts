import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Random } from '../unbreakable/random.ts';
import type { Costs, Outcome, Plant, Workload } from './model.ts';
import { System } from './system.ts';

const COSTS: Costs = {
  job: 0.1,
  parsedByte: 2e-7,
  knownByte: 2e-9,
  contention: 1,
  claim: 0.002,
  storedByte: 1e-9,
  fetchedByte: 0.25,
};

const PLANT: Plant = {
  machines: 3,
  coresPerMachine: 4,
  jobsPerMachine: 12,
  fetchLatency: 0.5,
  fetchRate: 1e9,
  bandwidth: 1e7,
  connections: 4,
  crashEvery: Number.POSITIVE_INFINITY,
  lease: 60,
  restart: 120,
};

/** Projects of 1 to 3 MB, half of whose content is known. */
function projects(count: number): Workload {
  const random = new Random(count);
  return {
    bytes: Float64Array.from({ length: count }, () => 1e6 + random.below(2e6)),
    functions: new Float64Array(count).fill(500),
    known: new Float64Array(count).fill(0.5),
  };
}

function run(plant: Partial<Plant>, load: Workload, costs: Partial<Costs> = {}, seed = 1): Outcome {
  return new System({ ...PLANT, ...plant }, { ...COSTS, ...costs }, load, new Random(seed)).run();
}

function work(load: Workload): number {
  return load.bytes.reduce((sum, bytes) => sum + 0.1 + bytes * 1.01e-7, 0);
}

test('one job at a time takes the sum of all its steps', () => {
  const load = projects(20);
  const { seconds, useful, database } = run({ machines: 1, coresPerMachine: 1, jobsPerMachine: 1 }, load);
  const fetched = load.bytes.reduce((sum, bytes) => sum + 0.5 + (bytes * 0.25) / 1e7, 0);
  const stored = load.bytes.reduce((sum, bytes) => sum + 0.002 + bytes * 1e-9, 0);
  expect(useful).toBeCloseTo(work(load), 6);
  expect(database).toBeCloseTo(stored, 9);
  expect(seconds).toBeCloseTo(work(load) + fetched + stored, 6);
});

test('the cores bound the time when all else is fast', () => {
  const load = projects(2000);
  const { seconds, useful } = run({ fetchLatency: 0, bandwidth: 1e12, connections: 100 }, load);
  expect(useful).toBeCloseTo(work(load), 3);
  expect(seconds).toBeGreaterThan(useful / 12);
  expect(seconds).toBeLessThan((useful / 12) * 1.02);
});

test('busy cores slow each other down', () => {
  const load = projects(2000);
  const fast = { fetchLatency: 0, bandwidth: 1e12, connections: 100 };
  const { useful, seconds } = run(fast, load, { contention: 1.5 });
  expect(useful).toBeGreaterThan(1.45 * work(load));
  expect(useful).toBeLessThanOrEqual(1.5 * work(load));
  expect(seconds).toBeGreaterThan((1.45 * work(load)) / 12);
  expect(run({ ...fast, coresPerMachine: 1 }, load, { contention: 1.5 }).useful).toBeCloseTo(work(load), 3);
});

test('the network bounds the time when it is slow', () => {
  const load = projects(300);
  const { seconds } = run({ bandwidth: 1e4 }, load);
  const transfer = load.bytes.reduce((sum, bytes) => sum + (bytes * 0.25) / 1e4, 0);
  expect(seconds).toBeGreaterThan(transfer / 3);
  expect(seconds).toBeLessThan((transfer / 3) * 1.1);
});

test('the connections bound the time when storing is slow', () => {
  const load = projects(300);
  const { seconds, database } = run({ connections: 2 }, load, { storedByte: 1e-6 });
  expect(seconds).toBeGreaterThan(database / 2);
  expect(seconds).toBeLessThan((database / 2) * 1.05);
});

test('every project is stored once, also after crashes; a crash costs time and never work that counts', () => {
  const plants = fc.record({
    machines: fc.integer({ min: 1, max: 4 }),
    jobsPerMachine: fc.integer({ min: 1, max: 6 }),
    connections: fc.integer({ min: 1, max: 3 }),
    crashEvery: fc.integer({ min: 5, max: 100 }),
  });
  const load = projects(150);
  fc.assert(
    fc.property(plants, fc.integer({ min: 1, max: 1e9 }), (plant, seed) => {
      const { useful, lost, again, seconds } = run(plant, load, {}, seed);
      const calm = run({ ...plant, crashEvery: Number.POSITIVE_INFINITY }, load, {}, seed);
      expect(useful).toBeCloseTo(work(load), 6);
      expect(lost).toBeGreaterThanOrEqual(0);
      expect(lost).toBeLessThanOrEqual(again * 0.5);
      expect([calm.again, calm.lost]).toEqual([0, 0]);
      if (again > 20) expect(seconds).toBeGreaterThan(calm.seconds);
    }),
    { numRuns: 40 },
  );
});

test('the same seed gives the same outcome, another seed another one', () => {
  const load = projects(400);
  const crashes = { crashEvery: 20 };
  expect(run(crashes, load, {}, 7)).toEqual(run(crashes, load, {}, 7));
  expect(run(crashes, load, {}, 7)).not.toEqual(run(crashes, load, {}, 8));
});

test('the sources bound the time when they begin few fetches, with any number of machines', () => {
  const load = projects(1000);
  const slow = { fetchRate: 5, fetchLatency: 0, connections: 100 };
  for (const machines of [3, 30]) {
    const { seconds } = run({ ...slow, machines }, load);
    expect(seconds).toBeGreaterThanOrEqual(1000 / 5);
    expect(seconds).toBeLessThan((1000 / 5) * 1.1);
  }
});
