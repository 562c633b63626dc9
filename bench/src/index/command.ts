// Guards: memory, size and opening time of an index of the large corpus. Takes: not measured.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOverview } from '@analyzer/core/index/overview.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { corpusFiles } from '../corpus/files.ts';
import { BENCH, LARGE_CORPUS } from '../folders.ts';
import { type Cost, measure } from '../measure/measure.ts';
import { table } from '../table.ts';
import { atMost } from '../time/budgets.ts';
import { budgetTable } from '../time/report.ts';
import { packagesOf, writeManifest } from './packages.ts';
import { PHASES, type PhaseCosts } from './phases.ts';

const JOBS = 2;
const SAMPLE_MS = 250;
const OPENINGS = 5;

/**
 * Indexes all packages of the large corpus in one run; fails when memory, the size of the index, or the time to open it,
 * which includes its checksums, is over budget.
 */
export async function indexCommand(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-index-'));
  try {
    const [manifest, db, result] = ['projects.json', 'index.db', 'phases.json'].map((name) => join(folder, name));
    if (manifest === undefined || db === undefined || result === undefined) return;
    const packages = packagesOf(LARGE_CORPUS);
    writeManifest(manifest, packages);
    const bytes = corpusFiles(LARGE_CORPUS).reduce((sum, { size }) => sum + size, 0);
    const args = [join(BENCH, 'dist/index-run.js'), manifest, db, String(JOBS), result];
    const cost = await measure(args, { sampleMs: SAMPLE_MS });
    const { size } = statSync(db);
    await report(db, { packages: packages.length, bytes, size, cost });
    const phases: PhaseCosts = JSON.parse(readFileSync(result, 'utf8'));
    const rows = PHASES.map((name) => [name, phases[name].wall.toFixed(1), phases[name].cpu.toFixed(1)]);
    process.stdout.write(`${table([['phase', 'wall s', 'CPU s'], ...rows])}\n`);
    const held = [
      atMost('resident memory of the largest process', 'MB', 1500, cost.largest_rss / 1e6),
      atMost('memory of all processes', 'MB', 1500, cost.peak_pss / 1e6),
      atMost('index', 'bytes per source byte', 0.6, size / bytes),
      atMost('opening the index', 'CPU ms per 100 MB', 100, (await openingMs(db)) / (size / 1e8)),
    ];
    process.stdout.write(budgetTable(held));
    const missed = held.filter((budget) => !budget.held);
    if (missed.length > 0) throw new Error(`missed: ${missed.map(({ name }) => name).join(', ')}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Least CPU time of several openings: others are slower because of what runs beside them. */
async function openingMs(db: string): Promise<number> {
  const times: number[] = [];
  for (let opening = 0; opening < OPENINGS; opening++) {
    const before = process.cpuUsage();
    (await openIndex(db)).close();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return Math.min(...times);
}

interface Measured {
  packages: number;
  bytes: number;
  /** Of the index. */
  size: number;
  cost: Cost;
}

async function report(db: string, { packages, bytes, size, cost }: Measured): Promise<void> {
  const reader = await openIndex(db);
  try {
    const { projects, groups, cross_project_groups } = reader.read(readOverview);
    const files = projects.reduce((sum, project) => sum + project.files, 0);
    const lines = projects.reduce((sum, project) => sum + project.lines, 0);
    process.stdout.write(
      `${packages} packages, ${files} files, ${lines} lines, ${megabytes(bytes)} MB: ${cost.wall.toFixed(0)} s, ` +
        `${cost.cpu.toFixed(0)} CPU s, ${cost.processes} processes\n` +
        `${groups} groups, ${cross_project_groups} of several projects; index ${megabytes(size)} MB; at most ` +
        `${megabytes(cost.peak_pss)} MB in all processes, ${megabytes(cost.largest_rss)} MB in one\n\n`,
    );
  } finally {
    reader.close();
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
