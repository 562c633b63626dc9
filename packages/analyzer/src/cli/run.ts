import { type Command, CommanderError } from 'commander';
import { withShortcut } from './arguments.ts';
import { buildLlmProgram } from './llm/program.ts';
import { reportError } from './output/report-error.ts';
import { writeStream } from './output/write-stream.ts';
import { buildProgram } from './program.ts';
import type { Installation } from './serve/servers.ts';

/**
 * Runs one command line. stdout is for results, stderr for messages.
 *
 * @param args the arguments after the program's name
 */
export function run(args: readonly string[], installation: Installation): Promise<void> {
  return runCommandLine(
    (show) => buildProgram(show, installation),
    (names) => withShortcut(args, names),
  );
}

/** Runs one command line of `analyzer-llm`. */
export function runLlm(args: readonly string[]): Promise<void> {
  return runCommandLine(buildLlmProgram, () => [...args]);
}

/** @param wordsOf receives the names of the commands */
async function runCommandLine(
  build: (show: (text: string) => void) => Command,
  wordsOf: (names: string[]) => string[],
): Promise<void> {
  // A closed stderr is not an error.
  process.stderr.on('error', () => undefined);
  const shown: string[] = [];
  const program = build((text) => shown.push(text));
  const words = wordsOf(program.commands.map((command) => command.name()));
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
