import { type Costs, type Publication, publicationTime, type Sizes } from './model.ts';
import type { SharedCost } from './workers.ts';

/** What a number of projects took. Times are CPU seconds. */
export interface SizeOf {
  projects: number;
  bytes: number;
  functions: number;
  /** Of the program that indexed them one after another. */
  workers: number;
  /** Of the server meanwhile. */
  stored: number;
  /** Of the first publication to PostgreSQL, and of the server. */
  publication: number;
  partBytes: number;
  indexBytes: number;
}

export interface Calibration {
  none: SharedCost;
  tiny: SharedCost & { projects: number };
  /** Ascending. */
  sizes: readonly SizeOf[];
  /** The largest size again with known content, and with unknown content and one job for each core. */
  warm: SharedCost;
  both: SharedCost;
  /** Of the largest size. */
  factsBytes: number;
  parquetBytes: number;
}

export interface Fit {
  /** CPU seconds of a worker and of the server without a job. */
  start: number;
  serverStart: number;
  costs: Omit<Costs, 'fetchedByte'>;
  publication: Publication;
  sizes: Sizes;
  functionsPerByte: number;
}

/** Seconds: the kernel counts hundredths, so that less says nothing. */
const LEAST = 0.1;
const STEP = 0.01;
const MAX_GROWTH = 1.5;

export function fitted({ none, tiny, sizes, warm, both, factsBytes, parquetBytes }: Calibration): Fit {
  const largest = sizes.at(-1);
  if (largest === undefined) throw new RangeError('no size was measured');
  const jobs = (time: (its: SizeOf) => number, ofTiny: number, start: number): Pair =>
    leastSquares(
      [
        { x: [tiny.projects, 0] as Pair, y: ofTiny - start },
        ...sizes.map((its): Point => ({ x: [its.projects, its.bytes], y: time(its) - start })),
      ].filter(({ y }) => y >= LEAST),
    );
  const [job, parsedByte] = jobs(({ workers }) => workers, tiny.cpu, none.cpu);
  const [claim, storedByte] = jobs(({ stored }) => stored, tiny.server, none.server);
  const [partPerProject, partPerByte] = leastSquares(
    sizes.map(({ projects, bytes, partBytes }) => ({ x: [projects, bytes], y: partBytes })),
  );
  const [indexStart, indexPerFunction] = leastSquares(
    sizes.map(({ functions, indexBytes }) => ({ x: [1, functions], y: indexBytes })),
  );
  return {
    start: none.cpu,
    serverStart: none.server,
    costs: {
      job,
      parsedByte,
      knownByte: Math.max(0, warm.cpu - none.cpu - largest.projects * job) / largest.bytes,
      contention: Math.max(1, (both.cpu - none.cpu) / (largest.workers - none.cpu)),
      claim,
      storedByte,
    },
    publication: publicationOf(sizes),
    sizes: {
      factsPerByte: factsBytes / largest.bytes,
      partPerProject,
      partPerByte,
      indexStart,
      indexPerFunction,
      parquetPerFunction: parquetBytes / largest.functions,
    },
    functionsPerByte: largest.functions / largest.bytes,
  };
}

/** Of the fourth size: what was measured, and what the costs of the others predict. */
export function predicted(fit: Fit, of: SizeOf): Record<string, { measured: number; predicted: number }> {
  const { start, serverStart, costs, publication, sizes } = fit;
  const { projects, bytes, functions } = of;
  return {
    'CPU seconds of workers and of the server': {
      measured: of.workers + of.stored,
      predicted:
        start + serverStart + projects * (costs.job + costs.claim) + bytes * (costs.parsedByte + costs.storedByte),
    },
    'CPU seconds of a publication': { measured: of.publication, predicted: publicationTime(publication, functions) },
    'bytes of parts': {
      measured: of.partBytes,
      predicted: projects * sizes.partPerProject + bytes * sizes.partPerByte,
    },
    'bytes of the index': {
      measured: of.indexBytes,
      predicted: sizes.indexStart + functions * sizes.indexPerFunction,
    },
  };
}

/** The exponent with the smallest errors; less than 1 would say that more functions cost less. */
function publicationOf(sizes: readonly SizeOf[]): Publication {
  let best: { its: Publication; error: number } | undefined;
  for (let growth = 1; growth <= MAX_GROWTH; growth += STEP) {
    const [start, unit] = leastSquares(
      sizes.map(({ functions, publication }) => ({ x: [1, functions ** growth], y: publication })),
    );
    const its = { start, unit, growth };
    const error = sizes.reduce(
      (sum, { functions, publication }) => sum + (publicationTime(its, functions) / publication - 1) ** 2,
      0,
    );
    if (best === undefined || error < best.error) best = { its, error };
  }
  if (best === undefined) throw new RangeError('no exponent was tried');
  return best.its;
}

type Pair = [number, number];

interface Point {
  x: Pair;
  y: number;
}

/** Two factors, not negative, with the smallest sum of squares of relative errors. */
export function leastSquares(points: readonly Point[]): Pair {
  let [aa, ab, bb, ay, by] = [0, 0, 0, 0, 0];
  for (const { x, y } of points) {
    const [a, b] = [x[0] / y, x[1] / y];
    aa += a * a;
    ab += a * b;
    bb += b * b;
    ay += a;
    by += b;
  }
  const determinant = aa * bb - ab * ab;
  const both: Pair = [(ay * bb - by * ab) / determinant, (aa * by - ab * ay) / determinant];
  if (both[0] >= 0 && both[1] >= 0) return both;
  return both[0] < 0 ? [0, by / bb] : [ay / aa, 0];
}
