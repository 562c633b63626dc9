import { type Command, CommanderError } from 'commander';
import { withShortcut } from './arguments.ts';
import { reportError } from './output/report-error.ts';
import { writeStream } from './output/write-stream.ts';
import { buildProgram } from './program.ts';
import type { Installation } from './serve/servers.ts';

/**
 * Runs one command line. stdout is for results, stderr for messages.
 *
 * @param args the arguments after the program's name
 */
export async function run(args: readonly string[], installation: Installation): Promise<void> {
  // A closed stderr is not an error.
  process.stderr.on('error', () => undefined);
  const shown: string[] = [];
  const program = buildProgram((text) => shown.push(text), installation);
  const words = withShortcut(
    args,
    program.commands.map((command) => command.name()),
  );
  try {
    await runProgram(program, words, shown);
  } catch (error) {
    process.exitCode = reportError(error, process.stderr, commandOf(program, words));
  }
}

/** @param shown help and version to print */
async function runProgram(program: Command, words: string[], shown: readonly string[]): Promise<void> {
  if (words.length === 0) {
    program.outputHelp({ error: true });
    process.exitCode = 2;
    return;
  }
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    // Commander throws help and version as errors with exit code 0.
    if (!(error instanceof CommanderError && error.exitCode === 0)) throw error;
    await writeStream(process.stdout, shown, new AbortController().signal);
  }
}

/** The program's name and the names of the selected commands. */
function commandOf(program: Command, words: readonly string[]): string {
  const names = [program.name()];
  let at = program;
  for (const word of words) {
    const next = at.commands.find((command) => command.name() === word);
    if (next === undefined) break;
    names.push(word);
    at = next;
  }
  return names.join(' ');
}
