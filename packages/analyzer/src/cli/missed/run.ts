import { AnalyzerError } from '@analyzer/contracts';
import type { MissedContext } from '@analyzer/core/missed/find-in-projects.ts';
import { findMissed } from '@analyzer/core/missed/find-missed.ts';
import { type Missed, type MissedOptions, NOT_COMPARED } from '@analyzer/core/missed/model.ts';
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
import { searchIndex } from './search-index.ts';

const DEFAULT_COMMITS = 500;

/** Searches the history of a folder for changes that did not reach a copy, and writes them. */
export async function missedCommand(path: string | undefined, flags: MissedFlags): Promise<void> {
  await interruptible(async (signal, onForcedEnd) => {
    const file = flags.output === undefined ? undefined : new NewFile(flags.output);
    onForcedEnd(() => file?.discard());
    const result = await withEngine(flags, signal, (context) => {
      if (flags.index === undefined) return searchFolder(path ?? '.', flags, context);
      if (path === undefined) return searchIndex(flags.index, optionsOf(flags), context);
      const hint = 'An index has its own folders; name only one of both.';
      throw new AnalyzerError('usage', { problem: 'a path and --index exclude each other' }, { hint });
    });
    const texts = await MISSED_FORMATS[flags.format].render(result, flags);
    if (file === undefined) await writeStream(process.stdout, texts, signal);
    else await file.write(texts, signal);
  });
}

async function withEngine(
  flags: MissedFlags,
  signal: AbortSignal,
  work: (context: MissedContext & { signal: AbortSignal }) => Promise<Missed>,
): Promise<Missed> {
  optimizeLater();
  const engine = openEngine(flags, signal);
  const progress = new MissedProgress(process.stderr);
  try {
    return await work({ engine, onEvent: progress.on.bind(progress), signal });
  } finally {
    progress.end();
    await engine.close();
  }
}

async function searchFolder(
  path: string,
  flags: MissedFlags,
  context: MissedContext & { signal: AbortSignal },
): Promise<Missed> {
  const tree = await openHead(path, context.signal);
  try {
    return await findMissed(tree, optionsOf(flags), completeOptions(chosenOptions(flags)), context);
  } finally {
    await tree.close();
  }
}

function optionsOf({ since, commits, authors, without, include }: MissedFlags): MissedOptions {
  return {
    ...(since !== undefined && { since }),
    commits: commits ?? DEFAULT_COMMITS,
    authors: authors ?? false,
    without: without ?? [...NOT_COMPARED],
    include: include ?? [],
  };
}
