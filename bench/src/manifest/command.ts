import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ManifestReportV1 } from '@analyzer/contracts/analyzer.manifest-report.v1';
import { indexedProject } from '@analyzer/core/conformance/indexed-project.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { corpusFiles } from '../corpus/files.ts';
import { ANALYZER, CORPUS } from '../folders.ts';
import { measure } from '../measure/measure.ts';
import { atMost, type Budget } from '../time/budgets.ts';
import { budgetTable } from '../time/report.ts';
import { asJson, asYaml, manyContracts, ofProject } from './manifests.ts';

const CONTRACTS = 50_000;
const FILES = 1500;
const CHECKED = 200;
const LABEL = 'project';

/** Validates 50,000 contracts in JSON and in YAML, and checks 200 contracts against 1,500 real files. */
export async function manifestCommand(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-manifest-'));
  try {
    const held = [...(await validation(folder)), ...(await checking(folder))];
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

/** Measures the program from its start to the written report, on an indexed project. */
async function checking(folder: string): Promise<Budget[]> {
  const [root, db, manifest] = [join(folder, LABEL), join(folder, 'index.db'), join(folder, 'contracts.json')];
  copyProject(root);
  runToEnd(['workspace', 'index', root, '--all', '--db', db]);
  const reader = await openIndex(db);
  const project = reader.read((snapshot) => indexedProject(snapshot, LABEL));
  reader.close();
  writeFileSync(manifest, JSON.stringify(ofProject(project, CHECKED)));
  const fromIndex = ['manifest', 'check', manifest, '--db', db, '--project', LABEL];
  const cost = await measure([ANALYZER, ...fromIndex], { accepted: [0, 1] });
  const report = runToEnd([...fromIndex, '--format', 'json']);
  if (report !== runToEnd(['manifest', 'check', manifest, root, '--all', '--format', 'json'])) {
    throw new Error('the report from the index is not that of a scan');
  }
  const { decided, entries, contracts }: ManifestReportV1 = JSON.parse(report);
  process.stdout.write(
    `check: ${contracts.length} contracts, ${project.files.size} files, decided ${decided} of ${entries}, ` +
      `${cost.wall.toFixed(2)} s by the clock; the same report as from a scan\n`,
  );
  return [
    atMost(`check ${contracts.length} contracts on top of the index`, 'CPU s', 1, cost.cpu),
    atMost('check, resident', 'MB', 400, cost.largest_rss / 1e6),
  ];
}

/** @returns what it printed */
function runToEnd(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [ANALYZER, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status === 0 || status === 1) return stdout;
  throw new Error(`analyzer ${args.join(' ')} ended with ${status}:\n${stderr}`);
}

/** Django and the following packages of the corpus, until there are enough files. */
function copyProject(folder: string): void {
  const files = corpusFiles(CORPUS).filter(({ path }) => /\/python3-[^/]+\/.*\.py$/.test(path));
  const more = corpusFiles(CORPUS).filter(({ path }) => /\.(?:php|js|ts)$/.test(path));
  for (const { path } of [...files, ...more].slice(0, FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(CORPUS, path), join(folder, path));
  }
}
