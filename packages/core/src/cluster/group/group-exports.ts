import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { merkleRoot } from '#index/root/merkle-root.ts';
import { type RangeSum, RangeSums } from '#index/root/range-sums.ts';
import { GROUP_KINDS } from '#scan/model.ts';
import { WorkFolder } from '#tree/work-folder.ts';
import { BLOCK_KINDS, type BlockKind } from '../blocks/seeds.ts';
import type { LeftOut } from '../near/candidates.ts';
import { countRows, type ExportFolder } from '../parquet/read-export.ts';
import { TableWriter } from '../parquet/table-writer.ts';
import { fileOf, GROUP_FORMAT } from '../parquet/tables.ts';
import { groupsQuery, membersQuery, sumsQuery } from '../sql/exact-groups.ts';
import { partName, partsOf } from '../sql/parts.ts';
import type { SqlEngine } from './engine.ts';
import { groupBlocks } from './group-blocks.ts';
import { groupNear } from './group-near.ts';
import { engineRun, runEngine } from './run-engine.ts';

/** All exports must have similar declarations of one least size. */
function requireNear(exports: readonly ExportFolder[]): void {
  const [first] = exports;
  for (const { folder, near } of exports) {
    if (near === undefined) {
      const hint = 'Index with the kind near and export again, or set --kinds function-body,function-shape.';
      throw new AnalyzerError('usage', { problem: `${folder} has no declarations for the kind near` }, { hint });
    }
    if (near.minNodes === first?.near?.minNodes) continue;
    const sizes = `${folder} compares declarations from ${near.minNodes} nodes, ${first?.folder} from ${first?.near?.minNodes}`;
    throw new AnalyzerError('usage', { problem: sizes }, { hint: 'Index with one --min-near and export again.' });
  }
}

/** All exports must have runs of units of one least size for each kind. */
function requireBlocks(exports: readonly ExportFolder[], kind: BlockKind): void {
  const [first] = exports;
  for (const { folder, blocks } of exports) {
    const nodes = blocks?.minNodes.get(kind);
    if (nodes === undefined) {
      const problem = `${folder} has no runs of units for the kind ${kind}`;
      const hint = `Index with the kind ${kind} and export again, or set --kinds without it.`;
      throw new AnalyzerError('usage', { problem }, { hint });
    }
    const other = first?.blocks?.minNodes.get(kind);
    if (nodes === other) continue;
    const problem = `${folder} compares runs of the kind ${kind} from ${nodes} nodes, ${first?.folder} from ${other}`;
    throw new AnalyzerError('usage', { problem }, { hint: `Index with one --min-${kind} and export again.` });
  }
}

/** The kinds that any of the exports has. */
export function kindsOf(exports: readonly ExportFolder[]): string[] {
  return GROUP_KINDS.filter((kind) => {
    if (kind === 'near') return exports.some(({ near }) => near !== undefined);
    return isBlockKind(kind) ? exports.some(({ blocks }) => blocks?.minNodes.has(kind)) : true;
  });
}

function isBlockKind(kind: string): kind is BlockKind {
  return BLOCK_KINDS.some((its) => its === kind);
}

export interface GroupedExports {
  /** 64 hex digits. */
  root: string;
  groups: number;
  members: number;
  /** Components of similar declarations that are too large: their groups are missing, and the root is another one. */
  leftOut: LeftOut[];
  /** The same of classes of runs of units: their sizes, in units. */
  leftOutClasses: number[];
}

/** What to group, and where. */
export interface Grouping {
  kinds: readonly string[];
  /** An empty folder, which gets the tables. */
  target: string;
  /** Of the engine; those of the machine if undefined. */
  threads: number | undefined;
  /** 5-grams of a component of similar declarations. */
  mostGrams: number;
  /** Units of a class of runs. */
  mostUnits: number;
}

/** @throws AnalyzerError `usage` for exports that cannot be grouped together */
export function requireGroupable(exports: readonly ExportFolder[], kinds: readonly string[]): void {
  if (kinds.includes('near')) requireNear(exports);
  for (const kind of kinds.filter(isBlockKind)) requireBlocks(exports, kind);
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
 * @throws AnalyzerError `engine_failed`; the signal's reason
 */
export async function groupExports(
  engine: SqlEngine,
  exports: readonly ExportFolder[],
  { kinds, target, threads, mostGrams, mostUnits }: Grouping,
  signal: AbortSignal,
): Promise<GroupedExports> {
  // Links, so that statements have no path of the user with characters that are special in an engine.
  const work = WorkFolder.create('group');
  const folder = work.path;
  try {
    WorkFolder.removeAbandoned('group');
    for (const [at, its] of exports.entries()) {
      symlinkSync(resolve(its.folder, fileOf('functions')), join(folder, `functions-${at}.parquet`));
      symlinkSync(resolve(its.folder, fileOf('near_units')), join(folder, `units-${at}.parquet`));
      symlinkSync(resolve(its.folder, fileOf('block_starts')), join(folder, `block-starts-${at}.parquet`));
    }
    for (const name of ['groups', 'members']) mkdirSync(join(target, name));
    symlinkSync(target, join(folder, 'out'));
    const sums = new RangeSums();
    const exact = kinds.filter((kind) => kind !== 'near' && !isBlockKind(kind));
    if (exact.length > 0) {
      const answer = await runEngine(engine, exactStatements(engine, exports, exact, threads), folder, signal);
      for (const range of rangesOf(engine, answer)) sums.merge(range);
      for (const name of ['groups', 'members']) nameParts(join(target, name));
    }
    const near = { folder, target, threads, mostGrams };
    const leftOut = kinds.includes('near') ? await groupNear(engine, exports, near, sums, signal) : [];
    if (leftOut.length > 0) nameParts(join(target, 'left_out'));
    const blockKinds = kinds.filter(isBlockKind);
    const blocks = { kinds: blockKinds, folder, target, mostUnits };
    const run = engineRun(engine, folder, threads, signal);
    const leftOutClasses = blockKinds.length > 0 ? await groupBlocks(run, exports, blocks, sums, signal) : [];
    const ranges = sums.ranges().filter(({ lines }) => lines > 0n);
    const root = merkleRoot(sums.ranges());
    writeRanges(target, ranges, {
      'analyzer.groups': GROUP_FORMAT,
      'analyzer.root': root,
      'analyzer.kinds': kinds.join(','),
      'analyzer.left_out': String(leftOut.length + leftOutClasses.length),
    });
    const [groups, members] = [await countRows(join(target, 'groups')), await countRows(join(target, 'members'))];
    return { root, groups, members, leftOut, leftOutClasses };
  } finally {
    work.remove();
  }
}

/** Statements for the exact kinds, of which the last one returns the sums. */
function exactStatements(
  { dialect }: SqlEngine,
  exports: readonly ExportFolder[],
  kinds: readonly string[],
  threads: number | undefined,
): string[] {
  const functions = exports.map((_, at) => `functions-${at}.parquet`);
  const tables = { functions, groups: 'out/groups', members: 'out/members' };
  const rows = exports.reduce((sum, its) => sum + its.rows, 0);
  const parts = partsOf(rows, dialect.rowsOfPart);
  const statements = parts.flatMap((part, at) => {
    const name = partName(at);
    const groups = parts.length === 1 ? tables.groups : `${tables.groups}/${name}.parquet`;
    return [
      dialect.write(tables.groups, name, groupsQuery(dialect, tables, kinds, part)),
      dialect.write(tables.members, name, membersQuery(dialect, { ...tables, groups }, part)),
    ];
  });
  return [...dialect.settings(threads), ...statements, sumsQuery(dialect, tables)];
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
