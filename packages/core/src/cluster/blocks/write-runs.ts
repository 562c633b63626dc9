import { setImmediate } from 'node:timers/promises';
import { TableWriter } from '../parquet/table-writer.ts';
import { type ClassSegment, runsOfClass } from './class-runs.ts';
import type { ClassSizes } from './class-sizes.ts';
import { BLOCK_KINDS, type BlockKind } from './seeds.ts';
import { decodeSegment } from './segment-data.ts';
import { STEPS } from './step-tables.ts';
import { integerOf } from './visit-starts.ts';

type Row = Record<string, unknown>;

const ROWS_OF_GROUP = 65_536;

/**
 * Writes the occurrences of the maximal runs of all classes, with the segments of one class in memory.
 *
 * @param path of a new file
 * @param rows segments, by class
 * @param fail the error for rows in another order
 */
export async function writeRuns(
  path: string,
  rows: AsyncIterable<Row>,
  { minNodes, sizes, most }: { minNodes: ReadonlyMap<BlockKind, number>; sizes: ClassSizes; most: number },
  fail: (reason: string) => Error,
  signal: AbortSignal,
): Promise<void> {
  const table = new TableWriter(path, STEPS.runs, {});
  let [runs, classes] = [0n, 0];
  try {
    for await (const { kind, seed, segments } of classesOf(rows, fail)) {
      if (sizes.of(kind, seed) > most) continue;
      for (const { length, starts } of runsOfClass(segments, minNodes.get(kind) ?? 0)) {
        const [first] = starts;
        if (first === undefined) continue;
        const { project, file } = first.segment;
        const own = {
          kind,
          length,
          first_project: project,
          first_file: BigInt(file),
          first_unit: first.unit,
          run: runs++,
        };
        for (const [ordinal, { segment, unit }] of starts.entries()) {
          table.add({ ...own, source: segment.source, file: BigInt(segment.file), unit, ordinal });
          if (table.open >= ROWS_OF_GROUP) table.endRowGroup();
        }
      }
      if (++classes % CLASSES_BETWEEN_PAUSES === 0) await setImmediate();
      signal.throwIfAborted();
    }
    table.finish();
  } finally {
    table.close();
  }
}

const CLASSES_BETWEEN_PAUSES = 256;

interface SeedClass {
  kind: BlockKind;
  seed: bigint;
  segments: ClassSegment[];
}

async function* classesOf(rows: AsyncIterable<Row>, fail: (reason: string) => Error): AsyncGenerator<SeedClass> {
  let open: SeedClass | undefined;
  for await (const pieces of segmentsOf(rows)) {
    const [row] = pieces;
    const [kind, seed] = [kindOf(row?.kind), integerOf(row?.seed)];
    if (open !== undefined && (open.kind !== kind || open.seed !== seed)) {
      if (kind < open.kind || (kind === open.kind && seed < open.seed)) throw fail('its rows are not ordered');
      yield open;
      open = undefined;
    }
    open ??= { kind, seed, segments: [] };
    open.segments.push({
      ...decodeSegment(pieces.map(({ data }) => String(data))),
      project: Number(row?.project),
      source: Number(row?.source),
      file: Number(row?.file),
    });
  }
  if (open !== undefined) yield open;
}

/** The pieces of each segment. */
async function* segmentsOf(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let open: Row[] = [];
  for await (const row of rows) {
    if (Number(row.piece) === 0 && open.length > 0) {
      yield open;
      open = [];
    }
    open.push(row);
  }
  if (open.length > 0) yield open;
}

/** @throws RangeError for another string */
export function kindOf(value: unknown): BlockKind {
  const kind = BLOCK_KINDS.find((its) => its === value);
  if (kind === undefined) throw new RangeError(`${String(value)} is not a kind of blocks`);
  return kind;
}
