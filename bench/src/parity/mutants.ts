import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutants, originals } from '../unbreakable/mutants.ts';
import { firstDifference } from './compare.ts';

/** Files per scanned folder. */
const BATCH = 500;

/** Statuses that depend on the machine; engines may differ only in the files that get one. */
const OF_THE_MACHINE: ReadonlySet<string> = new Set(['timeout', 'parser-failed']);

/** Suffix of files without a dialect; otherwise the dialect is the suffix. */
const SUFFIXES: Readonly<Record<string, string>> = {
  python: 'py',
  javascript: 'js',
  typescript: 'ts',
  php: 'php',
  bash: 'sh',
};

/** JSON of a folder by both engines. */
export type ScanBoth = (folder: string) => readonly [portable: string, native: string];

export interface MutantsTally {
  compared: number;
  /** Skipped because an engine exceeded its time or stack limit. */
  leftOut: number;
  differences: string[];
}

/**
 * Writes mutants of the corpus, one folder at a time, and compares the results of both engines. The same seed gives the
 * same mutants.
 */
export function compareMutants(
  folder: string,
  seed: number,
  first: number,
  count: number,
  scan: ScanBoth,
): MutantsTally {
  const files = originals();
  const tally: MutantsTally = { compared: 0, leftOut: 0, differences: [] };
  const end = first + count;
  for (let from = first; from < end; from += BATCH) {
    const batch = join(folder, `${from}`);
    mkdirSync(batch);
    const names = new Map<string, string>();
    for (const { name, mode, bytes } of mutants(files, seed, from, Math.min(BATCH, end - from))) {
      const file = `${names.size}.${mode.dialect ?? SUFFIXES[mode.language]}`;
      names.set(file, name);
      writeFileSync(join(batch, file), bytes);
    }
    compareFolder(batch, names, scan, tally);
    rmSync(batch, { recursive: true });
    process.stderr.write(`${Math.min(from + BATCH, end)} mutants: ${tally.differences.length} differences\n`);
  }
  return tally;
}

function compareFolder(batch: string, names: Map<string, string>, scan: ScanBoth, tally: MutantsTally): void {
  let [portable, native] = scan(batch);
  const late = new Set([...ofTheMachine(portable), ...ofTheMachine(native)]);
  if (late.size > 0) {
    // Calls and copies depend on all files, so the others are scanned again without these.
    for (const file of late) rmSync(join(batch, file));
    [portable, native] = scan(batch);
  }
  tally.leftOut += late.size;
  tally.compared += names.size - late.size;
  const found = firstDifference(portable, native);
  if (found === undefined) return;
  const mutant = found.path === undefined ? '' : ` (${names.get(found.path)})`;
  tally.differences.push(`${found.pointer}${mutant}\n  portable ${found.left}\n  native   ${found.right}\n`);
}

function ofTheMachine(scan: string): string[] {
  const { entries }: { entries: { path: string; status?: string }[] } = JSON.parse(scan);
  return entries.filter(({ status }) => OF_THE_MACHINE.has(status ?? '')).map(({ path }) => path);
}
