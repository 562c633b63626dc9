import { AnalyzerError } from '@analyzer/contracts';
import { type Discovery, discover } from '@analyzer/core/discovery/discover.ts';
import { readView } from '@analyzer/core/export/read-view.ts';
import { chooseForList } from '@analyzer/core/index/lists/listed-groups.ts';
import { readOverview } from '@analyzer/core/index/overview.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { collectLargeHeap } from '@analyzer/core/parse/collect-garbage.ts';
import { renderWorkspace } from '@analyzer/core/render/workspace/terminal.ts';
import { carriesMapMarker } from '@analyzer/core/tree/own-map.ts';
import type { EngineFlags } from '../engine/open.ts';
import { newIndexPath } from '../options/db.ts';
import { chosenOptions } from '../options/scan.ts';
import { terminalStyle } from '../options/style.ts';
import { interruptible } from '../output/interrupt.ts';
import { say } from '../output/messages.ts';
import { NewFile } from '../output/new-file.ts';
import { writeStream } from '../output/write-stream.ts';
import { configuredProjects } from '../workspace/configured-projects.ts';
import { projectNotes } from '../workspace/index-summary.ts';
import { makeMap, mapNotes } from '../workspace/map-page.ts';
import { runIndex } from '../workspace/run-index.ts';
import { type DefaultCache, defaultCacheNote, openDefaultCache } from './default-cache.ts';
import type { MapFlags } from './flags.ts';
import { readHistories } from './read-histories.ts';

const DEFAULT_FILE = 'analyzer-map.html';
/** Groups in the summary. */
const HEAVIEST = 10;
/** Identical files and classes in the summary. */
const WHOLE = 3;

/** Finds projects in a folder, or takes each of several folders as one, indexes them, writes their map, and prints the first groups of the list. */
export async function mapCommand(folders: readonly string[], flags: MapFlags): Promise<void> {
  const path = flags.output ?? DEFAULT_FILE;
  await interruptible(async (signal, onForcedEnd) => {
    const file = new NewFile(path, flags.output === undefined ? carriesMapMarker : undefined);
    onForcedEnd(() => file.discard());
    const split = flags.splitWorkspaces ?? false;
    const found = findProjects(folders, flags, split);
    const index = newIndexPath(flags, folders[0]);
    // The page of --history needs no history in the index.
    const { history: _, ...others } = flags;
    const ages = flags.blame === true ? { history: true as const } : {};
    await runIndex(found, index, { ...others, ...ages, ...cacheOf(folders, flags) }, signal);
    // The page is written from the index.
    collectLargeHeap();
    const reader = await openIndex(index.db, { signal });
    try {
      const { snapshot, close } = reader.open();
      try {
        const histories =
          flags.history === true ? await readHistories(reader.roots(snapshot), flags, signal) : undefined;
        const map = await makeMap(reader, snapshot, { ...flags, histories }, signal);
        await file.write([map.html], signal);
        const view = readView(snapshot, chooseForList(snapshot, HEAVIEST, []), WHOLE);
        const { output: _, ...style } = flags;
        const groups = renderWorkspace(view, { ...terminalStyle(style), allOccurrences: false });
        const notes = projectNotes(readOverview(snapshot).projects, split, found.origins);
        await writeStream(process.stdout, [...groups, '\n', ...notes, ...mapNotes(path, map, flags)], signal);
      } finally {
        close();
      }
    } finally {
      reader.close();
    }
  });
}

/** Several named folders are the projects that the user means; one may contain many. */
function findProjects(folders: readonly string[], flags: MapFlags, split: boolean): Discovery {
  const scan = chosenOptions(flags);
  if (folders.length > 0) return discover(folders, { discover: folders.length === 1, split, scan });
  const listed = configuredProjects(flags, { split, scan });
  if (listed !== undefined) return listed;
  throw new AnalyzerError(
    'usage',
    { problem: 'no folder was given, and no configuration file lists projects' },
    { hint: 'Write `analyzer map .` for the projects in this folder.' },
  );
}

/**
 * Maps are often written again after a change, so the portable engine uses a cache by default. The native engine parses
 * a project several times as fast, and uses only a cache that the user names.
 */
function cacheOf(
  folders: readonly string[],
  { cache, cacheDir }: MapFlags,
): Pick<EngineFlags, 'cacheDir' | 'portableCacheDir'> {
  if (!cache) return {};
  if (cacheDir !== undefined) return { cacheDir };
  let opened: DefaultCache | undefined;
  const portableCacheDir = (): string | undefined => {
    if (opened === undefined) {
      opened = openDefaultCache(folders);
      say(defaultCacheNote(opened));
    }
    return opened.folder;
  };
  return { portableCacheDir };
}
