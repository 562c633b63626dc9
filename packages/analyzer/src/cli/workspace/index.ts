import { AnalyzerError } from '@analyzer/contracts';
import { type Discovery, discover } from '@analyzer/core/discovery/discover.ts';
import { readManifest } from '@analyzer/core/discovery/manifest.ts';
import { readOverview } from '@analyzer/core/index/overview.ts';
import { openIndex, shownPlace } from '@analyzer/core/index/reader.ts';
import type { IndexState } from '@analyzer/core/session/index-state.ts';
import { newIndexPath } from '../options/db.ts';
import { chosenOptions } from '../options/scan.ts';
import { interruptible } from '../output/interrupt.ts';
import { say } from '../output/messages.ts';
import { writeStream } from '../output/write-stream.ts';
import { configuredProjects } from './configured-projects.ts';
import type { IndexFlags } from './flags.ts';
import { indexSummary } from './index-summary.ts';
import { runIndex } from './run-index.ts';
import { watchIndex } from './watch-index.ts';

/** Finds and indexes projects, and prints a summary of the index; with `--watch` again after each change. */
export async function indexCommand(folders: readonly string[], flags: IndexFlags): Promise<void> {
  const path = newIndexPath(flags, '.', ...(folders.length === 1 ? folders : []));
  await interruptible(async (signal) => {
    const write = async (found: Discovery) => {
      await runIndex(found, path, flags, signal);
      await printSummary(found, path.db, flags, signal);
    };
    const find = () => findProjects(folders, flags);
    if (flags.watch !== true) return write(find());
    // Without the program that started it, nobody asks for the index.
    const gone = new AbortController();
    process.once('disconnect', () => gone.abort(new AnalyzerError('cancelled', {})));
    const either = AbortSignal.any([signal, gone.signal]);
    try {
      await watchIndex({ folders, db: path.db, find, write, report: reportState, signal: either });
    } finally {
      // An open channel would keep the process alive.
      if (process.connected) process.disconnect();
    }
  });
}

async function printSummary(found: Discovery, db: string, flags: IndexFlags, signal: AbortSignal): Promise<void> {
  const reader = await openIndex(db, { signal });
  try {
    const overview = reader.read(readOverview);
    const split = flags.splitWorkspaces ?? false;
    const summary = indexSummary(overview, { db: shownPlace(db), split, origins: found.origins });
    await writeStream(process.stdout, summary, signal);
  } finally {
    reader.close();
  }
}

/** Tells it the program that started this one, or else the person. */
function reportState(state: IndexState): void {
  if (process.send !== undefined && process.connected) process.send(state);
  else if (state.type === 'problem') say(state.message);
}

function findProjects(folders: readonly string[], flags: IndexFlags): Discovery {
  const scan = {
    ...chosenOptions(flags),
    ...(flags.trustSuppressions && { trust_suppressions: flags.trustSuppressions }),
  };
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
