import { ProjectReview, type ReviewedProject } from '@analyzer/core/review/review.ts';
import type { Reviewing } from '@analyzer/core/review/serve.ts';
import { hintsOf } from '../input/elsewhere.ts';
import { existingManifest } from '../input/existing-manifest.ts';
import { type EngineFlags, openEngine } from './open.ts';

/** The data of a thread that reviews. */
export interface ReviewData {
  project: ReviewedProject;
  flags: EngineFlags;
  /** The manifest that the user named; false without contracts. */
  contracts: string | false | undefined;
  /** File or URL of an index with other projects. */
  index: string | undefined;
}

/** Reviews a project with an engine of its own. */
export function openReview({ project, flags, contracts, index }: ReviewData): Reviewing {
  const stop = new AbortController();
  const engine = openEngine(flags, stop.signal);
  const { cacheDir } = flags;
  const review = new ProjectReview(project, {
    engine,
    signal: stop.signal,
    readManifest: async () => (contracts === false ? undefined : existingManifest(project.folder, contracts)),
    ...(index !== undefined && { findElsewhere: (states) => hintsOf(index, states) }),
    ...(cacheDir !== undefined && { cacheDir }),
  });
  return {
    run: () => review.run(),
    close: async () => {
      stop.abort();
      await review.close();
      await engine.close();
    },
  };
}
