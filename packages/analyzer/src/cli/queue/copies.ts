import { EXIT } from '@analyzer/contracts';
import { readCopies } from '@analyzer/core/queue/copies/read-copies.ts';
import { type CopiesVerification, verifyCopies } from '@analyzer/core/queue/copies/verify-copies.ts';
import { grouped } from '@analyzer/core/render/terminal/numbers.ts';
import { visible } from '@analyzer/core/render/visible.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';
import type { CopiesFlags, QueueFlags } from './flags.ts';
import { COPIES_FORMATS } from './formats.ts';
import { withQueue } from './open-queue.ts';

/** Prints the groups that a project shares with others. */
export async function copiesCommand(project: string, { queue, limit, format }: CopiesFlags): Promise<void> {
  const copies = await withQueue(queue, (connection) => readCopies(connection, project, limit));
  const lines = await COPIES_FORMATS[format].render(copies);
  await interruptible((signal) => writeStream(process.stdout, lines, signal));
}

/** Computes all groups of the queue again; exit code 1 if they differ from those that are stored. */
export async function verifyQueueCommand({ queue }: QueueFlags): Promise<void> {
  const verification = await withQueue(queue, verifyCopies);
  await interruptible((signal) => writeStream(process.stdout, verificationLines(verification), signal));
  if (differs(verification)) process.exitCode = EXIT.findings;
}

function differs({ root, computed, ranges }: CopiesVerification): boolean {
  return root !== computed || ranges.length > 0;
}

function* verificationLines(verification: CopiesVerification): Generator<string> {
  const { root, computed, functions, groups, ranges, missing } = verification;
  yield `root ${root}\n`;
  const counts = `groups: ${grouped(groups)}, hashes of functions: ${grouped(functions)}`;
  if (differs(verification)) {
    yield `computed ${computed}; ${counts}\n`;
    const bytes = ranges.map((range) => range.toString(16).padStart(2, '0'));
    yield `${ranges.length} of 256 ranges differ, by the first byte of fingerprints: ${bytes.join(', ')}\n`;
    yield 'Remove the projects with `analyzer queue forget`, and enqueue them again.\n';
  } else yield `${counts}, as stored\n`;
  if (missing.length === 0) return;
  yield `The functions of these projects are missing; workers add those of their own version, else enqueue them again:\n`;
  for (const label of missing) yield `  ${visible(label)}\n`;
}
