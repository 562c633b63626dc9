import { TableWriter } from '../parquet/table-writer.ts';
import type { ExportedBlocks } from '../tables/exported-files.ts';
import { ClassSizes } from './class-sizes.ts';
import type { FileRows } from './file-rows.ts';
import type { BlockKind } from './seeds.ts';
import { encodeSegment } from './segment-data.ts';
import { STEPS } from './step-tables.ts';
import { visitSegments } from './visit-segments.ts';

const CHARACTERS_OF_GROUP = 8_000_000;

/** What the classes of all exports need. */
export interface SegmentsContext {
  sources: readonly ExportedBlocks[];
  minNodes: ReadonlyMap<BlockKind, number>;
  /** Number of each project in the order of labels. */
  projects: ReadonlyMap<string, number>;
  /** Units in the segments of a class that is grouped: memory depends on it. */
  most: number;
}

/**
 * Writes the segments of all classes, except those of classes that are too large.
 *
 * @param path of a new file
 * @param rows the repeated starts
 */
export async function writeSegments(
  path: string,
  rows: FileRows,
  { sources, minNodes, projects, most }: SegmentsContext,
  signal: AbortSignal,
): Promise<ClassSizes> {
  const sizes = new ClassSizes();
  const table = new TableWriter(path, STEPS.segments, {});
  let open = 0;
  try {
    await visitSegments(
      sources,
      rows,
      minNodes,
      ({ kind, segment, source, file, units, hashes }) => {
        const { seed, from } = segment;
        if (sizes.add(kind, seed, segment.units.length - from) > most) return;
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
  rows: FileRows,
  { sources, minNodes, most }: SegmentsContext,
  sizes: ClassSizes,
  signal: AbortSignal,
): Promise<void> {
  const table = new TableWriter(path, LEFT_OUT, {});
  try {
    await visitSegments(
      sources,
      rows,
      minNodes,
      ({ kind, segment, file, units }) => {
        const size = sizes.of(kind, segment.seed);
        if (size <= most) return;
        const [first, last] = [segment.units[segment.from] ?? 0, segment.units.at(-1) ?? 0];
        table.add({
          ...{ kind, component: segment.seed, project: file.project, path: file.path, name: '', size },
          start_byte: BigInt(units.startByte[first] ?? 0),
          end_byte: BigInt(units.endByte[last] ?? 0),
          start_line: units.startLine[first] ?? 0,
          end_line: units.endLine[last] ?? 0,
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
