import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { readLog } from '../log/read-log.ts';
import { LOG_NAME } from '../store/open-store.ts';

/** Prints the lines of the log: `{"seq", "at", "cut", "event"}` each. */
export async function exportCommand(dataDir: string): Promise<void> {
  const folder = await stat(dataDir).catch(() => undefined);
  if (folder?.isDirectory() !== true) throw new AnalyzerError('not_found', { what: 'data folder', name: dataDir });
  const { events } = await readLog(join(dataDir, LOG_NAME), Number.POSITIVE_INFINITY, 0);
  for (const { line } of events) {
    if (!process.stdout.write(line)) await once(process.stdout, 'drain');
  }
}
