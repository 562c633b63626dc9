import { findMissed } from '@analyzer/core/missed/find-missed.ts';
import type { Missed, MissedOptions } from '@analyzer/core/missed/model.ts';
import { completeOptions } from '@analyzer/core/scan/options.ts';
import { openEngine } from '../engine/open.ts';
import { optimizeLater } from '../engine/optimize-later.ts';
import { openHead } from '../input/open-head.ts';
import { chosenOptions } from '../options/scan.ts';
import { interruptible } from '../output/interrupt.ts';
import { NewFile } from '../output/new-file.ts';
import { writeStream } from '../output/write-stream.ts';
import type { MissedFlags } from './flags.ts';
import { MISSED_FORMATS } from './formats.ts';
import { MissedProgress } from './progress.ts';

const DEFAULT_COMMITS = 500;

/** Searches the history of a folder for changes that did not reach a copy, and writes them. */
export async function missedCommand(path: string, flags: MissedFlags): Promise<void> {
  await interruptible(async (signal, onForcedEnd) => {
    const file = flags.output === undefined ? undefined : new NewFile(flags.output);
    onForcedEnd(() => file?.discard());
    const result = await search(path, flags, signal);
    const texts = await MISSED_FORMATS[flags.format].render(result, flags);
    if (file === undefined) await writeStream(process.stdout, texts, signal);
    else await file.write(texts, signal);
  });
}

async function search(path: string, flags: MissedFlags, signal: AbortSignal): Promise<Missed> {
  const tree = await openHead(path, signal);
  try {
    optimizeLater();
    const engine = openEngine(flags, signal);
    const progress = new MissedProgress(process.stderr);
    try {
      const onEvent = progress.on.bind(progress);
      return await findMissed(tree, optionsOf(flags), completeOptions(chosenOptions(flags)), {
        engine,
        onEvent,
        signal,
      });
    } finally {
      progress.end();
      await engine.close();
    }
  } finally {
    await tree.close();
  }
}

function optionsOf({ since, commits, authors, without, include }: MissedFlags): MissedOptions {
  return {
    ...(since !== undefined && { since }),
    commits: commits ?? DEFAULT_COMMITS,
    authors: authors ?? false,
    without: without ?? ['tests', 'vendored', 'generated'],
    include: include ?? [],
  };
}
