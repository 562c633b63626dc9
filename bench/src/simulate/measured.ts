import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH } from '../folders.ts';
import type { Machine } from '../measure/machine.ts';
import type { Sizes } from './estimate.ts';
import type { Costs } from './model.ts';

/** A run of real workers that the simulation predicts. */
export interface MeasuredRun {
  name: string;
  projects: number;
  bytes: number;
  /** Seconds. */
  measured: number;
  predicted: number;
}

/** Costs that `scenarios.ts` has: they are measured with a queue and a server, not with a package folder. */
export type OfServer = 'lock' | 'lockedFunction';

/** What `simulate measure` found on one machine, with other projects for the costs than for the runs. */
export interface Measured {
  date: string;
  machine: Machine;
  costs: Omit<Costs, OfServer | 'fetchedByte'>;
  sizes: Sizes;
  functionsPerByte: number;
  runs: MeasuredRun[];
}

const FILE = join(BENCH, 'src/simulate/measured.json');

export function readMeasured(): Measured {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

export function writeMeasured(measured: Measured): void {
  writeFileSync(FILE, `${JSON.stringify(measured, null, 2)}\n`);
}

/** Largest accepted difference of a prediction, as a share of the measured time. */
const TOLERANCE = 0.2;

/** @throws if a prediction differs too much */
export function requirePredicted(runs: readonly MeasuredRun[]): void {
  const wrong = runs.filter((run) => Math.abs(differenceOf(run)) > TOLERANCE);
  if (wrong.length > 0) throw new Error(`missed: ${wrong.map(({ name }) => name).join(', ')}`);
}

export function differenceOf({ measured, predicted }: MeasuredRun): number {
  return predicted / measured - 1;
}
