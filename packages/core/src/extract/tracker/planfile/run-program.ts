import { spawn } from 'node:child_process';
import { AnalyzerError } from '@analyzer/contracts';

const LONGEST_MS = 120_000;
const LARGEST_OUTPUT = 256 * 1024 * 1024;
const LONGEST_MESSAGE = 300;

/** Wide lines without colours, and no update of planfile in the background. */
const ENVIRONMENT = {
  COLUMNS: '10000',
  TERM: 'dumb',
  NO_COLOR: '1',
  NO_AUTOUPDATE: '1',
  PYTHONWARNINGS: 'ignore',
  PYTHONIOENCODING: 'utf-8',
};

export interface ProgramAnswer {
  code: number;
  stdout: string;
  /** Start of the last line of stderr. */
  message: string;
}

/**
 * Runs a program of the tracker to its end.
 *
 * @param cwd absolute path of a project
 * @throws AnalyzerError `tracker_unavailable` if it does not start, takes too long or writes too much
 */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd, input = '' }: { cwd: string; input?: string },
): Promise<ProgramAnswer> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: environment(), timeout: LONGEST_MS, killSignal: 'SIGKILL' });
    const pieces: Buffer[] = [];
    let size = 0;
    let stderr = '';
    child.stdout.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size > LARGEST_OUTPUT) child.kill('SIGKILL');
      else pieces.push(piece);
    });
    child.stderr.on('data', (piece: Buffer) => {
      stderr = (stderr + piece.toString('utf8')).slice(-10 * LONGEST_MESSAGE);
    });
    child.stdin.on('error', () => undefined).end(input);
    child.on('error', (cause) => reject(unavailable(`${program} does not start: ${cause.message}`, cause)));
    child.on('close', (code, signal) => {
      const reason = size > LARGEST_OUTPUT ? 'wrote too much' : `was ended by ${signal}`;
      if (code === null) reject(unavailable(`${program} ${args[0] ?? ''} ${reason}`));
      else resolve({ code, stdout: Buffer.concat(pieces).toString('utf8'), message: lastLine(stderr) });
    });
  });
}

/** Without variables by which Python loads other code. */
function environment(): NodeJS.ProcessEnv {
  const remaining = Object.entries(process.env).filter(([name]) => !name.startsWith('PYTHON'));
  return { ...Object.fromEntries(remaining), ...ENVIRONMENT };
}

function lastLine(text: string): string {
  return (text.trim().split('\n').at(-1) ?? '').slice(0, LONGEST_MESSAGE);
}

export function unavailable(problem: string, cause?: unknown): AnalyzerError {
  const hint = 'Check the installation of planfile, and the path of --planfile.';
  return new AnalyzerError('tracker_unavailable', { problem }, { hint, cause });
}
