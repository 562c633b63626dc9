import { AnalyzerError, ERRORS } from '@analyzer/contracts';
import { visible } from '@analyzer/core/render/visible.ts';
import { isTooManyOpenFiles, tooManyOpenFiles } from '@analyzer/core/tree/too-many-open-files.ts';
import { CommanderError } from 'commander';

/**
 * Prints error and remedy.
 *
 * @param command words of the command, such as `analyzer scan`
 * @returns the exit code of the error table
 */
export function reportError(error: unknown, stderr: { write(text: string): unknown }, command: string): number {
  const known = asKnown(error, command);
  // The reader closed the output: nothing to report.
  if (known.code === 'output_closed') return ERRORS.output_closed.exit;
  const [program = ''] = command.split(' ', 1);
  const lines = [`${program}: ${known.message}`, ...(known.hint === undefined ? [] : [`  ${known.hint}`])];
  stderr.write(`${lines.map((line) => visible(line)).join('\n')}\n`);
  // The stack of an unexpected error is for its developers.
  if (known.code === 'internal' && !(error instanceof AnalyzerError) && error instanceof Error) {
    stderr.write(`${error.stack ?? ''}\n`);
  }
  return ERRORS[known.code].exit;
}

function asKnown(error: unknown, command: string): AnalyzerError {
  if (isTooManyOpenFiles(error)) return tooManyOpenFiles(error);
  if (error instanceof AnalyzerError) return error;
  if (error instanceof CommanderError) return usageError(error, command);
  if (error instanceof Error && error.name === 'AbortError') return new AnalyzerError('cancelled', {});
  if (error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd') {
    return new AnalyzerError('not_found', { what: 'folder', name: '.' }, { hint: 'The current folder was removed.' });
  }
  const problem = error instanceof Error ? error.message : String(error);
  return new AnalyzerError('internal', { problem: `unexpected error: ${problem}` }, { hint: 'Please report this.' });
}

/**
 * commander prints the help when a command is missing. Otherwise it writes `error: problem`, and `(Did you mean --this?)`
 * on a second line.
 */
function usageError({ code, message }: CommanderError, command: string): AnalyzerError {
  if (code === 'commander.help') return new AnalyzerError('usage', { problem: 'a command is missing' });
  const [, problem = message, suggestion] = /^(?:error: )?(.*?)(?:\n\((Did you mean .*)\))?$/s.exec(message) ?? [];
  // The user may have meant a folder.
  if (code === 'commander.unknownCommand' && suggestion === undefined && command === 'analyzer') {
    const name = /'(.*)'/s.exec(problem)?.[1] ?? problem;
    return new AnalyzerError('not_found', { what: 'folder or command', name });
  }
  return new AnalyzerError('usage', { problem }, { hint: suggestion ?? `See \`${command} --help\`.` });
}
