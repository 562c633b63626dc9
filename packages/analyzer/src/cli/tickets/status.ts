import { EXIT } from '@analyzer/contracts';
import type { Projects } from '@analyzer/core/extract/dispatch/survey.ts';
import { survey } from '@analyzer/core/extract/dispatch/survey.ts';
import { type TaskStatus, taskStates } from '@analyzer/core/extract/dispatch/task-states.ts';
import type { ExtractionState } from '@analyzer/core/extract/state/model.ts';
import { readState, StateFile } from '@analyzer/core/extract/state/state-file.ts';
import { type LabelChange, reconcile } from '@analyzer/core/extract/status/reconcile.ts';
import { interruptible } from '../output/interrupt.ts';
import { say } from '../output/messages.ts';
import { NewFile } from '../output/new-file.ts';
import { writeStream } from '../output/write-stream.ts';
import type { StatusFlags } from './flags.ts';
import { STATUS_FORMATS } from './formats.ts';
import { withProjects } from './with-projects.ts';

/** States that a person must look at. */
const FINDINGS = new Set<TaskStatus['state']>(['ambiguous', 'refused', 'failed', 'stale', 'needs_person']);

/** Prints the state of every task. Sets the exit code. */
export async function statusCommand(flags: StatusFlags): Promise<void> {
  await interruptible(async (signal, onForcedEnd) => {
    const output = flags.output === undefined ? undefined : new NewFile(flags.output);
    onForcedEnd(() => output?.discard());
    const status = flags.reconcile ? await reconciled(flags, signal) : await current(flags);
    const texts = await STATUS_FORMATS[flags.format].render(status, flags);
    if (output === undefined) await writeStream(process.stdout, texts, signal);
    else await output.write(texts, signal);
    if (status.states.some((one) => FINDINGS.has(one.state))) process.exitCode = EXIT.findings;
  });
}

interface Current {
  state: ExtractionState;
  states: TaskStatus[];
}

async function current(flags: StatusFlags): Promise<Current> {
  const state = readState(flags.state);
  return { state, states: await withProjects(state, flags, (projects) => statesOf(state, projects)) };
}

/** Sets the labels while no other process works with the state. */
async function reconciled(flags: StatusFlags, signal: AbortSignal): Promise<Current> {
  const file = await StateFile.lock(flags.state);
  try {
    const state = file.read() ?? readState(flags.state);
    return await withProjects(state, flags, async (projects) => {
      const changes = await reconcile(state, await statesOf(state, projects), projects, signal);
      for (const change of changes) say(changeLine(change));
      return { state, states: await statesOf(state, projects) };
    });
  } finally {
    file.release();
  }
}

async function statesOf(state: ExtractionState, projects: Projects): Promise<TaskStatus[]> {
  return taskStates(await survey(state, projects), projects.filesOf);
}

function changeLine({ key, ticketId, change }: LabelChange): string {
  return `${change}  ${key}  ${ticketId}`;
}
