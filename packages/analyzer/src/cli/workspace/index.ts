import { AnalyzerError } from '@analyzer/contracts';
import { type Discovery, discover } from '@analyzer/core/discovery/discover.ts';
import { readManifest } from '@analyzer/core/discovery/manifest.ts';
import { readOverview } from '@analyzer/core/index/overview.ts';
import { openIndex, shownPlace } from '@analyzer/core/index/reader.ts';
import { newIndexPath } from '../options/db.ts';
import { chosenOptions } from '../options/scan.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';
import { configuredProjects } from './configured-projects.ts';
import type { IndexFlags } from './flags.ts';
import { indexSummary } from './index-summary.ts';
import { runIndex } from './run-index.ts';

/** Finds and indexes projects, and prints a summary of the index. */
export async function indexCommand(folders: readonly string[], flags: IndexFlags): Promise<void> {
  const found = findProjects(folders, flags);
  const path = newIndexPath(flags, '.', ...(folders.length === 1 ? folders : []));
  await interruptible(async (signal) => {
    await runIndex(found, path, flags, signal);
    const reader = await openIndex(path.db, { signal });
    try {
      await writeStream(
        process.stdout,
        indexSummary(reader.read(readOverview), {
          db: shownPlace(path.db),
          split: flags.splitWorkspaces ?? false,
          origins: found.origins,
        }),
        signal,
      );
    } finally {
      reader.close();
    }
  });
}

function findProjects(folders: readonly string[], flags: IndexFlags): Discovery {
  const scan = chosenOptions(flags);
  const split = flags.splitWorkspaces ?? false;
  if (flags.manifest !== undefined) {
    if (folders.length === 0) return readManifest(flags.manifest, { split, scan });
    throw new AnalyzerError(
      'usage',
      { problem: 'folders and --manifest exclude each other' },
      { hint: 'List all projects in the file.' },
    );
  }
  if (folders.length > 0) return discover(folders, { discover: flags.discover ?? false, split, scan });
  const listed = configuredProjects(flags, { split, scan });
  if (listed !== undefined) return listed;
  throw new AnalyzerError(
    'usage',
    { problem: 'neither folders nor --manifest were given, and no configuration file lists projects' },
    { hint: 'See `analyzer workspace index --help`.' },
  );
}
