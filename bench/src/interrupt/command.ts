import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ANALYZER, CORPUS } from '../folders.ts';
import { table } from '../table.ts';
import { INDEX, type Program, programs } from './programs.ts';
import { PATIENCE_MS, type Shot, shoot } from './shot.ts';

/** A small project, whose index is there before. */
const EARLIER = join(CORPUS, 'debian/lynis');

/**
 * `bench interrupt`: sends SIGINT to scans, indexing and mapping of the corpus at moments spread evenly over the time
 * that they take. Each must end within a second with exit code 130, without remaining processes or partial files; an
 * existing index must be unchanged or completely replaced. `--folder` names a folder other than the corpus.
 */
export async function interruptCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      moments: { type: 'string', default: '40' },
      only: { type: 'string', default: '' },
      folder: { type: 'string', default: CORPUS },
    },
  });
  const moments = Number(values.moments);
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-interrupt-'));
  const rows = [['', 'undisturbed s', 'interrupted', 'too late', 'median ms', 'longest ms', 'problems']];
  const problems: string[] = [];
  try {
    const indexes = new Indexes(join(folder, 'earlier.db'));
    let whole = 0;
    for (const program of programs(resolve(values.folder)).filter(({ name }) => name.includes(values.only))) {
      // Without a reader a program does not end: the duration is that of the previous program.
      whole = program.read ? await undisturbed(program, join(folder, 'whole'), indexes) : whole;
      const shots: Shot[] = [];
      for (let moment = 0; moment < moments; moment++) {
        const after = ((moment + 0.5) / moments) * whole;
        const scratch = join(folder, `${moment}`);
        indexes.putEarlier(program, scratch);
        const shot = await shoot(program, scratch, after, moment % 2 === 0 ? 'group' : 'first');
        if (program.index) shot.problems.push(...indexes.check(join(scratch, INDEX)));
        rmSync(scratch, { recursive: true });
        shots.push(shot);
        const where = `${program.name} after ${(after / 1000).toFixed(2)} s`;
        for (const problem of shot.problems) {
          problems.push(`${where}: ${problem}`);
          process.stderr.write(`${where}: ${problem}\n`);
        }
      }
      rows.push(row(program, whole, shots));
      process.stderr.write(`${program.name}: ${shots.length} moments\n`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  process.stdout.write(`${table(rows)}${problems.map((problem) => `${problem}\n`).join('')}`);
  if (problems.length > 0) throw new Error(`${problems.length} problems; allowed are ${PATIENCE_MS} ms`);
}

/** @returns its wall time in ms */
async function undisturbed(program: Program, scratch: string, indexes: Indexes): Promise<number> {
  indexes.putEarlier(program, scratch);
  const started = performance.now();
  const { problems } = await shoot(program, scratch, undefined, 'first');
  if (problems.length > 0) throw new Error(`${program.name}: ${problems.join('; ')}`);
  const ms = performance.now() - started;
  if (program.index) indexes.addWhole(join(scratch, INDEX));
  rmSync(scratch, { recursive: true });
  return ms;
}

function row({ name }: Program, whole: number, shots: readonly Shot[]): string[] {
  const times = shots.flatMap(({ ms }) => (ms === undefined ? [] : [ms])).sort((a, b) => a - b);
  const numbers = [
    times.length,
    shots.length - times.length,
    Math.round(times[times.length >> 1] ?? 0),
    Math.round(times.at(-1) ?? 0),
    shots.flatMap(({ problems }) => problems).length,
  ];
  return [name, (whole / 1000).toFixed(1), ...numbers.map(String)];
}

/** The index before a run, and those of complete runs. */
class Indexes {
  readonly #earlier: string;
  /** Their content as the program prints it. */
  readonly #known = new Set<string>();

  constructor(earlier: string) {
    this.#earlier = earlier;
    execFileSync(process.execPath, [ANALYZER, 'workspace', 'index', EARLIER, '--db', earlier], { stdio: 'ignore' });
    this.addWhole(earlier);
  }

  putEarlier({ index }: Program, scratch: string): void {
    mkdirSync(scratch);
    if (index) copyFileSync(this.#earlier, join(scratch, INDEX));
  }

  addWhole(path: string): void {
    this.#known.add(content(path).stdout);
  }

  check(path: string): string[] {
    const { status, stdout, stderr } = content(path);
    if (status !== 0) return [`the index can not be read: ${stderr}`];
    return this.#known.has(stdout) ? [] : ['the index holds neither what it held nor all that is new'];
  }
}

function content(path: string): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [ANALYZER, 'workspace', 'export', '--db', path], { encoding: 'utf8' });
}
