import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { merkleRoot } from '#index/root/merkle-root.ts';
import type { RangeSum } from '#index/root/range-sums.ts';
import { countRows, type ExportFolder } from '../parquet/read-export.ts';
import { TableWriter } from '../parquet/table-writer.ts';
import { fileOf, GROUP_FORMAT } from '../parquet/tables.ts';
import { groupsQuery, membersQuery, sumsQuery } from '../sql/exact-groups.ts';
import { partsOf } from '../sql/parts.ts';
import type { SqlEngine } from './engine.ts';
import { runEngine } from './run-engine.ts';

export interface GroupedExports {
  /** 64 hex digits. */
  root: string;
  groups: number;
  members: number;
}

/** @throws AnalyzerError `usage` for exports that cannot be grouped together */
export function requireGroupable(exports: readonly ExportFolder[]): void {
  const known = new Map<string, string>();
  for (const { folder, projects, fingerprintVersion } of exports) {
    const [first] = exports;
    if (first !== undefined && fingerprintVersion !== first.fingerprintVersion) {
      const problem = `${folder} has fingerprints of version ${fingerprintVersion}, ${first.folder} of version ${first.fingerprintVersion}`;
      throw new AnalyzerError('usage', { problem }, { hint: 'Index and export with one version of this program.' });
    }
    for (const project of projects) {
      const other = known.get(project);
      known.set(project, folder);
      if (other === undefined) continue;
      const problem = `the project ${project} is in ${other} and in ${folder}`;
      throw new AnalyzerError(
        'usage',
        { problem },
        { hint: 'Each project must be in one export, with its own label.' },
      );
    }
  }
}

/**
 * Lets an engine find the groups over all exports, and computes their root.
 *
 * @param kinds exact kinds
 * @param target an empty folder, which gets the tables
 * @param threads of the engine; those of the machine if undefined
 * @throws AnalyzerError `engine_failed`; the signal's reason
 */
export async function groupExports(
  engine: SqlEngine,
  exports: readonly ExportFolder[],
  { kinds, target, threads }: { kinds: readonly string[]; target: string; threads?: number | undefined },
  signal: AbortSignal,
): Promise<GroupedExports> {
  // Links, so that statements have no path of the user with characters that are special in an engine.
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-group-'));
  try {
    const functions = exports.map((its, at) => {
      symlinkSync(resolve(its.folder, fileOf('functions')), join(folder, `functions-${at}.parquet`));
      return `functions-${at}.parquet`;
    });
    for (const name of ['groups', 'members']) mkdirSync(join(target, name));
    symlinkSync(target, join(folder, 'out'));
    const tables = { functions, groups: 'out/groups', members: 'out/members' };
    const { dialect } = engine;
    const rows = exports.reduce((sum, its) => sum + its.rows, 0);
    const parts = partsOf(rows, dialect.rowsOfPart);
    const statements = parts.flatMap((part, at) => {
      const name = `part-${String(at).padStart(3, '0')}`;
      const groups = parts.length === 1 ? tables.groups : `${tables.groups}/${name}.parquet`;
      return [
        dialect.write(tables.groups, name, groupsQuery(dialect, tables, kinds, part)),
        dialect.write(tables.members, name, membersQuery(dialect, { ...tables, groups }, part)),
      ];
    });
    statements.push(sumsQuery(dialect, tables));
    const answer = await runEngine(engine, [...dialect.settings(threads), ...statements], folder, signal);
    const ranges = rangesOf(engine, answer);
    const root = merkleRoot(ranges);
    for (const name of ['groups', 'members']) nameParts(join(target, name));
    writeRanges(target, ranges, {
      'analyzer.groups': GROUP_FORMAT,
      'analyzer.root': root,
      'analyzer.kinds': kinds.join(','),
    });
    const [groups, members] = [await countRows(join(target, 'groups')), await countRows(join(target, 'members'))];
    return { root, groups, members };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function rangesOf(engine: SqlEngine, answer: string): RangeSum[] {
  return answer
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      if (!/^[0-9a-f]{2}(\t[0-9]+){9}$/.test(line)) {
        throw new AnalyzerError('engine_failed', {
          engine: engine.runs,
          reason: `unexpected output: ${line.slice(0, 100)}`,
        });
      }
      const [range = '', lines = '', ...sums] = line.split('\t');
      return { range: Number.parseInt(range, 16), lines: BigInt(lines), sums: sums.map(BigInt) };
    });
}

/** Removes what an engine writes besides its Parquet files, and names these by their order. */
function nameParts(folder: string): void {
  const names = readdirSync(folder).sort();
  const parts = names.filter((name) => /^part.*\.parquet$/.test(name));
  for (const name of names) if (!parts.includes(name)) rmSync(join(folder, name), { recursive: true });
  for (const [at, name] of parts.entries()) renameSync(join(folder, name), join(folder, `${at}.parquet`));
}

const RANGES = { range: 'int32', lines: 'int64', sums: 'text' } as const;

function writeRanges(target: string, ranges: readonly RangeSum[], metadata: Readonly<Record<string, string>>): void {
  const table = new TableWriter(join(target, 'ranges.parquet'), RANGES, metadata);
  try {
    for (const { range, lines, sums } of ranges) table.add({ range, lines, sums: sums.join('\t') });
    table.finish();
  } finally {
    table.close();
  }
}
