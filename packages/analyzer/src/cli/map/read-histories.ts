import { AnalyzerError } from '@analyzer/contracts';
import type { CopyHistory } from '@analyzer/core/history/model.ts';
import { readCopyHistory } from '@analyzer/core/history/read-history.ts';
import { visible } from '@analyzer/core/render/visible.ts';
import { completeOptions } from '@analyzer/core/scan/options.ts';
import type { GitTree } from '@analyzer/core/tree/git/git-tree.ts';
import { openEngine } from '../engine/open.ts';
import { openHead } from '../input/open-head.ts';
import { chosenOptions } from '../options/scan.ts';
import { HistoryProgress } from '../output/history-progress.ts';
import { say } from '../output/messages.ts';
import type { MapFlags } from './flags.ts';

/** Steps of each project, spread evenly. Similar declarations take most of the time, and are not in the columns of a history. */
const STEPS = { every: 1, limit: 60, near: 'none' } as const;

/**
 * Reads the histories of projects. A project that no commit has is named on stderr.
 *
 * @param roots folders of projects, by label
 * @returns by label
 * @throws {AnalyzerError} `unreadable`, `cancelled`
 */
export async function readHistories(
  roots: ReadonlyMap<string, string>,
  flags: MapFlags,
  signal: AbortSignal,
): Promise<Map<string, CopyHistory>> {
  const engine = openEngine(flags, signal);
  const progress = new HistoryProgress(process.stderr);
  const histories = new Map<string, CopyHistory>();
  try {
    for (const [label, root] of roots) {
      const tree = await openCommitted(root, signal);
      if (tree === undefined) {
        progress.end();
        say(`No history of ${visible(label)}: no commit of a git repository has the folder.`);
        continue;
      }
      try {
        const onEvent = progress.on.bind(progress);
        const options = completeOptions(chosenOptions(flags));
        histories.set(label, await readCopyHistory(tree, STEPS, options, { engine, onEvent, signal }));
      } finally {
        await tree.close();
      }
    }
    return histories;
  } finally {
    progress.end();
    await engine.close();
  }
}

async function openCommitted(root: string, signal: AbortSignal): Promise<GitTree | undefined> {
  try {
    return await openHead(root, signal);
  } catch (error) {
    if (error instanceof AnalyzerError && error.code === 'not_found') return undefined;
    throw error;
  }
}
