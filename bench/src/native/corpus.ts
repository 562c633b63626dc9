import type { Cost } from '../measure/measure.ts';
import { type Program, rounds } from '../measure/repeat.ts';
import { costOf } from '../time/run.ts';
import { RIVAL, rivalOn } from './rival.ts';

/** The two programs that are measured. */
export interface Built {
  /** `analyzer-rs`. */
  native: string;
  /** Its example `parse_floor`: the same walk, reading, hashing and parsing, and nothing made of the trees. */
  floor: string;
}

export interface CorpusCosts {
  scan: Cost;
  floor: Cost;
  rival?: Cost;
}

export const JOBS = 2;

export function scanOf({ native }: Built, folder: string, jobs: number): Program {
  const args = ['scan', folder, '--all', '--jobs', String(jobs)];
  return { name: `scan, ${jobs === 1 ? 'one job' : `${jobs} jobs`}`, program: native, args, reads: folder };
}

/** Medians by CPU time of programs that take turns. */
export async function costsOn(folder: string, built: Built, times: number, rival: boolean): Promise<CorpusCosts> {
  const scan = scanOf(built, folder, JOBS);
  const floor = { name: 'parse only', program: built.floor, args: [folder, String(JOBS)], reads: folder };
  const programs = [scan, floor, ...(rival ? [{ name: RIVAL, args: rivalOn(folder), reads: folder }] : [])];
  const costs = await rounds(times, programs, 'cpu');
  const found = { scan: costOf(costs, scan.name), floor: costOf(costs, floor.name) };
  return rival ? { ...found, rival: costOf(costs, RIVAL) } : found;
}
