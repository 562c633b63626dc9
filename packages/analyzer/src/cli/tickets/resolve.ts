import { EXIT } from '@analyzer/contracts';
import { Journal } from '@analyzer/core/extract/dispatch/journal.ts';
import { resolveAttempts } from '@analyzer/core/extract/dispatch/resolve-attempts.ts';
import { type Projects, survey } from '@analyzer/core/extract/dispatch/survey.ts';
import { tasksAfter } from '@analyzer/core/extract/dispatch/tasks-after.ts';
import { baseKey, type ExtractionState } from '@analyzer/core/extract/state/model.ts';
import { readState, StateFile } from '@analyzer/core/extract/state/state-file.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';
import type { ResolveFlags } from './flags.ts';
import { stateLine } from './report.ts';
import { withProjects } from './with-projects.ts';

/** Settles the attempts of a task and prints its state. Exit code 1 if it is neither complete nor ready. */
export async function resolveCommand(key: string, flags: ResolveFlags): Promise<void> {
  await interruptible(async (signal) => {
    const file = await StateFile.lock(flags.state);
    try {
      const state = file.read() ?? readState(flags.state);
      const options = {
        replace: flags.replace === true,
        accept: flags.accept === true,
        revise: flags.revise === true,
      };
      const journal = new Journal(file, state);
      const { after, results } = await withProjects(state, flags, async (projects) => ({
        results: flags.revise ? await resultsAfter(key, state, projects) : [],
        after: await resolveAttempts(key, options, journal, projects),
      }));
      await writeStream(process.stdout, [`${stateLine(after)}\n`, ...results.map(waitingLine)], signal);
      if (after.state !== 'complete' && after.state !== 'ready') process.exitCode = EXIT.findings;
    } finally {
      file.release();
    }
  });
}

/** The keys of the tasks after a design that have a result. */
async function resultsAfter(key: string, state: ExtractionState, projects: Projects): Promise<string[]> {
  const after = tasksAfter(baseKey(key), await survey(state, projects));
  return after.flatMap(({ check }) => ('delivery' in check ? [check.key] : []));
}

function waitingLine(key: string): string {
  return `  the result of ${key} stays, and counts again if it agrees with the new design\n`;
}
