// Guards: whole documents, baselines, maps and caches after each of 300 commands that are killed. Takes: 15 minutes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { REPOSITORY } from '../folders.ts';
import { table } from '../table.ts';
import { SUBJECTS, type Subject } from './subjects.ts';

/** Our own code, unless a folder is named. */
const PROJECT = join(REPOSITORY, 'packages/core/src/relate');
/** After this number of kills a command runs to its end; the others start from what the kills left. */
const WHOLE_EVERY = 5;
/** If a run ends before its kill, later kills come earlier. */
const SHORTER = 0.95;

interface Tally {
  absent: number;
  whole: number;
  late: number;
}

/**
 * `bench crash files`: kills commands that write files with SIGKILL, at moments spread over the complete run. After each, every
 * output is absent or whole, and what a next command writes is what it writes without kills, with the same files beside it.
 */
export async function crashFilesCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(4),
    options: {
      path: { type: 'string', default: PROJECT },
      kills: { type: 'string', default: '60' },
      only: { type: 'string', default: '' },
    },
  });
  const rows: string[][] = [];
  for (const subject of SUBJECTS.filter(({ name }) => name.includes(values.only))) {
    const folder = mkdtempSync(join(tmpdir(), 'analyzer-crash-'));
    try {
      cpSync(values.path, join(folder, 'project'), { recursive: true });
      const { absent, whole, late } = await killOften(subject, folder, Number(values.kills));
      rows.push([subject.name, values.kills, `${absent}`, `${whole}`, `${late}`]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  process.stdout.write(table([['', 'kills', 'absent', 'whole', 'ended before'], ...rows]));
}

async function killOften(subject: Subject, folder: string, kills: number): Promise<Tally> {
  const [project, work] = [join(folder, 'project'), join(folder, 'work')];
  prepare(subject, work);
  const started = performance.now();
  await complete(subject, project, work);
  let duration = performance.now() - started;
  const [expected, usual] = [stateOf(subject, work), namesIn(work)];
  const grown = grownIn(subject, work);
  rmSync(work, { recursive: true });
  const tally: Tally = { absent: 0, whole: 0, late: 0 };
  for (let kill = 0; kill < kills; ) {
    prepare(subject, work);
    const wasKilled = await killedWhole(subject.args(project, work), (duration * ((kill * 7) % kills)) / kills + 1);
    requireWhole(subject, work, expected, tally);
    if (wasKilled) kill++;
    else {
      tally.late++;
      duration *= SHORTER;
    }
    if (wasKilled && kill % WHOLE_EVERY > 0) continue;
    await complete(subject, project, work);
    const state = stateOf(subject, work);
    for (const [name, text] of expected) {
      if (state.get(name) !== text) throw new Error(`${subject.name}: ${name} differs after kill ${kill}`);
    }
    const files = namesIn(work);
    if (files !== usual) throw new Error(`${subject.name}: ${files} remain instead of ${usual}`);
    if (grownIn(subject, work) !== grown)
      throw new Error(`${subject.name}: ${subject.growing} differs after kill ${kill}`);
    if (subject.growing !== undefined) rmSync(work, { recursive: true });
  }
  return tally;
}

/**
 * Starts a command and kills it with the processes that it started.
 *
 * @returns false if it ended before
 */
async function killedWhole(args: readonly string[], milliseconds: number): Promise<boolean> {
  const child = spawn(process.execPath, args, { stdio: 'ignore', detached: true });
  const ended = once(child, 'close');
  await Promise.race([ended, pause(milliseconds)]);
  const group = -(child.pid ?? 0);
  const wasKilled = child.exitCode === null;
  while (isAlive(group, 'SIGKILL')) await pause(2);
  await ended;
  return wasKilled;
}

/** Whether a signal reached a process. */
function isAlive(group: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(group, signal);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

/** @param tally counts each output */
function requireWhole(subject: Subject, work: string, expected: ReadonlyMap<string, string>, tally: Tally): void {
  grownIn(subject, work);
  const state = stateOf(subject, work);
  for (const [name, text] of expected) {
    const now = state.get(name);
    if (now === undefined) tally.absent++;
    else if (now === text) tally.whole++;
    else throw new Error(`${subject.name}: ${name} is partial`);
  }
}

/** Without the temporary names of killed commands, which docs/start/scan.md describes. */
function namesIn(folder: string): string {
  const names = readdirSync(folder).filter((name) => !/^\.analyzer-.*\.partial$/.test(name));
  return names.sort().join();
}

/** The document that grows; undefined if it does not exist. @throws if it is not JSON */
function grownIn({ growing }: Subject, work: string): string | undefined {
  if (growing === undefined || !existsSync(join(work, growing))) return undefined;
  const text = readFileSync(join(work, growing), 'utf8');
  JSON.parse(text);
  return text;
}

function prepare(subject: Subject, work: string): void {
  mkdirSync(work, { recursive: true });
  subject.prepare(work);
}

async function complete(subject: Subject, project: string, work: string): Promise<void> {
  prepare(subject, work);
  const child = spawn(process.execPath, subject.args(project, work), { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error(`${subject.name}: the command ended with ${signal ?? code}`);
}

/** The outputs without what differs between two runs: times, paths and the cache's counts. */
function stateOf({ outputs }: Subject, work: string): Map<string, string> {
  const present = outputs(work).filter((name) => existsSync(join(work, name)));
  return new Map(present.map((name) => [name, comparable(readFileSync(join(work, name), 'utf8'))]));
}

function comparable(text: string): string {
  // A page has the time compressed in its data.
  if (text.startsWith('<!-- analyzer-map') && text.trimEnd().endsWith('</html>')) return 'a whole page';
  return text.replace(/"runtime":\{.*\}\}$/m, '');
}
