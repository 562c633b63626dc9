// Guards: time, memory and output that grow no faster than the input, in both engines, index, map, check, diff, LSP and workers. Takes: 20 minutes.
import { parseArgs } from 'node:util';
import { NATIVE } from '../../folders.ts';
import { table } from '../../table.ts';
import { FAMILIES } from './families.ts';
import type { Family } from './family.ts';
import { type Program, programs } from './programs.ts';
import { exponent, megabytes, NOTHING, ONE_LINE, problemsOf, type Step, step } from './steps.ts';

const SIZES = '1,2,4';

/**
 * `bench unbreakable families`: each family of growing input at three sizes through both engines and the index. It prints one
 * row for each and fails if CPU time grows with an exponent above 1.2, if output, or memory above that for a project of one line,
 * exceeds its limit for each byte of source and paths, or if a program fails. `--only` selects families by a part of the name, `--entry`
 * entry points, `--sizes` multiples of the smallest size.
 */
export async function familiesCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(4),
    options: {
      only: { type: 'string', default: '' },
      entry: { type: 'string', default: 'analyzer-rs-scan,portable,index,portable-index' },
      sizes: { type: 'string', default: SIZES },
      native: { type: 'string', default: NATIVE },
    },
  });
  const names = values.entry.split(',');
  const sizes = values.sizes.split(',').map(Number);
  const known = programs(values.native);
  const unknown = names.filter((name) => !known.some((program) => program.name === name));
  if (unknown.length > 0)
    throw new Error(`no entry ${unknown.join(', ')}; there are ${known.map(({ name }) => name).join(', ')}`);
  const entries = known.filter(({ name }) => names.includes(name));
  const rows: string[][] = [];
  const problems: string[] = [];
  try {
    const floors = new Map<Program, Step>();
    for (const entry of entries) floors.set(entry, await step(ONE_LINE, 1, entry));
    for (const family of FAMILIES.filter(({ name }) => name.includes(values.only))) {
      for (const entry of entries) {
        const steps: Step[] = [];
        for (const size of sizes) steps.push(await step(family, family.from * size, entry));
        const floor = floors.get(entry) ?? NOTHING;
        rows.push(rowOf(family, entry, steps, floor));
        problems.push(...problemsOf(steps, floor).map((problem) => `${family.name}, ${entry.name}: ${problem}`));
        process.stderr.write(`${rows.at(-1)?.join('  ')}\n`);
      }
    }
  } finally {
    for (const { end } of entries) await end?.();
  }
  const heads = ['family', 'entry', 'source', 'CPU', 'exponent', 'memory', 'output'];
  process.stdout.write(`${table([heads, ...rows])}`);
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

function rowOf(family: Family, entry: Program, steps: readonly Step[], floor: Step): string[] {
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
