import { fileURLToPath } from 'node:url';
import { AnalyzerError, ERRORS, visibleControls } from '@analyzer/contracts';
import { type Command, CommanderError } from 'commander';
import { Locked } from '../log/lock.ts';
import { buildProgram } from './program.ts';
import { writeStdout } from './write-stdout.ts';

/** Runs one command line. stdout is for results, stderr for messages and the journal. */
export async function run(args: readonly string[]): Promise<void> {
  // A closed stream is not an error here; writeStdout reports its own.
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', () => undefined);
  const shown: string[] = [];
  const program = buildProgram((text) => shown.push(text), {
    serve: async (flags) => {
      if (flags.reload !== true) return (await import('./serve-command.ts')).serveCommand(flags);
      const others = args.filter((word) => word !== '--reload');
      const folder = fileURLToPath(new URL('.', import.meta.url));
      return (await import('./reload-command.ts')).reloadCommand(others, folder);
    },
    exportEvents: async (...given) => (await import('./export-command.ts')).exportCommand(...given),
    importEvents: async (...given) => (await import('./import-command.ts')).importCommand(...given),
  });
  try {
    await parse(program, args, shown);
  } catch (error) {
    process.exitCode = report(error);
  }
}

/** @param shown the help or version that the program prints */
async function parse(program: Command, args: readonly string[], shown: readonly string[]): Promise<void> {
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // Commander throws help and version as errors with exit code 0.
    if (!(error instanceof CommanderError && error.exitCode === 0)) throw error;
    await writeStdout(shown);
  }
}

/** Prints error and remedy. @returns the exit code of the error table */
function report(error: unknown): number {
  const known = asKnown(error);
  // The reader closed the output: nothing to report.
  if (known.code === 'output_closed') return ERRORS.output_closed.exit;
  const hint = known.hint === undefined ? '' : `  ${known.hint}\n`;
  process.stderr.write(`dashboard: ${printable(known.message)}\n${printable(hint)}`);
  if (known.code === 'internal' && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
  return ERRORS[known.code].exit;
}

/** Escapes control characters, so that paths and messages cannot control the terminal. */
function printable(text: string): string {
  return [...visibleControls(text)]
    .map((char) => {
      const code = char.charCodeAt(0);
      const controls = (code < 0x20 && char !== '\n') || (code >= 0x7f && code < 0xa0);
      return controls ? `\\x${code.toString(16).padStart(2, '0')}` : char;
    })
    .join('');
}

function asKnown(error: unknown): AnalyzerError {
  if (error instanceof AnalyzerError) return error;
  if (error instanceof CommanderError) {
    const problem = error.message.replace(/^error: /, '');
    return new AnalyzerError('usage', { problem }, { hint: 'See `dashboard --help`.' });
  }
  if (error instanceof Locked) {
    const { holder } = error;
    const who = holder === undefined ? 'another process' : `process ${holder.pid}`;
    const where = holder?.address ? `, ${holder.address}` : '';
    const problem = `the data folder is in use by ${who}${where}`;
    return new AnalyzerError('busy', { problem }, { hint: 'Stop that process, or set another --data-dir.' });
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const problem = error instanceof Error ? error.message : String(error);
  if (code === 'EADDRINUSE') {
    return new AnalyzerError('busy', { problem: `${problem}` }, { hint: 'Set another --port.' });
  }
  if (['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EEXIST', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(code)) {
    return new AnalyzerError('usage', { problem }, { hint: 'See --data-dir, --host and --port.' });
  }
  return new AnalyzerError('internal', { problem: `unexpected error: ${problem}` }, { hint: 'Please report this.' });
}
