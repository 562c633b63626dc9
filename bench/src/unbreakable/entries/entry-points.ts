import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ANALYZER } from '../../folders.ts';

/** The result of an entry point for each file, by path; an empty path has the result for all files. */
export type Answers = ReadonlyMap<string, string>;

/** A program that reads a project. */
export interface EntryPoint {
  name: string;
  engine: 'native' | 'portable';
  /** Entry points of the same group must give the same answers. */
  group: 'scan' | 'diff' | 'index';
  command(folder: string, scratch: string): readonly [program: string, ...args: string[]];
  answers(stdout: string, scratch: string): Answers;
}

/** @param native the program `analyzer-rs` */
export function entryPoints(native: string): EntryPoint[] {
  return [
    scan('analyzer-rs-scan', 'native', [native, 'scan']),
    scan('handed-over', 'native', [process.execPath, ANALYZER, 'scan', '--engine', 'native', '--rust-bin', native]),
    scan('serve', 'native', [process.execPath, ANALYZER, 'scan', '--rust-bin', unsupervised(native)]),
    scan('portable', 'portable', [process.execPath, ANALYZER, 'scan', '--engine', 'portable']),
    diff('analyzer-rs-diff', 'native', [native, 'diff']),
    diff('portable-diff-of-folders', 'portable', [process.execPath, ANALYZER, 'diff', '--engine', 'portable']),
    index('index', 'native', ['--engine', 'native', '--rust-bin', native]),
    index('portable-index', 'portable', ['--engine', 'portable']),
  ];
}

/** The same program, except that `scan` fails at once: `analyzer` has the files parsed by `analyzer-rs serve`. */
function unsupervised(native: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'analyzer-rs');
  writeFileSync(file, `#!/bin/sh\n[ "$1" = scan ] && exit 75\nexec '${native}' "$@"\n`, { mode: 0o755 });
  return file;
}

type Program = readonly [program: string, ...args: string[]];

function scan(name: string, engine: EntryPoint['engine'], program: Program): EntryPoint {
  return {
    name,
    engine,
    group: 'scan',
    command: (folder, scratch) => [
      ...program,
      folder,
      '--max-bytes',
      '0',
      '--format',
      'json',
      '-o',
      documentIn(scratch),
    ],
    answers: (_, scratch) => {
      const { entries }: { entries: { path: string }[] } = JSON.parse(readFileSync(documentIn(scratch), 'utf8'));
      return new Map(entries.map((entry) => [entry.path, JSON.stringify(entry)]));
    },
  };
}

/** Diff from an empty folder to the project. */
function diff(name: string, engine: EntryPoint['engine'], program: Program): EntryPoint {
  return {
    name,
    engine,
    group: 'diff',
    command: (folder, scratch) => {
      const empty = join(scratch, 'empty');
      mkdirSync(empty, { recursive: true });
      return [...program, empty, folder, '--max-bytes', '0', '--format', 'json', '-o', documentIn(scratch)];
    },
    answers: (_, scratch) => {
      const text = readFileSync(documentIn(scratch), 'utf8');
      return new Map([['', text.replace(/"engine":"\w*",/, '').replace(/,"runtime":\{[^{}]*\}/, '')]]);
    },
  };
}

function index(name: string, engine: EntryPoint['engine'], options: readonly string[]): EntryPoint {
  return {
    name,
    engine,
    group: 'index',
    command: (folder, scratch) => [
      process.execPath,
      ANALYZER,
      ...['workspace', 'index', folder, '--max-bytes', '0', '--db', join(scratch, 'index.db'), ...options],
    ],
    // The snapshot line identifies the complete content of the index.
    answers: (stdout) => new Map([['', stdout.replace(/^Index: \S+,/m, '').replace(/^Projects: \S+/m, '')]]),
  };
}

function documentIn(scratch: string): string {
  return join(scratch, 'document.json');
}
