import { existsSync } from 'node:fs';
import { jsonText } from '@analyzer/contracts';
import { configSkeleton } from '@analyzer/core/extract/plan/skeleton.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { projectRange } from '@analyzer/core/query/filters/scope.ts';
import { DEFAULT_DB } from '../options/db.ts';
import { interruptible } from '../output/interrupt.ts';
import { say } from '../output/messages.ts';
import { NewFile } from '../output/new-file.ts';
import { writeStream } from '../output/write-stream.ts';
import type { TicketsConfigFlags } from './flags.ts';

/** Writes a configuration that lists the projects of the index. */
export async function ticketsConfigCommand({ coordinator, db, output, planning }: TicketsConfigFlags): Promise<void> {
  await interruptible(async (signal, onForcedEnd) => {
    const file = output === undefined ? undefined : new NewFile(output);
    onForcedEnd(() => file?.discard());
    const labels = await labelsOf(coordinator, db, signal);
    const text = `${jsonText(configSkeleton(coordinator, labels, planning), 2)}\n`;
    if (file === undefined) await writeStream(process.stdout, [text], signal);
    else await file.write([text], signal);
  });
}

const LABELS = 'SELECT label FROM project ORDER BY id';

/** @throws AnalyzerError `not_found` if the index has no such project */
async function labelsOf(coordinator: string, db: string | undefined, signal: AbortSignal): Promise<string[]> {
  if (db === undefined && !existsSync(DEFAULT_DB)) {
    say(`There is no index in ${DEFAULT_DB}: repositories lists only the coordinator. Add the other projects.`);
    return [coordinator];
  }
  const reader = await openIndex(db ?? DEFAULT_DB, { signal });
  try {
    return reader.read((snapshot) => {
      projectRange(snapshot, coordinator);
      return snapshot.all(LABELS, [], (row) => row.text('label'));
    });
  } finally {
    reader.close();
  }
}
