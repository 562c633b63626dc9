import { fileURLToPath } from 'node:url';
import type { Engine } from '@analyzer/core/parse/engine.ts';
import { BackgroundReview, type ReviewEvents } from '@analyzer/core/review/background.ts';
import type { FileClass } from '@analyzer/core/scan/file-classes.ts';
import type { ScanOptions } from '@analyzer/core/scan/model.ts';
import type { EngineChoices } from '../options/engine.ts';
import type { ReviewData } from './review-here.ts';

const THREAD = fileURLToPath(new URL('review-thread.js', import.meta.url));

export interface ReviewChoices {
  options: ScanOptions;
  without: readonly FileClass[];
  /** Engine of the command: the thread opens one of the same kind. */
  engine: Engine;
  flags: EngineChoices & { cacheDir?: string };
  /** The manifest that the user named; false without contracts. */
  contracts?: string | false | undefined;
  /** File or URL of an index with other projects. */
  index?: string | undefined;
}

/** Opens the review of a folder in the background; nothing runs until it is requested. The caller closes it. */
export function reviewInBackground(folder: string, choices: ReviewChoices, events: ReviewEvents): BackgroundReview {
  const { options, without, engine, flags, contracts, index } = choices;
  const isNative = engine.name === 'native';
  const data: ReviewData = {
    project: { folder, options, without: [...without] },
    flags: {
      jobs: 1,
      engine: isNative ? 'native' : 'portable',
      ...(isNative && flags.rustBin !== undefined && { rustBin: flags.rustBin }),
      ...(flags.cacheDir !== undefined && { cacheDir: flags.cacheDir }),
    },
    contracts,
    index,
  };
  return new BackgroundReview(THREAD, data, events);
}
