import { CommanderError } from 'commander';
import { withShortcut } from './arguments.ts';
import { buildProgram } from './program.ts';
import { reportError } from './report-error.ts';
import { writeStream } from './write-stream.ts';

/**
 * Runs one command line. stdout is for results, stderr for people.
 *
 * @param args what stands behind the program's name
 */
export async function run(args: readonly string[]): Promise<void> {
  // Whoever closed stderr wants to hear nothing.
  process.stderr.on('error', () => undefined);
  try {
    await runProgram(args);
  } catch (error) {
    process.exitCode = reportError(error, process.stderr);
  }
}

async function runProgram(args: readonly string[]): Promise<void> {
  const shown: string[] = [];
  try {
    const program = buildProgram((text) => shown.push(text));
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
    // Help and version come as errors that have exit code 0.
    if (!(error instanceof CommanderError && error.exitCode === 0)) throw error;
    await writeStream(process.stdout, shown, new AbortController().signal);
  }
}
