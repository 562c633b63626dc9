import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScanV1 } from '@analyzer/contracts/analyzer.scan.v1';
import { ANALYZER, BENCH } from '../../folders.ts';
import { installRival, jscpdOn, RIVAL } from '../../native/rival.ts';

/** Lines of a file, inclusive; the path is relative to the folder that was searched. */
export interface Fragment {
  path: string;
  from: number;
  to: number;
  /** Range of a declaration in the UTF-8 form of the file. */
  bytes?: { from: number; to: number };
}

/** Fragments that a program reports as copies of each other. */
export interface CloneGroup {
  kind: string;
  fragments: Fragment[];
}

export interface Detector {
  name: string;
  /** Undefined: all languages of the bench. */
  languages?: ReadonlySet<string>;
  find(folder: string): CloneGroup[];
}

const SCRIPTS = new Set(['javascript', 'typescript', 'tsx']);
const FALLOW = '3.36.0';
const FALLOW_FOLDER = join(BENCH, 'rival', 'fallow');
const MAX_OUTPUT = 1 << 30;

/** The analyzer and, beside it, programs of others with their default options and with those that find most. @param alone only the analyzer */
export function detectors(alone: boolean): Detector[] {
  if (alone) return [{ name: 'analyzer', find: scan }];
  installRival();
  installFallow();
  const large = ['--max-lines', '1000000', '--max-size', '100mb'];
  const jscpd = ['--min-tokens', '30', '--min-lines', '3', '--mode', 'weak', '--max-gap-lines', '4'];
  const abstract = ['--ignore-identifiers', '--ignore-literals', '--similarity', '0.7'];
  const fallow = ['--mode', 'semantic', '--near', '--min-tokens', '30', '--min-lines', '3'];
  return [
    { name: 'analyzer', find: scan },
    { name: RIVAL, find: (folder) => jscpdGroups(folder, large) },
    { name: `${RIVAL}, tuned`, find: (folder) => jscpdGroups(folder, [...large, ...jscpd, ...abstract]) },
    { name: `fallow ${FALLOW}`, languages: SCRIPTS, find: (folder) => fallowGroups(folder, []) },
    { name: `fallow ${FALLOW}, tuned`, languages: SCRIPTS, find: (folder) => fallowGroups(folder, fallow) },
  ];
}

/** Groups of the analyzer, with its default options for copies. */
function scan(folder: string): CloneGroup[] {
  return inScratch((scratch) => {
    const output = join(scratch, 'scan.json');
    run(process.execPath, [ANALYZER, 'scan', folder, '--all', '--no-config', '--format', 'json', '-o', output]);
    const { groups, entries } = JSON.parse(readFileSync(output, 'utf8')) as ScanV1;
    const files = entries.flatMap((entry) => (entry.kind === 'file' ? (entry.declarations ?? []) : []));
    const bytes = new Map(files.map(({ id, start_byte, end_byte }) => [id, { from: start_byte, to: end_byte }]));
    return groups.map(({ kind, occurrences, members, blocks = [] }) => ({
      kind,
      fragments: [...members, ...blocks].map(({ path, start_line, end_line }, index): Fragment => {
        const its = bytes.get(blocks.length === 0 ? (occurrences[index] ?? '') : '');
        return { path, from: start_line, to: end_line, ...(its !== undefined && { bytes: its }) };
      }),
    }));
  });
}

interface JscpdFile {
  name: string;
  start: number;
  end: number;
}

function jscpdGroups(folder: string, options: readonly string[]): CloneGroup[] {
  return inScratch((scratch) => {
    const reported = ['--reporters', 'json', '--output', scratch, '--no-colors', ...options];
    const { program, args } = jscpdOn(folder, reported);
    run(program, args);
    const report = join(scratch, 'jscpd-report.json');
    const { duplicates } = JSON.parse(readFileSync(report, 'utf8')) as {
      duplicates: { kind: string; firstFile: JscpdFile; secondFile: JscpdFile }[];
    };
    return duplicates.map(({ kind, firstFile, secondFile }) => ({
      kind,
      fragments: [firstFile, secondFile].map(({ name, start, end }) => ({ path: name, from: start, to: end })),
    }));
  });
}

function fallowGroups(folder: string, options: readonly string[]): CloneGroup[] {
  const args = ['dupes', '--root', folder, '--format', 'json', '--no-fragments', '--quiet', ...options];
  const program = join(FALLOW_FOLDER, 'node_modules/.bin/fallow');
  const { clone_groups: groups } = JSON.parse(run(program, args)) as {
    clone_groups: { instances: { file: string; start_line: number; end_line: number }[] }[];
  };
  return groups.map(({ instances }) => ({
    kind: 'clone',
    fragments: instances.map(({ file, start_line, end_line }) => ({ path: file, from: start_line, to: end_line })),
  }));
}

function installFallow(): void {
  if (existsSync(join(FALLOW_FOLDER, 'node_modules/.bin/fallow'))) return;
  mkdirSync(FALLOW_FOLDER, { recursive: true });
  writeFileSync(join(FALLOW_FOLDER, 'package.json'), '{"private":true}\n');
  const args = ['install', '--save-exact', '--no-audit', '--no-fund', '--ignore-scripts', `fallow@${FALLOW}`];
  run('npm', args, FALLOW_FOLDER);
}

/** @returns standard output. Exit code 1 means that copies were found. */
function run(program: string, args: readonly string[], cwd?: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: MAX_OUTPUT, cwd });
  if (error !== undefined) throw error;
  if (status !== 0 && status !== 1) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stderr}`);
  return stdout;
}

function inScratch<Result>(body: (folder: string) => Result): Result {
  const scratch = mkdtempSync(join(tmpdir(), 'analyzer-edits-'));
  try {
    return body(scratch);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
