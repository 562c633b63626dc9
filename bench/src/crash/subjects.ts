import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ANALYZER, NATIVE, REPOSITORY } from '../folders.ts';

/** A command that writes files below a work folder. */
export interface Subject {
  name: string;
  /** Arguments of Node. */
  args(project: string, work: string): string[];
  /** Files that are absent, earlier or complete at any time; other files are internal. */
  outputs(work: string): readonly string[];
  /** A JSON document that is valid at any time, and grows while the command runs. */
  growing?: string;
  /** Brings the work folder into the state before the first run, also after a kill. */
  prepare(work: string): void;
}

/** Outputs that the command writes anew, because it overwrites none. */
function newFiles(...names: string[]): Pick<Subject, 'outputs' | 'prepare'> {
  return {
    outputs: () => names,
    prepare: (work) => {
      for (const name of names) rmSync(join(work, name), { force: true });
    },
  };
}

const scanTo = (project: string, work: string, options: readonly string[]) => {
  return [ANALYZER, 'scan', project, '--format', 'json', '-o', `${work}/scan.json`, '--jobs', '1', ...options];
};

/** Of the tickets. */
const STATE = 'extraction-state.json';

export const SUBJECTS: readonly Subject[] = [
  {
    name: 'document of a scan',
    args: (project, work) => scanTo(project, work, ['--rust-bin', NATIVE]),
    ...newFiles('scan.json'),
  },
  {
    name: 'cache of the portable engine',
    args: (project, work) => scanTo(project, work, ['--engine', 'portable', '--cache-dir', `${work}/cache`]),
    ...newFiles('scan.json'),
  },
  {
    name: 'cache of the native engine',
    args: (project, work) => scanTo(project, work, ['--rust-bin', NATIVE, '--cache-dir', `${work}/cache`]),
    ...newFiles('scan.json'),
  },
  {
    name: 'baseline',
    args: (project, work) => [
      ANALYZER,
      'baseline',
      project,
      '--baseline',
      `${work}/baseline.json`,
      '--rust-bin',
      NATIVE,
    ],
    outputs: () => ['baseline.json'],
    prepare: () => undefined,
  },
  {
    name: 'index and map',
    args: (project, work) => {
      const files = ['--db', `${work}/index.db`, '-o', `${work}/map.html`];
      return [ANALYZER, 'map', project, ...files, '--rust-bin', NATIVE];
    },
    ...newFiles('map.html'),
  },
  {
    name: 'tickets',
    args: (_, work) => [
      ...[ANALYZER, 'tickets', 'materialize', join(work, 'plan.json'), '--db', join(work, 'index.db')],
      ...['--state', join(work, STATE)],
    ],
    outputs: (work) =>
      readdirSync(work, { recursive: true, encoding: 'utf8' }).filter((path) =>
        /\/(tickets|\.tracker)\/.*\.\w+$/.test(path),
      ),
    growing: STATE,
    prepare: prepareTickets,
  },
];

/** Projects with an index and a plan. What a killed command has begun stays. */
function prepareTickets(work: string): void {
  if (existsSync(join(work, 'plan.json'))) return;
  cpSync(join(REPOSITORY, 'fixtures/query/projects'), join(work, 'projects'), { recursive: true });
  const db = ['--db', 'index.db'];
  for (const args of [
    ['workspace', 'index', 'projects', '--discover', ...db],
    ['tickets', 'config', '--coordinator', 'shop', '--planning', 'families', '-o', 'config.json', ...db],
    ['tickets', 'plan', '--config', 'config.json', '-o', 'plan.json', ...db],
  ]) {
    const { status, stderr } = spawnSync(process.execPath, [ANALYZER, ...args], { cwd: work, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  }
}
