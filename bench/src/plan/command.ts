// Guards: time and memory of a plan of 5,000 families in 300 projects, and its equal bytes. Takes: not measured.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ANALYZER } from '../folders.ts';
import { measure } from '../measure/measure.ts';
import { atLeast, atMost } from '../time/budgets.ts';
import { budgetTable } from '../time/report.ts';
import { FAMILIES, PROJECTS, writeProjects } from './projects.ts';

/** Plans the extraction of 5,000 families in 300 projects: time, memory, and the same bytes twice. */
export async function planCommand(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-plan-'));
  try {
    const projects = join(folder, 'projects');
    mkdirSync(projects);
    writeProjects(projects);
    const db = join(folder, 'index.db');
    const config = join(folder, 'config.json');
    const index = ['workspace', 'index', projects, '--discover', '--db', db];
    execFileSync(process.execPath, [ANALYZER, ...index], { stdio: 'ignore' });
    const create = [
      'tickets',
      'config',
      '--coordinator',
      'project0',
      '--planning',
      'families',
      '--db',
      db,
      '-o',
      config,
    ];
    execFileSync(process.execPath, [ANALYZER, ...create], { stdio: 'ignore' });
    const plan = ['tickets', 'plan', '--db', db, '--config', config, '--max-groups', String(FAMILIES), '-o'];
    const files = ['first.json', 'second.json'].map((name) => join(folder, name));
    const costs = [];
    for (const file of files) costs.push(await measure([ANALYZER, ...plan, file]));
    const [first, second] = files.map((file) => readFileSync(file, 'utf8'));
    if (first === undefined || first !== second) throw new Error('the second plan differs from the first one');
    const { families, tasks } = JSON.parse(first);
    const receiving = new Set(tasks.map(({ project }: { project: string }) => project));
    process.stdout.write(
      `${families.length} families, ${tasks.length} tasks in ${receiving.size} projects, twice the same\n`,
    );
    const budgets = [
      atLeast('families', 'families', FAMILIES, families.length),
      atLeast('projects with tasks', 'projects', PROJECTS, receiving.size),
      atMost('plan', 's of the processor', 5, Math.max(...costs.map(({ cpu }) => cpu))),
      atMost('memory', 'MB', 500, Math.max(...costs.map(({ peak_pss: peak }) => peak)) / 1e6),
    ];
    process.stdout.write(budgetTable(budgets));
    const missed = budgets.filter(({ held }) => !held);
    if (missed.length > 0) throw new Error(`missed: ${missed.map(({ name }) => name).join(', ')}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
