import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { AnalyzerError } from '@analyzer/contracts';
import { withStreams } from '@analyzer/core/tree/too-many-open-files.ts';
import { say } from '../output/messages.ts';

/** Exit code for a failure of the supervising process: `SUPERVISION_FAILED` in `supervise/caller.rs`. */
const SUPERVISION_FAILED = 75;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Has the native engine run a command: it parses, renders and writes, and its exit code becomes that of this process. Its
 * supervising process watches its own workers and ends when this process ends.
 *
 * @param file program of the native engine
 * @param command its name and options
 * @param paths its arguments
 * @returns false if the supervising process failed before output started: the caller runs the command itself
 * @throws AnalyzerError `cancelled`, `internal`
 */
export async function handOver(file: string, command: readonly string[], paths: readonly string[]): Promise<boolean> {
  const args = [...command, '--called-by-analyzer', '--', ...paths];
  let interrupted = false;
  const forward = (signal: NodeJS.Signals): void => {
    interrupted = true;
    child.kill(signal);
  };
  // Before the start: a signal that arrives while the process starts is forwarded when the start returns.
  for (const name of SIGNALS) process.on(name, forward);
  const child = withStreams(spawn(file, args, { stdio: ['ignore', process.stdout.fd, process.stderr.fd, 'pipe'] }));
  let outputStarted = false;
  child.stdio[3]?.on('data', () => {
    outputStarted = true;
  });
  // An error of the socket shows in the exit code too.
  child.stdio[3]?.on('error', () => undefined);
  let ended: string;
  try {
    const [code, signal]: (number | string | null)[] = await once(child, 'close');
    if (typeof code === 'number' && code !== SUPERVISION_FAILED) {
      process.exitCode = code;
      return true;
    }
    ended = typeof signal === 'string' ? `was killed by ${signal}` : 'failed';
  } catch (error) {
    ended = `does not start: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    for (const name of SIGNALS) process.removeListener(name, forward);
  }
  if (interrupted) throw new AnalyzerError('cancelled', {});
  if (outputStarted) {
    const problem = `the supervising process of the native engine ${ended} while it wrote the result`;
    throw new AnalyzerError('internal', { problem }, { hint: 'Try again with --engine portable.' });
  }
  say(`Parsing file by file: the supervising process of the native engine ${ended}.`);
  return false;
}
