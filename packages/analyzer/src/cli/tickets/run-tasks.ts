import { AnalyzerError, EXIT } from '@analyzer/contracts';
import { Journal } from '@analyzer/core/extract/dispatch/journal.ts';
import { resultRejected } from '@analyzer/core/extract/dispatch/rejected.ts';
import { type RunOptions, type RunReport, runTasks } from '@analyzer/core/extract/dispatch/run-tasks.ts';
import { survey } from '@analyzer/core/extract/dispatch/survey.ts';
import { type TaskStatus, taskStates } from '@analyzer/core/extract/dispatch/task-states.ts';
import { readState, StateFile } from '@analyzer/core/extract/state/state-file.ts';
import { interruptible } from '../output/interrupt.ts';
import { StreamWriter, writeStream } from '../output/write-stream.ts';
import type { RunnerFlags } from './flags.ts';
import { openExecutor } from './open-executor.ts';
import { openHosting } from './open-hosting.ts';
import { countsLine, stateLine, taskLine } from './report.ts';
import { issueLine } from './sync.ts';
import { withProjects } from './with-projects.ts';

/** Time of the executor to end after an interrupt. */
const PATIENCE_MS = 10_000;

/** Lists what would run. Nothing is locked or changed. */
export async function previewCommand(flags: RunnerFlags, limit: number | undefined): Promise<void> {
  await interruptible(async (signal) => {
    const state = readState(flags.state);
    const states = await withProjects(state, flags, async (projects) =>
      taskStates(await survey(state, projects), projects.filesOf),
    );
    const ready = states.filter((one) => one.state === 'ready').slice(0, limit);
    const lines = [...ready.map(taskLine), `${countsLine(states)}; nothing runs without --execute`];
    await writeStream(process.stdout, [lines.map((line) => `${line}\n`).join('')], signal);
  });
}

/** Runs tasks and prints a line about each. Sets the exit code. */
export async function runWith(
  flags: RunnerFlags,
  { maxSteps, isOneRound, syncRemote = false }: { maxSteps: number; isOneRound: boolean; syncRemote?: boolean },
): Promise<void> {
  await interruptible(async (signal) => {
    const file = await StateFile.lock(flags.state);
    try {
      const state = file.read() ?? readState(flags.state);
      const hostings = syncRemote ? await openHosting(state, flags, signal) : undefined;
      const runner = {
        executor: openExecutor(state.executor, flags),
        timeoutMs: 1_000 * (flags.timeout ?? state.executor.timeout_seconds),
        signal,
      };
      // Also after an interrupt: the lines say what happened.
      const output = new StreamWriter(process.stdout, new AbortController().signal);
      const print = (line: string): Promise<void> => output.write([`${line}\n`]);
      const sync = async ({ task, recorded }: TaskStatus): Promise<void> => {
        const its = hostings?.get(task.project);
        if (its === undefined || recorded === undefined) return;
        const { task_key: key, ticket_id: id } = recorded;
        const issue = { key, project: task.project, publication: await its.hosting.sync(id) };
        if (issue.publication.action !== 'none') await print(`issue  ${issueLine(issue, its.repository)}`);
      };
      const options: RunOptions = {
        maxSteps,
        isOneRound,
        async onStart(task) {
          await sync(task);
          await print(`run    ${taskLine(task)}`);
        },
        async onEnd(task) {
          await print(`result ${stateLine(task)}`);
          if (!signal.aborted) await sync(task);
        },
        onHeld: (task, reason) => print(`held   ${stateLine({ ...task, state: 'refused', reason })}`),
      };
      const journal = new Journal(file, state);
      const report = await withProjects(state, flags, (projects) => runTasks(journal, projects, runner, options));
      await print(`stopped: ${report.stopped} after ${report.steps} (${countsLine(report.states)})`);
      conclude(report);
    } finally {
      file.release();
    }
  }, PATIENCE_MS);
}

/** @throws AnalyzerError `attempt_ambiguous`, `stale_source`, `result_rejected`, `cancelled` */
function conclude({ stopped, states }: RunReport): void {
  if (stopped === 'interrupted') throw new AnalyzerError('cancelled', {});
  const ambiguous = states.find(({ state }) => state === 'ambiguous');
  if (ambiguous !== undefined) {
    const key = ambiguous.recorded?.task_key ?? ambiguous.task.task_key;
    throw new AnalyzerError(
      'attempt_ambiguous',
      { problem: `${key}: ${ambiguous.reason}` },
      { hint: `Check what it changed, then run \`analyzer tickets attempts resolve ${key}\`.` },
    );
  }
  const stale = states.find(({ state }) => state === 'stale');
  if (stale !== undefined) {
    throw new AnalyzerError(
      'stale_source',
      { problem: `${stale.task.task_key}: ${stale.reason}` },
      { hint: 'Restore the file, or index and plan again.' },
    );
  }
  const refused = states.find(({ state, check }) => state === 'refused' && check.state === 'refused');
  if (refused !== undefined) throw resultRejected(refused);
  if (stopped !== 'complete' && stopped !== 'max_steps') process.exitCode = EXIT.findings;
}
