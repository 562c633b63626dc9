import { decodeElementBlock } from '#parse/elements/element-block.ts';
import { LIMITS } from '#relate/copies/limits.ts';
import { TableWriter } from '../parquet/table-writer.ts';
import { type ExportedBlocks, type ExportedFile, exportedFiles } from '../tables/exported-files.ts';
import type { FileRows } from './file-rows.ts';
import { FileOccurrences } from './occurrences.ts';
import { STEPS } from './step-tables.ts';
import { integerOf } from './visit-starts.ts';
import { kindOf } from './write-runs.ts';

const ROWS_OF_GROUP = 32_768;

/**
 * Writes the occurrences of runs with what decides about groups, with the elements of one file in memory.
 *
 * @param path of a new file
 * @param rows runs, by file
 */
export async function writeOccurrences(
  path: string,
  rows: FileRows,
  sources: readonly ExportedBlocks[],
  signal: AbortSignal,
): Promise<void> {
  const table = new TableWriter(path, STEPS.occurrences, {});
  try {
    for (const [source, its] of sources.entries()) {
      for await (const file of exportedFiles(its, signal)) {
        const runs = await rows.of(source, file.file);
        if (runs.length === 0) continue;
        const occurrences = new FileOccurrences(decodeElementBlock(file.elements));
        for (const row of runs) table.add(occurrenceOf(occurrences, file, row));
        if (table.open >= ROWS_OF_GROUP) table.endRowGroup();
      }
    }
    rows.finish();
    table.finish();
  } finally {
    table.close();
  }
}

function occurrenceOf(occurrences: FileOccurrences, file: ExportedFile, row: Record<string, unknown>) {
  const kind = kindOf(row.kind);
  const [ordinal, length] = [Number(row.ordinal), Number(row.length)];
  const run = { start: Number(row.unit), length };
  const { units, shape, around, nodes, ...range } = occurrences.of(kind, run);
  const isSmall = ordinal === 0 && !occurrences.hasGrams(run, LIMITS.grams);
  const { project, path, language, classes } = file;
  return {
    ...{ kind, length, ordinal, nodes, units, shape, around: around ?? '', project, path, language, classes },
    first_project: Number(row.first_project),
    first_file: integerOf(row.first_file),
    first_unit: Number(row.first_unit),
    run: integerOf(row.run),
    is_small: isSmall ? 1 : 0,
    start_byte: BigInt(range.startByte),
    end_byte: BigInt(range.endByte),
    start_line: range.startLine,
    end_line: range.endLine,
  };
}
