import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AnalyzerError, visibleControls } from '@analyzer/contracts';
import type { StoredEvent } from '../event/stored.ts';
import { requirePlainFiles } from '../log/plain-files.ts';
import { readLog } from '../log/read-log.ts';
import { LOG_NAME } from '../store/found-log.ts';
import { writeStdout } from './write-stdout.ts';

/**
 * Prints the events of the log, one per line.
 *
 * @param bare prints the event as its sender sent it, else the line of the log: `{"seq", "at", "cut", "event"}`
 */
export async function exportCommand(dataDir: string, bare: boolean): Promise<void> {
  const folder = await stat(dataDir).catch(() => undefined);
  if (folder?.isDirectory() !== true) throw new AnalyzerError('not_found', { what: 'data folder', name: dataDir });
  await requirePlainFiles(dataDir, [LOG_NAME]);
  const { events, bad } = await readLog(join(dataDir, LOG_NAME), Number.POSITIVE_INFINITY);
  if (bad.length > 0) process.stderr.write(`dashboard: ${bad.length} unreadable lines of the log are not exported\n`);
  await writeStdout(linesOf(events, bare));
}

function* linesOf(events: readonly StoredEvent[], bare: boolean): Generator<string> {
  for (const event of events) yield lineOf(event, bare);
}

/** Escapes bidirectional characters: the JSON strings stay equal, and a terminal does not reorder the text. */
function lineOf({ line, raw }: StoredEvent, bare: boolean): string {
  return bare ? `${visibleControls(raw.toString())}\n` : visibleControls(line.toString());
}
