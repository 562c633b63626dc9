import type { CopyHistory, HistoryOptions } from '@analyzer/core/history/model.ts';
import { readCopyHistory } from '@analyzer/core/history/read-history.ts';
import { completeOptions } from '@analyzer/core/scan/options.ts';
import { openEngine } from '../engine/open.ts';
import { optimizeLater } from '../engine/optimize-later.ts';
import { openHead } from '../input/open-head.ts';
import { chosenOptions } from '../options/scan.ts';
import { HistoryProgress } from '../output/history-progress.ts';
import { interruptible } from '../output/interrupt.ts';
import { NewFile } from '../output/new-file.ts';
import { writeStream } from '../output/write-stream.ts';
import type { HistoryFlags } from './flags.ts';
import { HISTORY_FORMATS } from './formats.ts';
import { dashboardOf, postShares } from './post.ts';

/** Counts the copies of a folder over time, and writes them. */
export async function historyCommand(path: string, flags: HistoryFlags): Promise<void> {
  await interruptible(async (signal, onForcedEnd) => {
    const file = flags.output === undefined ? undefined : new NewFile(flags.output);
    onForcedEnd(() => file?.discard());
    const dashboard = dashboardOf(flags);
    const result = await read(path, flags, signal);
    const texts = await HISTORY_FORMATS[flags.format].render(result, flags);
    if (file === undefined) await writeStream(process.stdout, texts, signal);
    else await file.write(texts, signal);
    if (dashboard !== undefined) await postShares(result.steps, dashboard, signal);
  });
}

async function read(path: string, flags: HistoryFlags, signal: AbortSignal): Promise<CopyHistory> {
  const tree = await openHead(path, signal);
  try {
    optimizeLater();
    const engine = openEngine(flags, signal);
    const progress = new HistoryProgress(process.stderr);
    try {
      const onEvent = progress.on.bind(progress);
      const scan = completeOptions(chosenOptions(flags));
      return await readCopyHistory(tree, optionsOf(flags), scan, { engine, onEvent, signal });
    } finally {
      progress.end();
      await engine.close();
    }
  } finally {
    await tree.close();
  }
}

function optionsOf({ since, every, limit, near }: HistoryFlags): HistoryOptions {
  return { ...(since !== undefined && { since }), every, limit, near };
}
