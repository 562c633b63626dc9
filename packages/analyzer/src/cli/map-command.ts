import { dirname, join } from 'node:path';
import { readView } from '@analyzer/core/export/read-view.ts';
import { discover } from '@analyzer/core/index/discovery/discover.ts';
import { readOverview } from '@analyzer/core/index/overview.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { renderWorkspace } from '@analyzer/core/render/workspace/terminal.ts';
import { carriesOwnMarker } from '@analyzer/core/tree/own-map.ts';
import type { EngineFlags } from './engine.ts';
import type { MapFlags } from './export-flags.ts';
import { DEFAULT_CACHE, DEFAULT_DB } from './index-flags.ts';
import { projectNotes } from './index-summary.ts';
import { interruptible } from './interrupt.ts';
import { makeMap, mapNotes } from './map-page.ts';
import { NewFile } from './new-file.ts';
import { makeIndexFolder, runIndex } from './run-index.ts';
import { chosenOptions } from './scan-options.ts';
import { workspaceLook } from './workspace-look.ts';
import { writeStream } from './write-stream.ts';

const DEFAULT_FILE = 'analyzer-map.html';
/** Groups in the summary. */
const HEAVIEST = 10;
/** Files and classes copied whole in it. */
const WHOLE = 3;

/** Finds the projects below some folders, indexes them, writes their map, and names the heaviest groups. */
export async function mapCommand(folders: readonly string[], flags: MapFlags): Promise<void> {
  const path = flags.output ?? DEFAULT_FILE;
  await interruptible(async (signal, onForcedEnd) => {
    const file = new NewFile(path, flags.output === undefined ? carriesOwnMarker : undefined);
    onForcedEnd(() => file.discard());
    const split = flags.splitWorkspaces ?? false;
    const found = discover(folders, { discover: true, split, scan: chosenOptions(flags) });
    const db = flags.db ?? ownIndex(folders[0] ?? '.');
    await runIndex(
      found,
      { db, isDefaultPath: flags.db === undefined },
      { ...flags, ...cacheOf(folders[0] ?? '.', flags) },
      signal,
    );
    const reader = await openIndex(db, { signal });
    try {
      const { snapshot, close } = reader.open();
      try {
        const map = await makeMap(reader, snapshot, flags, signal);
        await file.write([map.html], signal);
        const view = readView(snapshot, HEAVIEST, WHOLE);
        const { output: _, ...look } = flags;
        const groups = renderWorkspace(view, workspaceLook(look, false));
        const notes = projectNotes(readOverview(snapshot).projects, split);
        await writeStream(process.stdout, [...groups, '\n', ...notes, ...mapNotes(path, map, flags)], signal);
      } finally {
        close();
      }
    } finally {
      reader.close();
    }
  });
}

/**
 * A map is looked at, something is changed, and another one made: the portable engine keeps what it parsed unless told
 * not to. The native one scans projects whole, in less time than reading them from a cache takes.
 */
function cacheOf(folder: string, { cache, cacheDir }: MapFlags): Pick<EngineFlags, 'cacheDir' | 'portableCacheDir'> {
  if (!cache) return {};
  return cacheDir === undefined ? { portableCacheDir: join(folder, DEFAULT_CACHE) } : { cacheDir };
}

/** The index that belongs to a folder; its place is made when it is not there. */
function ownIndex(folder: string): string {
  const db = join(folder, DEFAULT_DB);
  makeIndexFolder(dirname(db));
  return db;
}
