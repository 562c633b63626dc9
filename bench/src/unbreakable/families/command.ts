// Guards: time, memory and output that grow no faster than the input, in both engines and the index. Takes: 20 minutes.
import { parseArgs } from 'node:util';
import { NATIVE } from '../../folders.ts';
import { table } from '../../table.ts';
import { type EntryPoint, entryPoints } from '../entries/entry-points.ts';
import { FAMILIES } from './families.ts';
import type { Family } from './family.ts';
import { exponent, megabytes, NOTHING, ONE_LINE, problemsOf, type Step, step } from './steps.ts';

const SIZES = [1, 2, 4] as const;

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
