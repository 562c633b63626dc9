import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { compareBytes } from '@analyzer/contracts/order';
import type { RangeSums } from '#index/root/range-sums.ts';
import { pause } from '#tree/pause.ts';
import { blockGroups } from '../blocks/block-groups.ts';
import { FileRows } from '../blocks/file-rows.ts';
import type { BlockKind } from '../blocks/seeds.ts';
import { ORDERS, REPEATED, STEPS } from '../blocks/step-tables.ts';
import { writeOccurrences } from '../blocks/write-occurrences.ts';
import { writeRuns } from '../blocks/write-runs.ts';
import { writeLeftOut, writeSegments } from '../blocks/write-segments.ts';
import type { ExportFolder } from '../parquet/read-export.ts';
import { readRows } from '../parquet/read-rows.ts';
import { orderedQuery, repeatedQuery } from '../sql/block-classes.ts';
import { partName, partsOf } from '../sql/parts.ts';
import { type ExportedBlocks, exportedBlocks } from '../tables/exported-files.ts';
import { requireListed } from '../tables/read-table.ts';
import type { EngineRun } from './engine.ts';
import { GroupTablesWriter } from './group-tables.ts';

export interface BlockGrouping {
  kinds: readonly BlockKind[];
  /** A folder with `block-starts-0.parquet` and so on, one for each export, in which engines run. */
  folder: string;
  /** Gets `groups/blocks.parquet` and `members/blocks.parquet`, and `left_out/blocks.parquet` if a class is too large. */
  target: string;
  /** Units in the segments of a class of seeds: memory depends on it. */
  mostUnits: number;
}

/** Rows of numbers need less memory than rows of functions. */
const NUMBERS_OF_ROW = 4;
/** Rows with a piece of a segment. */
const SEGMENTS_OF_GROUP = 4096;
/** Rows with three hashes as text. */
const OCCURRENCES_OF_GROUP = 8192;
const GROUPS_BETWEEN_PAUSES = 256;

/**
 * Groups runs of units: the engine finds the seeds that occur more than once, and orders the rows of each step; this program
 * finds the maximal runs of each class of seeds, and the groups of each run.
 *
 * @param sums gets the canonical lines
 * @returns the sizes of the classes that are too large and have no groups here, in units
 * @throws AnalyzerError `engine_failed`; those of `exportedFiles`; the signal's reason
 */
export async function groupBlocks(
  { dialect, run, failed }: EngineRun,
  exports: readonly ExportFolder[],
  { kinds, folder, target, mostUnits }: BlockGrouping,
  sums: RangeSums,
  signal: AbortSignal,
): Promise<number[]> {
  const ordered = (step: Step) => `ordered-${step}`;
  const order = (step: Step, rowGroup?: number) => {
    return dialect.write(ordered(step), 'part', orderedQuery(dialect, step, ORDERS[step]), rowGroup);
  };
  const rowsOf = (step: Step, columns: readonly string[]) => readRows(join(folder, ordered(step)), [...columns]);
  for (const step of STEP_NAMES) for (const name of [step, ordered(step)]) mkdirSync(join(folder, name));

  const sources = await requireSources(exports, signal);
  const starts = exports.map((_, at) => `block-starts-${at}.parquet`);
  const total = exports.reduce((sum, { blocks }) => sum + (blocks?.starts ?? 0), 0);
  const parts = partsOf(total, dialect.rowsOfPart * NUMBERS_OF_ROW);
  await run([
    ...parts.map((part, at) => dialect.write('repeated', partName(at), repeatedQuery(dialect, starts, kinds, part))),
    order('repeated'),
  ]);
  const context = { sources, minNodes: minNodesOf(exports), projects: projectNumbers(exports), most: mostUnits, total };
  const repeated = () => new FileRows(rowsOf('repeated', Object.keys(REPEATED)), failed);
  const sizes = await writeSegments(join(folder, 'segments/0.parquet'), repeated, context, signal);
  const leftOut = sizes.above(mostUnits);
  if (leftOut.length > 0) {
    mkdirSync(join(target, 'left_out'), { recursive: true });
    await writeLeftOut(join(target, 'left_out/blocks.parquet'), repeated, context, sizes, signal);
  }
  const found = new GroupTablesWriter(target, 'blocks', sums);
  try {
    await run([order('segments', SEGMENTS_OF_GROUP)]);
    const segments = rowsOf('segments', Object.keys(STEPS.segments));
    await writeRuns(join(folder, 'runs/0.parquet'), segments, { ...context, sizes }, failed, signal);
    await run([order('runs')]);
    const runs = new FileRows(rowsOf('runs', Object.keys(STEPS.runs)), failed);
    await writeOccurrences(join(folder, 'occurrences/0.parquet'), runs, sources, signal);
    await run([order('occurrences', OCCURRENCES_OF_GROUP)]);
    let groups = 0;
    for await (const { group, members } of blockGroups(rowsOf('occurrences', Object.keys(STEPS.occurrences)), failed)) {
      found.add(
        group,
        members.map((member) => ({ ...member, name: '', similarity: undefined })),
      );
      if (groups++ % GROUPS_BETWEEN_PAUSES === 0) await pause(signal);
    }
    found.finish();
  } finally {
    found.close();
  }
  return leftOut;
}

type Step = keyof typeof ORDERS;
const STEP_NAMES = ['repeated', 'segments', 'runs', 'occurrences'] as const satisfies readonly Step[];

/** @throws AnalyzerError `invalid_file` unless the starts of each export are the listed ones */
async function requireSources(exports: readonly ExportFolder[], signal: AbortSignal): Promise<ExportedBlocks[]> {
  const sources: ExportedBlocks[] = [];
  for (const { folder, snapshotId } of exports) {
    const its = await exportedBlocks(folder, snapshotId);
    await requireListed(its.starts, signal);
    sources.push(its);
  }
  return sources;
}

function minNodesOf([first]: readonly ExportFolder[]): Map<BlockKind, number> {
  return new Map([...(first?.blocks?.minNodes ?? [])].map(([kind, nodes]) => [kind, Number(nodes)]));
}

/** By label: its number in the order of labels. */
function projectNumbers(exports: readonly ExportFolder[]): Map<string, number> {
  const labels = exports.flatMap(({ projects }) => projects).sort(compareBytes);
  return new Map(labels.map((label, at) => [label, at]));
}
