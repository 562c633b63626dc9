import type { DispatchFlags } from './flags.ts';
import { previewCommand, runWith } from './run-tasks.ts';

/** Lists the tasks that are ready, or hands them to the executor. */
export async function dispatchCommand(flags: DispatchFlags): Promise<void> {
  if (flags.execute) await runWith(flags, { maxSteps: flags.limit ?? Number.MAX_SAFE_INTEGER, isOneRound: true });
  else await previewCommand(flags, flags.limit);
}
