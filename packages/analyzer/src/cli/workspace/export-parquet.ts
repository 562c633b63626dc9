import { AnalyzerError } from '@analyzer/contracts';
import { exportTables } from '@analyzer/core/cluster/parquet/export-index.ts';
import { isExport } from '@analyzer/core/cluster/parquet/read-export.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeFolder } from '../output/new-folder.ts';
import type { ExportFlags } from './flags.ts';

/** Exports the functions of an index to a new folder, or replaces an earlier export. */
export async function exportParquet({ db, output }: Pick<ExportFlags, 'db' | 'output'>): Promise<void> {
  if (output === undefined) {
    throw new AnalyzerError(
      'usage',
      { problem: '--format parquet needs a folder to write' },
      { hint: 'Set it with -o, such as -o shop.' },
    );
  }
  await interruptible(async (signal) => {
    const reader = await openIndex(db, { signal });
    try {
      await writeFolder(output, isExport, async (folder) => {
        const { snapshot, close } = reader.open();
        try {
          await exportTables(snapshot, folder, signal);
        } finally {
          close();
        }
      });
    } finally {
      reader.close();
    }
  });
}
