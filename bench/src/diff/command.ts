import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ANALYZER } from '../folders.ts';
import { measure } from '../measure/measure.ts';
import { rounds } from '../measure/repeat.ts';
import { atMost, type Budget } from '../time/budgets.ts';
import { budgetTable } from '../time/report.ts';
import { type Releases, unpackReleases } from './releases.ts';
import { makeStrangers } from './strangers.ts';

const ENGINE = ['--jobs', '2'];
/** As a share of the two scans. */
const LIMIT = 120;
const SAMPLE_MS = 250;

/**
 * Times the diff of two releases of real packages against the scans of both, with each engine that is there, and
 * measures the memory of the diff of 5,000 files with 5,000 others; fails over budget.
 */
export async function diffCommand(engine = 'portable'): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-diff-'));
  try {
    const held: Budget[] = [];
    for (const releases of unpackReleases(folder)) held.push(await timeReleases(releases, engine));
    held.push(await weighStrangers(folder, engine));
    process.stdout.write(budgetTable(held));
    const missed = held.filter((budget) => !budget.held);
    if (missed.length > 0) throw new Error(`missed: ${missed.map(({ name }) => name).join(', ')}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function timeReleases({ name, before, after }: Releases, engine: string): Promise<Budget> {
  const options = ['--engine', engine, ...ENGINE, '--format', 'json'];
  const costs = await rounds(
    3,
    [
      { name: 'before', args: [ANALYZER, 'scan', before, ...options] },
      { name: 'after', args: [ANALYZER, 'scan', after, ...options] },
      { name: 'diff', args: [ANALYZER, 'diff', before, after, ...options] },
    ],
    'cpu',
  );
  const cpu = (program: string) => costs.get(program)?.cpu ?? 0;
  const scans = cpu('before') + cpu('after');
  process.stdout.write(
    `${name}: scans ${scans.toFixed(1)} CPU s, diff ${cpu('diff').toFixed(1)} CPU s, at most ` +
      `${((costs.get('diff')?.peak_pss ?? 0) / 1e6).toFixed(0)} MB\n`,
  );
  return atMost(`diff of ${name}`, '% of two scans', LIMIT, (100 * cpu('diff')) / scans);
}

async function weighStrangers(folder: string, engine: string): Promise<Budget> {
  const { before, after, bytes } = makeStrangers(folder);
  const args = [ANALYZER, 'diff', before, after, '--engine', engine, ...ENGINE, '--format', 'json'];
  const { peak_pss, largest_rss, cpu, wall } = await measure(args, { sampleMs: SAMPLE_MS });
  const text = execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 29 });
  const { similarity_search } = JSON.parse(text);
  process.stdout.write(
    `5,000 files and 5,000 others, ${(bytes / 1e6).toFixed(1)} MB: ${wall.toFixed(0)} s, ${cpu.toFixed(0)} CPU s, ` +
      `${JSON.stringify(similarity_search)}, ${(largest_rss / 1e6).toFixed(0)} MB in the largest process\n\n`,
  );
  return atMost('memory of all processes, 5,000 x 5,000 files', 'MB', 1000, peak_pss / 1e6);
}
