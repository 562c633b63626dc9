import { EXIT } from '@analyzer/contracts';
import { type ChangedTable, verifyRows } from '@analyzer/core/index/postgres/verify-rows.ts';
import { isOnServer, openIndex } from '@analyzer/core/index/reader.ts';
import { rootOfKinds, type Verification, verifyRoot } from '@analyzer/core/index/root/stored-root.ts';
import { grouped } from '@analyzer/core/render/terminal/numbers.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';

/** Flags of `workspace verify`. */
export interface VerifyFlags {
  db: string;
  kinds?: string[];
}

/** Prints the root of an index and the ranges that differ from it; exit code 1 if there are any. */
export async function verifyCommand({ db, kinds }: VerifyFlags): Promise<void> {
  await interruptible(async (signal) => {
    const reader = await openIndex(db, { signal });
    try {
      if (kinds !== undefined) {
        const { root, lines } = reader.read((snapshot) => rootOfKinds(snapshot, kinds));
        const text = `root ${root}\n${grouped(Number(lines))} lines of ${kinds.join(', ')}.\n`;
        await writeStream(process.stdout, [text], signal);
        return;
      }
      const verification = reader.read(verifyRoot);
      await writeStream(process.stdout, verificationLines(verification), signal);
      if (verification.root !== verification.computed || verification.ranges.length > 0)
        process.exitCode = EXIT.findings;
    } finally {
      reader.close();
    }
    if (!isOnServer(db)) return;
    const changed = await verifyRows(db);
    await writeStream(process.stdout, rowLines(changed), signal);
    if (changed !== undefined && changed.length > 0) process.exitCode = EXIT.findings;
  });
}

function* rowLines(changed: readonly ChangedTable[] | undefined): Generator<string> {
  if (changed === undefined) {
    yield 'Rows have no digests: an earlier version of this program published them.\n';
    return;
  }
  if (changed.length === 0) return;
  for (const { table, ranges, moreRanges } of changed) {
    const all = [...ranges, ...(moreRanges > 0 ? [`${grouped(moreRanges)} more`] : [])];
    yield `${table}: not as it was published${all.length > 0 ? `: ${all.join(', ')}` : ''}\n`;
  }
  yield 'Publish the index again into a new database.\n';
}

function* verificationLines({ root, computed, ofStoredSums, lines, ranges }: Verification): Generator<string> {
  yield `root ${root}\n`;
  if (root === computed && ranges.length === 0) {
    yield `${grouped(Number(lines))} lines of groups and occurrences, as stored.\n`;
    return;
  }
  yield `computed ${computed} from ${grouped(Number(lines))} lines of groups and occurrences\n`;
  if (ranges.length > 0) {
    const bytes = ranges.map((range) => range.toString(16).padStart(2, '0'));
    yield `${ranges.length} of 256 ranges differ, by the first byte of fingerprints: ${bytes.join(', ')}\n`;
  }
  if (ofStoredSums !== root) yield `the stored sums have the root ${ofStoredSums}\n`;
  yield 'Index again with `analyzer workspace index`.\n';
}
