import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkManifest } from '@analyzer/core/conformance/check.ts';
import { type CodeProject, projectOf } from '@analyzer/core/conformance/project.ts';
import { readManifest } from '@analyzer/core/manifest/validate-manifest.ts';
import { createPortableEngine } from '@analyzer/core/parse/portable/engine.ts';
import { completeOptions } from '@analyzer/core/scan/options.ts';
import { scan } from '@analyzer/core/scan/scan.ts';
import { corpusFiles } from '../corpus/files.ts';
import { ANALYZER, CORPUS, WORKER } from '../folders.ts';
import { measure } from '../measure/measure.ts';
import { atMost, type Budget } from '../time/budgets.ts';
import { budgetTable } from '../time/report.ts';
import { asJson, asYaml, manyContracts, ofProject } from './manifests.ts';

const CONTRACTS = 50_000;
const FILES = 1500;
const CHECKED = 200;

/** Validates 50,000 contracts in JSON and in YAML, and holds 200 contracts against 1,500 real files. */
export async function manifestCommand(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-manifest-'));
  try {
    const held = [...(await validation(folder)), await checking(folder)];
    process.stdout.write(budgetTable(held));
    const missed = held.filter((budget) => !budget.held);
    if (missed.length > 0) throw new Error(`missed: ${missed.map(({ name }) => name).join(', ')}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function validation(folder: string): Promise<Budget[]> {
  const contracts = manyContracts(CONTRACTS);
  const budgets: Budget[] = [];
  for (const { name, text, seconds, megabytes } of [
    { name: 'JSON', text: asJson(contracts), seconds: 2, megabytes: 400 },
    { name: 'YAML', text: asYaml(contracts), seconds: 10, megabytes: 1000 },
  ]) {
    const path = join(folder, `many.${name.toLowerCase()}`);
    writeFileSync(path, text);
    const cost = await measure([ANALYZER, 'manifest', 'validate', path]);
    const wall = `${cost.wall.toFixed(1)} s by the clock`;
    process.stdout.write(`${name}: ${CONTRACTS} contracts, ${(text.length / 1e6).toFixed(1)} MB, ${wall}\n`);
    budgets.push(
      atMost(`validate ${name}`, 'CPU s', seconds, cost.cpu),
      atMost(`validate ${name}, resident`, 'MB', megabytes, cost.largest_rss / 1e6),
    );
  }
  return budgets;
}

async function checking(folder: string): Promise<Budget> {
  const project = await realProject(join(folder, 'project'));
  const { root } = readManifest(JSON.stringify(ofProject(project, CHECKED)), {});
  if (root === undefined) throw new Error('no manifest');
  const before = process.cpuUsage();
  const report = checkManifest(root, project, { effects: 'open', baseline: new Set() });
  const { user, system } = process.cpuUsage(before);
  const { contracts, decided, entries } = report;
  process.stdout.write(
    `check: ${contracts.length} contracts, ${project.files.size} files, decided ${decided} of ${entries}\n`,
  );
  return atMost(`check ${contracts.length} contracts on top of the facts`, 'CPU s', 1, (user + system) / 1e6);
}

/** Django and what follows it in the corpus, until there are files enough. */
async function realProject(folder: string): Promise<CodeProject> {
  const files = corpusFiles(CORPUS).filter(({ path }) => /\/python3-[^/]+\/.*\.py$/.test(path));
  const more = corpusFiles(CORPUS).filter(({ path }) => /\.(?:php|js|ts)$/.test(path));
  for (const { path } of [...files, ...more].slice(0, FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(CORPUS, path), join(folder, path));
  }
  const engine = createPortableEngine({ jobs: 2, workerPath: WORKER });
  try {
    return projectOf(await scan(folder, completeOptions({ all: true }), { engine }));
  } finally {
    await engine.close();
  }
}
