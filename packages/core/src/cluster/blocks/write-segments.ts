import { TableWriter } from '../parquet/table-writer.ts';
import type { ExportedBlocks } from '../tables/exported-files.ts';
import { ClassSizes } from './class-sizes.ts';
import type { FileRows } from './file-rows.ts';
import { PairCounts } from './pair-counts.ts';
import type { BlockKind } from './seeds.ts';
import { encodeSegment } from './segment-data.ts';
import { type Segment, segmentsOf } from './segments.ts';
import { STEPS } from './step-tables.ts';
import { type FileStarts, visitStarts } from './visit-starts.ts';

const CHARACTERS_OF_GROUP = 8_000_000;

/** What the classes of all exports need. */
export interface SegmentsContext {
  sources: readonly ExportedBlocks[];
  minNodes: ReadonlyMap<BlockKind, number>;
  /** Number of each project in the order of labels. */
  projects: ReadonlyMap<string, number>;
  /** Units in the segments of a class that is grouped: memory depends on it. */
  most: number;
  /** Number of all starts. */
  total: number;
}

/** Calls back with the segments of all files, which it reads twice. @param rows the repeated starts, from the first one each time */
async function visitSegments(
  rows: () => FileRows,
  { sources, minNodes, total }: SegmentsContext,
  visit: (segment: Segment, starts: FileStarts) => void,
  signal: AbortSignal,
): Promise<void> {
  const pairs = new PairCounts(total);
  const count = ({ kind, units, starts }: FileStarts) => pairs.add(kind, units, starts);
  await visitStarts(sources, rows(), minNodes, count, signal);
  const visitFile = (file: FileStarts) => {
    const { kind, units, seeds, starts } = file;
    const isRepeated = (seed: bigint, after: bigint) => pairs.isRepeated(kind, seed, after);
    for (const segment of segmentsOf(units, seeds, starts, isRepeated)) visit(segment, file);
  };
  await visitStarts(sources, rows(), minNodes, visitFile, signal);
}

/**
 * Writes the segments of all classes, except those of classes that are too large.
 *
 * @param path of a new file
 * @param rows the repeated starts, from the first one each time
 */
export async function writeSegments(
  path: string,
  rows: () => FileRows,
  context: SegmentsContext,
  signal: AbortSignal,
): Promise<ClassSizes> {
  const { projects, most } = context;
  const sizes = new ClassSizes();
  const table = new TableWriter(path, STEPS.segments, {});
  let open = 0;
  try {
    await visitSegments(
      rows,
      context,
      (segment, { kind, source, file, units, hashes }) => {
        const { seed, from, to } = segment;
        if (sizes.add(kind, seed, to - from) > most) return;
        const own = { kind, seed, project: projects.get(file.project) ?? 0, source, file: BigInt(file.file) };
        const unit = segment.units[from] ?? 0;
        let piece = 0;
        for (const data of encodeSegment(segment, units, hashes)) {
          table.add({ ...own, unit, piece: piece++, data });
          open += data.length;
          if (open < CHARACTERS_OF_GROUP) continue;
          table.endRowGroup();
          open = 0;
        }
      },
      signal,
    );
    table.finish();
  } finally {
    table.close();
  }
  return sizes;
}

const LEFT_OUT = {
  kind: 'text',
  component: 'int64',
  project: 'text',
  path: 'text',
  start_byte: 'int64',
  end_byte: 'int64',
  start_line: 'int32',
  end_line: 'int32',
  name: 'text',
  size: 'int32',
} as const;

/**
 * Writes where the segments of the classes are that are too large.
 *
 * @param path of a new file
 */
export async function writeLeftOut(
  path: string,
  rows: () => FileRows,
  context: SegmentsContext,
  sizes: ClassSizes,
  signal: AbortSignal,
): Promise<void> {
  const table = new TableWriter(path, LEFT_OUT, {});
  try {
    await visitSegments(
      rows,
      context,
      (segment, { kind, file, units }) => {
        const size = sizes.of(kind, segment.seed);
        if (size <= context.most) return;
        const [first, last] = [segment.from, segment.to - 1].map((at) => segment.units[at] ?? 0);
        table.add({
          ...{ kind, component: segment.seed, project: file.project, path: file.path, name: '', size },
          start_byte: BigInt(units.startByte[first ?? 0] ?? 0),
          end_byte: BigInt(units.endByte[last ?? 0] ?? 0),
          start_line: units.startLine[first ?? 0] ?? 0,
          end_line: units.endLine[last ?? 0] ?? 0,
        });
        if (table.open >= ROWS_OF_GROUP) table.endRowGroup();
      },
      signal,
    );
    table.finish();
  } finally {
    table.close();
  }
}

const ROWS_OF_GROUP = 65_536;
