import type { RunFlags } from './flags.ts';
import { previewCommand, runWith } from './run-tasks.ts';

/** Lists the tasks that are ready, or runs tasks until none is ready. */
export async function runCommand(flags: RunFlags): Promise<void> {
  const { maxSteps, syncRemote = false } = flags;
  if (flags.execute) await runWith(flags, { maxSteps, isOneRound: false, syncRemote });
  else await previewCommand(flags, flags.maxSteps);
}
