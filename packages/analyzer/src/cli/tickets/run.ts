import type { RunFlags } from './flags.ts';
import { previewCommand, runWith } from './run-tasks.ts';

/** Lists the tasks that are ready, or runs tasks until none is ready. */
export async function runCommand(flags: RunFlags): Promise<void> {
  if (flags.execute) await runWith(flags, { maxSteps: flags.maxSteps, isOneRound: false });
  else await previewCommand(flags, flags.maxSteps);
}
