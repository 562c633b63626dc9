import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { awaitedCpu } from '../../measure/process-tree.ts';
import { watchedRun } from '../entries/watched-run.ts';
import type { Family } from './family.ts';
import type { Program } from './programs.ts';

const MB = 1_000_000;
/** Less CPU time than this, in seconds, says nothing about growth. */
const MIN_CPU = 0.3;
const MAX_EXPONENT = 1.2;
const MAX_MEMORY = { base: 150 * MB, ofByte: 40 };
const MAX_OUTPUT = { base: MB, ofByte: 20 };
const LIMITS = { seconds: 600, memory: 8000 * MB };

/** What the start of programs takes. */
export const ONE_LINE: Family = { name: 'one line', from: 1, make: () => new Map([['a.js', 'f();\n']]) };

/** A run over one size of a family. */
export interface Step {
  bytes: number;
  cpu: number;
  peak: number;
  output: number;
  failure: string | undefined;
}

export const NOTHING: Step = { bytes: 0, cpu: 0, peak: 0, output: 0, failure: undefined };

/** Runs a program over a family of size `n`. */
export async function step(family: Family, n: number, program: Program): Promise<Step> {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-families-'));
  try {
    const [project, scratch] = [join(folder, 'project'), join(folder, 'scratch')];
    mkdirSync(scratch);
    if (program.ofChange === true) {
      writeFiles(project, family.make(Math.ceil(n / 2)));
      commitAll(project);
    }
    const bytes = writeFiles(project, family.make(n));
    const command = await program.prepare(project, scratch);
    const before = awaitedCpu();
    const run = await watchedRun(command, LIMITS, program);
    const cpu = awaitedCpu() - before;
    return { bytes, cpu, peak: run.peak, output: outputOf(scratch), failure: run.failure };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns the bytes of texts and paths */
function writeFiles(folder: string, files: ReadonlyMap<string, string>): number {
  let bytes = 0;
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    bytes += Buffer.byteLength(text) + path.length;
  }
  return bytes;
}

function commitAll(folder: string): void {
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'gc.auto=0'];
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...author, 'commit', '-qm', 'Half'],
  ])
    execFileSync('git', ['-C', folder, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** The bytes that the program wrote. */
function outputOf(scratch: string): number {
  const sizes = ['document.json', 'index.db', 'map.html'].map(
    (name) => statSync(join(scratch, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * Of the growth of CPU time from the first size to the last one, by the bytes of the input.
 *
 * @param floor a project of one line: what the start of programs takes
 */
export function exponent(steps: readonly Step[], floor: Step): number {
  const [first, last] = [steps.at(0), steps.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const own = ({ cpu }: Step) => Math.max(cpu - floor.cpu, MIN_CPU);
  return Math.log(own(last) / own(first)) / Math.log(last.bytes / first.bytes);
}

/**
 * Which limits the sizes of a family exceed.
 *
 * @param floor a project of one line
 */
export function problemsOf(steps: readonly Step[], floor: Step): string[] {
  const problems: string[] = [];
  const growth = exponent(steps, floor);
  if (growth > MAX_EXPONENT) problems.push(`CPU time grows with the exponent ${growth.toFixed(2)}`);
  for (const { bytes, peak, output, failure } of steps) {
    if (failure !== undefined) problems.push(failure);
    if (peak - floor.peak > MAX_MEMORY.base + MAX_MEMORY.ofByte * bytes)
      problems.push(`${megabytes(peak)} of memory for ${megabytes(bytes)}`);
    if (output > MAX_OUTPUT.base + MAX_OUTPUT.ofByte * bytes)
      problems.push(`${megabytes(output)} of output for ${megabytes(bytes)}`);
  }
  return problems;
}

export function megabytes(bytes: number): string {
  return `${(bytes / MB).toFixed(1)} MB`;
}
