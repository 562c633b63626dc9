import type { Cost } from '../measure/measure.ts';

/** The documented limits of a scan, compared with one run. */
export interface Budget {
  name: string;
  unit: string;
  limit: number;
  least: boolean;
  measured: number;
  held: boolean;
}

export interface Measured {
  bytes: number;
  /** Complete scan to JSON with two workers. */
  scan: Cost;
  /** Ratio of the scan to walking, reading and SHA-256 alone. */
  walk: Cost;
  /** Median seconds of `--help`. */
  help: number;
}

export function budgets({ bytes, scan, walk, help }: Measured): Budget[] {
  return [
    atLeast('scan', 'MB per CPU second', 2.5, bytes / 1e6 / scan.cpu),
    atMost('walk, read and SHA-256', '% of the scan', 15, (100 * walk.cpu) / scan.cpu),
    atMost('memory of all processes', 'MB', 600, scan.peak_pss / 1e6),
    atMost('--help', 'ms', 150, help * 1000),
  ];
}

export function atLeast(name: string, unit: string, limit: number, measured: number): Budget {
  return { name, unit, limit, least: true, measured, held: measured >= limit };
}

export function atMost(name: string, unit: string, limit: number, measured: number): Budget {
  return { name, unit, limit, least: false, measured, held: measured <= limit };
}
