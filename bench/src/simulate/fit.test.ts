import { expect, test } from 'vitest';
import { type Calibration, fitted, leastSquares, predicted, type SizeOf } from './fit.ts';

const cost = (cpu: number, server: number) => {
  return { cpu, server, wall: 0, first_cpu: 0, peak_pss: 0, largest_rss: 0, processes: 0 };
};

/** What known costs would have taken. */
function sizeOf(projects: number, bytes: number): SizeOf {
  const functions = bytes / 1_000;
  return {
    ...{ projects, bytes, functions },
    workers: 0.5 + 0.1 * projects + 2e-7 * bytes,
    stored: 0.1 + 0.01 * projects + 1e-8 * bytes,
    publication: 2 + 1e-4 * functions ** 1.1,
    partBytes: 9_000 * projects + 0.5 * bytes,
    indexBytes: 2e6 + 2_000 * functions,
  };
}

const sizes = [sizeOf(3, 1e6), sizeOf(30, 7e6), sizeOf(300, 120e6)];
const CALIBRATION: Calibration = {
  none: cost(0.5, 0.1),
  tiny: { ...cost(0.5 + 40 * 0.1, 0.1 + 40 * 0.01), projects: 40 },
  sizes,
  warm: cost(0.5 + 300 * 0.1 + 120e6 * 1e-8, 0),
  both: cost(0.5 + (300 * 0.1 + 120e6 * 2e-7) * 1.2, 0),
  factsBytes: 240e6,
  parquetBytes: 12e6,
};

test('costs are found that what was measured is made of', () => {
  const { costs, publication } = fitted(CALIBRATION);
  expect(costs.job).toBeCloseTo(0.1, 6);
  expect(costs.parsedByte).toBeCloseTo(2e-7, 12);
  expect(costs.knownByte).toBeCloseTo(1e-8, 12);
  expect(costs.contention).toBeCloseTo(1.2, 6);
  expect(publication.growth).toBeCloseTo(1.1, 6);
});

test('another size of the same costs is predicted', () => {
  for (const its of Object.values(predicted(fitted(CALIBRATION), sizeOf(100, 30e6)))) {
    expect(its.predicted / its.measured).toBeCloseTo(1, 3);
  }
});

test('a publication of which more functions cost less is not expected to go on so', () => {
  const cheaper = sizes.map((its) => ({ ...its, publication: 2 + 1e-2 * its.functions ** 0.7 }));
  expect(fitted({ ...CALIBRATION, sizes: cheaper }).publication.growth).toBe(1);
});

test('a factor that would be negative is 0', () => {
  const points = [1, 2, 3].map((n) => ({ x: [1, n] as [number, number], y: 10 * n - 5 }));
  const [start, unit] = leastSquares(points);
  expect(start).toBe(0);
  expect(unit).toBeGreaterThan(0);
});
