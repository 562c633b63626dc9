import { lstatSync, realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import type { AsyncSubscription, Event } from '@parcel/watcher';

export interface FileEventsOptions {
  /** Absolute path of the folder. */
  location: string;
  /** Paths of directories without events, relative to the folder. */
  excluded: Iterable<string>;
  /**
   * @param paths changed paths relative to the folder; undefined if the system lost events
   * @param hasNewFolder a directory was created, whose own directories have no events yet: open the events again
   */
  onPaths: (paths: string[] | undefined, hasNewFolder: boolean) => void;
}

/** Changes of files in a folder, as the operating system reports them. */
export interface FileEvents {
  close(): Promise<void>;
}

/**
 * Starts to watch a folder. No link is followed.
 *
 * @throws {AnalyzerError} `usage` if this installation cannot watch; `not_found`; `unreadable`, for example without free watches
 */
export async function openFileEvents({ location, excluded, onPaths }: FileEventsOptions): Promise<FileEvents> {
  const { subscribe } = await loadWatcher();
  let subscription: AsyncSubscription;
  try {
    const root = realpathSync(location);
    const ignore = Array.from(excluded, (path) => ignored(`${root}${sep}${path.replaceAll('/', sep)}`));
    const report = (error: Error | null, events: Event[]) => {
      if (error !== null) return onPaths(undefined, true);
      const hasNewFolder = events.some(({ type, path }) => type === 'create' && isDirectory(path));
      onPaths(
        events.map(({ path }) => path.slice(root.length + 1).replaceAll(sep, '/')),
        hasNewFolder,
      );
    };
    subscription = await subscribe(root, report, { ignore });
  } catch (error) {
    throw failureOf(location, error);
  }
  return { close: () => unsubscribe(subscription) };
}

async function unsubscribe(subscription: AsyncSubscription): Promise<void> {
  try {
    await subscription.unsubscribe();
  } catch (error) {
    // The system itself has removed the watch of a deleted directory.
    if (!(error instanceof Error && error.message.startsWith('Unable to remove watcher'))) throw error;
  }
}

async function loadWatcher(): Promise<typeof import('@parcel/watcher')> {
  try {
    return (await import('@parcel/watcher')).default;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new AnalyzerError(
      'usage',
      { problem: `files cannot be watched: the binary package of @parcel/watcher does not load (${reason})` },
      { hint: 'Install the optional dependencies too, on one of its platforms.', cause: error },
    );
  }
}

/** Characters that the watcher reads as a glob. */
const GLOB = /[*?{}()[\]!+@|^$\\]/;

/** A directory to ignore: a path, or as an expression if it looks like a glob. */
function ignored(path: string): string | RegExp {
  if (!GLOB.test(path) || sep === '\\') return path;
  return new RegExp(`^${path.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?:/|$)`);
}

function isDirectory(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function failureOf(location: string, error: unknown): AnalyzerError {
  const reason = error instanceof Error ? error.message : String(error);
  if (reason.includes('ENOENT') || reason.includes('ENOTDIR')) {
    return new AnalyzerError('not_found', { what: 'folder', name: location }, { cause: error });
  }
  const isFull = reason.includes('No space left on device');
  return new AnalyzerError(
    'unreadable',
    {
      path: location,
      reason: isFull ? 'the system has no free watches for its directories' : `it cannot be watched: ${reason}`,
    },
    {
      cause: error,
      hint: isFull
        ? 'Exclude directories with --exclude, or raise the limit: sysctl fs.inotify.max_user_watches=524288.'
        : 'Exclude the directory with --exclude.',
    },
  );
}
