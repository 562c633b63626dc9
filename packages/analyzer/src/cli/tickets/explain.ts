import { AnalyzerError } from '@analyzer/contracts';
import { nearest } from '@analyzer/contracts/nearest';
import { survey } from '@analyzer/core/extract/dispatch/survey.ts';
import { taskStates } from '@analyzer/core/extract/dispatch/task-states.ts';
import { baseKey } from '@analyzer/core/extract/state/model.ts';
import { readState } from '@analyzer/core/extract/state/state-file.ts';
import { explain } from '@analyzer/core/extract/status/explain.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';
import { explanationText } from './explanation-text.ts';
import type { ExplainFlags } from './flags.ts';
import { withProjects } from './with-projects.ts';

/** Prints why a task has its state. */
export async function explainCommand(key: string, flags: ExplainFlags): Promise<void> {
  await interruptible(async (signal) => {
    const state = readState(flags.state);
    const states = await withProjects(state, flags, async (projects) =>
      taskStates(await survey(state, projects), projects.filesOf),
    );
    const one = states.find(({ task }) => task.task_key === baseKey(key));
    if (one === undefined) {
      const meant = nearest(
        key,
        states.map(({ task }) => task.task_key),
      );
      const hint = meant === undefined ? 'analyzer tickets status lists the tasks.' : `Did you mean ${meant}?`;
      throw new AnalyzerError('not_found', { what: 'task', name: key }, { hint });
    }
    await writeStream(process.stdout, [explanationText(explain(one, states, state))], signal);
  });
}
