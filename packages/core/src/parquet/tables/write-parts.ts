import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { ProjectPart } from '#index/kept/parts-of-index.ts';
import { pause } from '#tree/pause.ts';
import { readUpTo } from '#tree/read-fully.ts';
import { TableWriter, type WrittenTable } from '../rows/table-writer.ts';
import { PARTS, PARTS_COLUMNS, PIECE } from './stored-tables.ts';

const PIECES_OF_GROUP = 8;
/** Higher levels take longer than they save. */
const LEVEL = 1;

/**
 * Writes the parts of projects, in pieces.
 *
 * @param folder of the tables
 * @throws AnalyzerError `cancelled`; errors of the parts
 */
export async function writeParts(
  parts: AsyncIterable<ProjectPart>,
  folder: string,
  metadata: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<WrittenTable> {
  const table = new TableWriter(join(folder, `${PARTS}.parquet`), PARTS_COLUMNS, metadata, false);
  try {
    for await (const { label, path } of parts) {
      let piece = 0;
      for (const bytes of piecesOf(path)) {
        table.add({ project: label, piece: piece++, data: deflateRawSync(bytes, { level: LEVEL }) });
        if (table.open >= PIECES_OF_GROUP) table.endRowGroup();
        await pause(signal);
      }
    }
    return table.finish();
  } finally {
    table.close();
  }
}

function* piecesOf(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const bytes = readUpTo(file, PIECE);
      if (bytes.length > 0) yield bytes;
      if (bytes.length < PIECE) return;
    }
  } finally {
    closeSync(file);
  }
}
