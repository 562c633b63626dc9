import { decodeUnits } from '#parse/elements/element-block.ts';
import { invalidExport } from '../parquet/read-export.ts';
import { type ExportedBlocks, type ExportedFile, exportedFiles } from '../tables/exported-files.ts';
import type { FileRows } from './file-rows.ts';
import {
  BLOCK_KINDS,
  type BlockKind,
  hashesOf,
  type Seeds,
  type SequencedUnits,
  seedsOf,
  sequenced,
  type UnitHashes,
} from './seeds.ts';
import type { RepeatedStart } from './segments.ts';

/** The repeated starts of a file of one kind. */
export interface FileStarts {
  kind: BlockKind;
  source: number;
  file: ExportedFile;
  units: SequencedUnits;
  hashes: UnitHashes;
  seeds: Seeds;
  starts: RepeatedStart[];
}

/**
 * Calls back with the starts of all files.
 *
 * @param rows the repeated starts
 * @param minNodes of each kind
 * @throws AnalyzerError `invalid_file` if the starts of an export are not those of its files
 */
export async function visitStarts(
  sources: readonly ExportedBlocks[],
  rows: FileRows,
  minNodes: ReadonlyMap<BlockKind, number>,
  visit: (starts: FileStarts) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const [source, its] of sources.entries()) {
    for await (const file of exportedFiles(its, signal)) {
      const starts = await rows.of(source, file.file);
      if (starts.length === 0) continue;
      try {
        visitFile(source, file, starts, minNodes, visit);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        throw invalidExport(its.starts.path, 'its starts are not those of its files', error);
      }
    }
  }
  rows.finish();
}

function visitFile(
  source: number,
  file: ExportedFile,
  rows: readonly Record<string, unknown>[],
  minNodes: ReadonlyMap<BlockKind, number>,
  visit: (starts: FileStarts) => void,
): void {
  const units = sequenced(decodeUnits(file.elements));
  for (const kind of BLOCK_KINDS) {
    const own = rows.filter((row) => row.kind === kind);
    if (own.length === 0) continue;
    const hashes = hashesOf(units, kind);
    const seeds = seedsOf(units, hashes, minNodes.get(kind) ?? 0);
    const starts = own.map((row): RepeatedStart => {
      const start = { unit: Number(row.unit), seed: integerOf(row.seed) };
      const [last, high, low] = [seeds.last, seeds.high, seeds.low].map((column) => column[start.unit]);
      const isSeed = last !== undefined && last >= 0 && start.seed === seedOf(high ?? 0, low ?? 0);
      if (!isSeed) throw new RangeError(`the unit ${start.unit} has another seed`);
      return { ...start, isDiverse: Number(row.is_diverse) === 1 };
    });
    visit({ kind, source, file, units, hashes, seeds, starts });
  }
}

/** A column that engines write as integers of 64 bits. */
export function integerOf(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  throw new RangeError(`${String(value)} is not an integer`);
}

function seedOf(high: number, low: number): bigint {
  return BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low >>> 0));
}
