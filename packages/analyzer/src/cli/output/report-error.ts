import { AnalyzerError, ERRORS } from '@analyzer/contracts';
import { visible } from '@analyzer/core/render/visible.ts';
import { CommanderError } from 'commander';

/**
 * Says what went wrong and what to do about it.
 *
 * @param command the words of the command that was given, such as `analyzer scan`
 * @returns the exit code that the error table gives
 */
export function reportError(error: unknown, stderr: { write(text: string): unknown }, command: string): number {
  const known = asKnown(error, command);
  // The user ended the output, so there is nothing to report.
  if (known.code === 'output_closed') return ERRORS.output_closed.exit;
  const lines = [`analyzer: ${known.message}`, ...(known.hint === undefined ? [] : [`  ${known.hint}`])];
  stderr.write(`${lines.map((line) => visible(line)).join('\n')}\n`);
  // What nobody foresaw is for whoever mends it.
  if (known.code === 'internal' && !(error instanceof AnalyzerError) && error instanceof Error) {
    stderr.write(`${error.stack ?? ''}\n`);
  }
  return ERRORS[known.code].exit;
}

function asKnown(error: unknown, command: string): AnalyzerError {
  if (error instanceof AnalyzerError) return error;
  if (error instanceof CommanderError) return usageError(error, command);
  if (error instanceof Error && error.name === 'AbortError') return new AnalyzerError('cancelled', {});
  if (error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd') {
    return new AnalyzerError('not_found', { what: 'folder', name: '.' }, { hint: 'The current folder was removed.' });
  }
  const problem = error instanceof Error ? error.message : String(error);
  return new AnalyzerError('internal', { problem: `unexpected error: ${problem}` }, { hint: 'Please report this.' });
}

/** commander writes `error: what is wrong`, and in a second line `(Did you mean --this?)`. */
function usageError({ code, message }: CommanderError, command: string): AnalyzerError {
  const [, problem = message, suggestion] = /^(?:error: )?(.*?)(?:\n\((Did you mean .*)\))?$/s.exec(message) ?? [];
  // A first word may have been meant as a folder.
  if (code === 'commander.unknownCommand' && suggestion === undefined && command === 'analyzer') {
    const name = /'(.*)'/s.exec(problem)?.[1] ?? problem;
    return new AnalyzerError('not_found', { what: 'folder or command', name });
  }
  return new AnalyzerError('usage', { problem }, { hint: suggestion ?? `See \`${command} --help\`.` });
}
