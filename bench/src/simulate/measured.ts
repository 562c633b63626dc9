import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH } from '../folders.ts';
import type { Machine } from '../measure/machine.ts';
import type { Fit, SizeOf } from './fit.ts';

/** A figure of real workers that the costs predict. */
export interface MeasuredRun {
  name: string;
  projects: number;
  /** Of source. */
  bytes: number;
  measured: number;
  predicted: number;
}

/** What `simulate measure` found on one machine, with other projects for the costs than for the runs. */
export interface Measured extends Fit {
  date: string;
  /** Mean of the last minute at the end. */
  load: number;
  machine: Machine;
  /** What the costs are from. */
  at: SizeOf[];
  runs: MeasuredRun[];
}

const FILE = join(BENCH, 'src/simulate/measured.json');

export function readMeasured(): Measured {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

export function writeMeasured(measured: Measured): void {
  writeFileSync(FILE, `${JSON.stringify(measured, null, 2)}\n`);
}

/** Largest accepted difference of a prediction, as a share of the measured figure. */
const TOLERANCE = 0.2;

/** @throws if a prediction differs too much */
export function requirePredicted(runs: readonly MeasuredRun[]): void {
  const wrong = runs.filter((run) => Math.abs(differenceOf(run)) > TOLERANCE);
  if (wrong.length > 0) throw new Error(`missed: ${wrong.map(({ name }) => name).join(', ')}`);
}

export function differenceOf({ measured, predicted }: MeasuredRun): number {
  return predicted / measured - 1;
}
