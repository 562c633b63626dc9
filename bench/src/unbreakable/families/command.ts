// Guards: time, memory and output that grow no faster than the input, in both engines and the index. Takes: 20 minutes.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { NATIVE } from '../../folders.ts';
import { awaitedCpu } from '../../measure/process-tree.ts';
import { table } from '../../table.ts';
import { type EntryPoint, entryPoints } from '../entries/entry-points.ts';
import { watchedRun } from '../entries/watched-run.ts';
import { FAMILIES } from './families.ts';
import type { Family } from './family.ts';

const MB = 1_000_000;
const SIZES = [1, 2, 4] as const;
/** Less CPU time than this, in seconds, says nothing about growth. */
const LEAST_CPU = 0.3;
const MAX_EXPONENT = 1.2;
const MAX_MEMORY = { base: 150 * MB, ofByte: 40 };
const MAX_OUTPUT = { base: MB, ofByte: 20 };
const LIMITS = { seconds: 600, memory: 8000 * MB };

const ONE_LINE: Family = { name: 'one line', from: 1, make: () => new Map([['a.js', 'f();\n']]) };

interface Step {
  bytes: number;
  cpu: number;
  peak: number;
  output: number;
  failure: string | undefined;
}

const NOTHING: Step = { bytes: 0, cpu: 0, peak: 0, output: 0, failure: undefined };

/**
 * `bench unbreakable families`: each family of growing input at three sizes through both engines and the index. It prints one
 * row for each and fails if CPU time grows with an exponent above 1.2, if output, or memory above that for a project of one line,
 * exceeds its limit for each byte of source and paths, or if a program fails. `--only` selects families by a part of the name, `--entry` entry points.
 */
export async function familiesCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(4),
    options: {
      only: { type: 'string', default: '' },
      entry: { type: 'string', default: 'analyzer-rs-scan,portable,index,portable-index' },
      native: { type: 'string', default: NATIVE },
    },
  });
  const names = values.entry.split(',');
  const entries = entryPoints(values.native).filter(({ name }) => names.includes(name));
  const floors = new Map<EntryPoint, Step>();
  for (const entry of entries) floors.set(entry, await step(ONE_LINE, 1, entry));
  const families = FAMILIES.filter(({ name }) => name.includes(values.only));
  const rows: string[][] = [];
  const problems: string[] = [];
  for (const family of families) {
    for (const entry of entries) {
      const steps: Step[] = [];
      for (const size of SIZES) steps.push(await step(family, family.from * size, entry));
      const floor = floors.get(entry) ?? NOTHING;
      rows.push(rowOf(family, entry, steps, floor));
      problems.push(...problemsOf(steps, floor).map((problem) => `${family.name}, ${entry.name}: ${problem}`));
      process.stderr.write(`${rows.at(-1)?.join('  ')}\n`);
    }
  }
  const heads = ['family', 'entry', 'source', 'CPU', 'exponent', 'memory', 'output'];
  process.stdout.write(`${table([heads, ...rows])}`);
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

async function step(family: Family, n: number, entry: EntryPoint): Promise<Step> {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-families-'));
  try {
    const [project, scratch] = [join(folder, 'project'), join(folder, 'scratch')];
    mkdirSync(scratch);
    let bytes = 0;
    for (const [path, text] of family.make(n)) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), text);
      bytes += Buffer.byteLength(text) + path.length;
    }
    const before = awaitedCpu();
    const run = await watchedRun(entry.command(project, scratch), LIMITS);
    const cpu = awaitedCpu() - before;
    return { bytes, cpu, peak: run.peak, output: outputOf(scratch), failure: run.failure };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The bytes that the program wrote. */
function outputOf(scratch: string): number {
  const sizes = ['document.json', 'index.db'].map(
    (name) => statSync(join(scratch, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * Of the growth of CPU time from the first size to the last one, by the bytes of the input.
 *
 * @param floor a project of one line: what the start of programs takes
 */
function exponent(steps: readonly Step[], floor: Step): number {
  const [first, last] = [steps.at(0), steps.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const own = ({ cpu }: Step) => Math.max(cpu - floor.cpu, LEAST_CPU);
  return Math.log(own(last) / own(first)) / Math.log(last.bytes / first.bytes);
}

/** @param floor a project of one line */
function problemsOf(steps: readonly Step[], floor: Step): string[] {
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

function rowOf(family: Family, entry: EntryPoint, steps: readonly Step[], floor: Step): string[] {
  const last = steps.at(-1);
  if (last === undefined) return [];
  const { bytes, cpu, peak, output, failure } = last;
  const ratio = (value: number) => `${megabytes(value)} (${(value / bytes).toFixed(1)} ×)`;
  const growth = exponent(steps, floor).toFixed(2);
  return [
    family.name,
    entry.name,
    megabytes(bytes),
    `${cpu.toFixed(1)} s`,
    failure ?? growth,
    ratio(peak),
    ratio(output),
  ];
}

function megabytes(bytes: number): string {
  return `${(bytes / MB).toFixed(1)} MB`;
}
