import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import type { StoredEvent } from '../event/stored.ts';
import { readLog } from '../log/read-log.ts';
import { LOG_NAME } from '../store/open-store.ts';
import { writeStdout } from './write-stdout.ts';

/** Prints the lines of the log: `{"seq", "at", "cut", "event"}` each. */
export async function exportCommand(dataDir: string): Promise<void> {
  const folder = await stat(dataDir).catch(() => undefined);
  if (folder?.isDirectory() !== true) throw new AnalyzerError('not_found', { what: 'data folder', name: dataDir });
  const { events } = await readLog(join(dataDir, LOG_NAME), Number.POSITIVE_INFINITY, 0);
  await writeStdout(linesOf(events));
}

function* linesOf(events: readonly StoredEvent[]): Generator<Uint8Array> {
  for (const { line } of events) yield line;
}
