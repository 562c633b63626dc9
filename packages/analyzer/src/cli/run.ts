import { CommanderError } from 'commander';
import { withShortcut } from './arguments.ts';
import { buildProgram } from './program.ts';
import { reportError } from './report-error.ts';

/**
 * Runs one command line. stdout is for results, stderr for people.
 *
 * @param args what stands behind the program's name
 */
export async function run(args: readonly string[]): Promise<void> {
  try {
    const program = buildProgram();
    if (args.length === 0) {
      program.outputHelp({ error: true });
      process.exitCode = 2;
      return;
    }
    await program.parseAsync(
      withShortcut(
        args,
        program.commands.map((command) => command.name()),
      ),
      { from: 'user' },
    );
  } catch (error) {
    // Help and version come as errors that have exit code 0 and have been printed.
    if (error instanceof CommanderError && error.exitCode === 0) return;
    process.exitCode = reportError(error, process.stderr);
  }
}
