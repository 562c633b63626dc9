import { AnalyzerError } from '@analyzer/contracts';
import { nearest } from '@analyzer/contracts/nearest';
import { survey } from '@analyzer/core/extract/dispatch/survey.ts';
import { taskStates } from '@analyzer/core/extract/dispatch/task-states.ts';
import { baseKey } from '@analyzer/core/extract/state/model.ts';
import { readState } from '@analyzer/core/extract/state/state-file.ts';
import { type Explanation, explain } from '@analyzer/core/extract/status/explain.ts';
import { visible } from '@analyzer/core/render/visible.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';
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
    await writeStream(process.stdout, [textOf(explain(one, states, state))], signal);
  });
}

function textOf({ facts, refusals, next }: Explanation): string {
  const width = Math.max(...facts.map(({ label }) => label.length));
  const lines = [
    ...facts.map(({ label, value }) => `${label.padEnd(width)}  ${value}`),
    ...refusals.map((refusal) => `${'refused'.padEnd(width)}  ${refusal}`),
    `${'next'.padEnd(width)}  ${next ?? 'nothing'}`,
  ];
  return lines.map((line) => `${visible(line)}\n`).join('');
}
