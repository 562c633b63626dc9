import { EXIT } from '@analyzer/contracts';
import { Journal } from '@analyzer/core/extract/dispatch/journal.ts';
import { resolveAttempts } from '@analyzer/core/extract/dispatch/resolve-attempts.ts';
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
      const options = { replace: flags.replace === true, accept: flags.accept === true };
      const journal = new Journal(file, state);
      const after = await withProjects(state, flags, (projects) => resolveAttempts(key, options, journal, projects));
      await writeStream(process.stdout, [`${stateLine(after)}\n`], signal);
      if (after.state !== 'complete' && after.state !== 'ready') process.exitCode = EXIT.findings;
    } finally {
      file.release();
    }
  });
}
