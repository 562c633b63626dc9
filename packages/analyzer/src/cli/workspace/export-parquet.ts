import type { KeptContext } from '@analyzer/core/index/kept/kept-projects.ts';
import { partsOfIndex } from '@analyzer/core/index/kept/parts-of-index.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { exportTables } from '@analyzer/core/parquet/rows/export-index.ts';
import { isExport } from '@analyzer/core/parquet/rows/read-export.ts';
import { type EngineFlags, openIndexEngine } from '../engine/open.ts';
import { programVersion } from '../engine/program-version.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeFolder } from '../output/new-folder.ts';

/** Exports the functions of an index to a new folder, or replaces an earlier export. */
export async function exportParquet({
  db,
  output,
  ...flags
}: EngineFlags & { db: string; output: string }): Promise<void> {
  await interruptible(async (signal) => {
    const reader = await openIndex(db, { signal });
    const kept = keptContext(flags, signal);
    try {
      await writeFolder(output, isExport, async (folder) => {
        const { snapshot, close } = reader.open();
        try {
          const parts = kept && partsOfIndex(reader, snapshot, kept);
          await exportTables(snapshot, folder, { parts, signal });
        } finally {
          close();
        }
      });
    } finally {
      reader.close();
      await kept?.engine.close();
    }
  });
}

/** The cache with the parts of projects, if the user names one. */
function keptContext({ cacheDir, ...flags }: EngineFlags, signal: AbortSignal): KeptContext | undefined {
  if (cacheDir === undefined) return undefined;
  return { cacheDir, program: programVersion(), engine: openIndexEngine(flags, signal), signal };
}
