import type { Projects } from '@analyzer/core/extract/dispatch/survey.ts';
import type { ExtractionState } from '@analyzer/core/extract/state/model.ts';
import type { Engine } from '@analyzer/core/parse/engine.ts';
import { openEngine } from '../engine/open.ts';
import type { StateFlags } from './flags.ts';
import { openProjects } from './open-extraction.ts';

/**
 * Opens the projects of a state for an action. The engine that parses their files starts with the first file, and also
 * works after an interrupt: the states of the tasks are still printed then.
 *
 * @throws AnalyzerError as the action, `openProjects` and `openEngine`
 */
export async function withProjects<T>(
  state: ExtractionState,
  flags: StateFlags,
  action: (projects: Projects) => Promise<T>,
): Promise<T> {
  let engine: Engine | undefined;
  const running = (): Engine => {
    engine ??= openEngine({ jobs: 1 }, new AbortController().signal);
    return engine;
  };
  try {
    return await action(openProjects(state, flags, running));
  } finally {
    await engine?.close();
  }
}
