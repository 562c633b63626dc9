// Guards: how many edited copies of real functions are found, beside jscpd and fallow. Takes: not measured.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CORPUS } from '../../folders.ts';
import type { Kind } from '../../formatters/formatters.ts';
import { table } from '../../table.ts';
import { type CloneGroup, type Detector, detectors } from './detectors.ts';
import { inject, KINDS, SEED } from './inject.ts';
import { Links } from './linked.ts';
import { type Mixed, mixedGroups } from './mixed.ts';
import { type Injection, linesOf, writeProject } from './project.ts';
import { VARIANTS, type Variant } from './variants.ts';

/** Smallest recall of the analyzer. All literals changed: reported only. */
const LEAST: Readonly<Record<Variant, number>> = {
  ...{ layout: 1, 'own name': 1, renamed: 1, 'one literal': 0.99, insert: 0.97, delete: 0.97, change: 0.97 },
  ...{ 'three inserts': 0.95, block: 0.97, 'all literals': 0 },
  ...{ 'braces added': 1, 'braces removed': 1, callback: 0.97 },
};
const MAX_MIXED_NEAR = 0.005;

/** Found and injected copies. */
interface Count {
  found: number;
  of: number;
}

type Row = Map<Variant, Count>;

/**
 * `bench injected edits [--path DIR] [--each N] [--seed N] [--only KIND] [--show N] [--alone]`: copies real functions into another
 * folder in thirteen ways and runs the analyzer, and without `--alone` jscpd and fallow, on them.
 */
export async function editsCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(4),
    options: {
      path: { type: 'string' },
      each: { type: 'string', default: '100' },
      seed: { type: 'string', default: String(SEED) },
      only: { type: 'string' },
      show: { type: 'string', default: '20' },
      alone: { type: 'boolean', default: false },
    },
  });
  const kinds = KINDS.filter((kind) => values.only === undefined || kind === values.only);
  if (kinds.length === 0) throw new Error(`--only ${values.only}: set one of ${KINDS.join(', ')}`);
  const source = values.path === undefined ? CORPUS : resolve(values.path);
  const injections = await inject(kinds, { source, each: Number(values.each), seed: Number(values.seed) });
  const programs = detectors(values.alone);
  const rows = new Map<string, Row>();
  const missed: string[] = [];
  const mixed: Mixed[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-injected-'));
  try {
    for (const variant of VARIANTS) {
      writeProject(folder, injections, variant);
      for (const program of programs) {
        const groups = program.find(folder);
        const lost = count(program, groups, { injections, variant, rows });
        if (program !== programs[0]) continue;
        missed.push(...lost.map((location) => `${variant}: ${location}`));
        // With a block, a copy contains another function on purpose.
        if (variant !== 'block') mixed.push(mixedGroups(groups, injections, variant));
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  report(kinds, programs, rows);
  for (const line of missed.slice(0, Number(values.show))) process.stdout.write(`not found: ${line}\n`);
  for (const line of mixed.flatMap(({ groups }) => groups).slice(0, Number(values.show)))
    process.stdout.write(`mixed ${line}\n`);
  judge(kinds, rows, mixed);
}

/** @returns the copies that were not found */
function count(
  { name, languages }: Detector,
  groups: readonly CloneGroup[],
  { injections, variant, rows }: { injections: readonly Injection[]; variant: Variant; rows: Map<string, Row> },
): string[] {
  const links = new Links(groups);
  const missed: string[] = [];
  for (const injection of injections) {
    const { kind, sample, copies } = injection;
    const copy = copies.get(variant);
    if (copy === undefined || languages?.has(kind) === false) continue;
    const row: Row = rows.get(`${kind} ${name}`) ?? new Map();
    rows.set(`${kind} ${name}`, row);
    const own = row.get(variant) ?? { found: 0, of: 0 };
    row.set(variant, own);
    const lines = linesOf(injection, copy);
    own.of++;
    if (links.connects(lines.original, lines.copy)) own.found++;
    else missed.push(`${kind} ${sample.file}:${sample.print.line} ${sample.print.name}`);
  }
  return missed;
}

function report(kinds: readonly Kind[], programs: readonly Detector[], rows: ReadonlyMap<string, Row>): void {
  for (const kind of kinds) {
    const lines = programs.flatMap(({ name }) => {
      const row = rows.get(`${kind} ${name}`);
      return row === undefined ? [] : [[name, ...VARIANTS.map((variant) => shown(row.get(variant)))]];
    });
    process.stdout.write(`${table([[kind, ...VARIANTS], ...lines])}\n`);
  }
}

function shown(count: Count | undefined): string {
  return count === undefined ? '–' : `${count.found}/${count.of}`;
}

/** @throws with the limits that the analyzer does not meet */
function judge(kinds: readonly Kind[], rows: ReadonlyMap<string, Row>, mixed: readonly Mixed[]): void {
  const sum = (member: 'exact' | 'exactOf' | 'near' | 'nearOf') => mixed.reduce((total, one) => total + one[member], 0);
  const line = `mixed groups: ${sum('exact')} of ${sum('exactOf')} exact, ${sum('near')} of ${sum('nearOf')} near`;
  process.stdout.write(`${line}\n`);
  const faults = VARIANTS.flatMap((variant) => {
    const counts = kinds.flatMap((kind) => rows.get(`${kind} analyzer`)?.get(variant) ?? []);
    const [found, of] = [counts.reduce((all, it) => all + it.found, 0), counts.reduce((all, it) => all + it.of, 0)];
    return found < LEAST[variant] * of ? [`${variant}: ${found} of ${of}, at least ${LEAST[variant]}`] : [];
  });
  if (sum('exact') > 0 || sum('near') > MAX_MIXED_NEAR * sum('nearOf')) faults.push(line);
  if (faults.length > 0) throw new Error(`\n${faults.join('\n')}`);
}
