import type { Cost } from '../measure/measure.ts';
import { type Program, rounds } from '../measure/repeat.ts';
import { costOf } from '../time/run.ts';
import { RIVAL, rivalOn } from './rival.ts';

/** The two programs that are measured. */
export interface Built {
  /** `analyzer-rs`. */
  native: string;
  /** Its example `parse_floor`: the same walk, reading, hashing and parsing; the trees are dropped. */
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

/** Medians by CPU time of alternating programs. */
export async function costsOn(folder: string, built: Built, times: number, rival: boolean): Promise<CorpusCosts> {
  const programs = [...scanAndFloor(folder, built), ...(rival ? [rivalProgram(folder)] : [])];
  const costs = await rounds(times, programs, 'cpu');
  const found = costsIn(costs, folder);
  return rival ? { ...found, rival: costOf(costs, RIVAL) } : found;
}

/** The same for several folders, all alternating. */
export async function costsInTurns(folders: readonly string[], built: Built, times: number): Promise<CorpusCosts[]> {
  const costs = await rounds(
    times,
    folders.flatMap((folder) => scanAndFloor(folder, built)),
    'cpu',
  );
  return folders.map((folder) => costsIn(costs, folder));
}

function scanAndFloor(folder: string, built: Built): Program[] {
  const floor = { program: built.floor, args: [folder, String(JOBS)], reads: folder };
  return [
    { ...scanOf(built, folder, JOBS), name: `scan ${folder}` },
    { ...floor, name: `parse only ${folder}` },
  ];
}

function costsIn(costs: ReadonlyMap<string, Cost>, folder: string): CorpusCosts {
  return { scan: costOf(costs, `scan ${folder}`), floor: costOf(costs, `parse only ${folder}`) };
}

function rivalProgram(folder: string): Program {
  return { name: RIVAL, ...rivalOn(folder), reads: folder };
}
