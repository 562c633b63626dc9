import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { launcher } from '../fixture.ts';

export interface RunningProgram {
  child: ChildProcessWithoutNullStreams;
  /** What it wrote to stderr until now. */
  stderr(): string;
  /** Resolves when stderr contains a match. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /** The exit code. */
  ended: Promise<number | null>;
}

/** Starts `analyzer`; it is killed after the test. */
export function startProgram(args: readonly string[], env: Record<string, string> = {}): RunningProgram {
  const child = spawn(process.execPath, [launcher, ...args], { env: { ...process.env, ...env } });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  const says = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const match = pattern.exec(stderr);
      if (match !== null) return match;
      if (child.exitCode !== null) throw new Error(`the program ended: ${stderr}`);
      await Promise.race([once(child.stderr, 'data'), ended]);
    }
  };
  return { child, stderr: () => stderr, says, ended };
}

/** Starts a server on a free port. */
export async function startServer(
  protocol: string,
  db: string,
  env?: Record<string, string>,
  more: readonly string[] = [],
) {
  const program = startProgram(['serve', protocol, '--db', db, '--port', '0', ...more], env);
  const [, port] = await program.says(/serving \w+ on 127\.0\.0\.1:(\d+)/);
  return { ...program, port: Number(port) };
}
