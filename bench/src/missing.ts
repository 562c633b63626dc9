import { spawnSync } from 'node:child_process';

/**
 * Why a program cannot be used here, for tests that are skipped then; undefined if it can.
 *
 * @param args of a call that succeeds if the program is suitable
 */
export function missing(command: string, args: readonly string[]): string | undefined {
  const { error, status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (error !== undefined) return `${command} does not start`;
  return status === 0 ? undefined : `${command} ${args.join(' ')}: ${stderr.trim()}`;
}

/** The end of the title of a skipped part. */
export function because(reason: string | undefined): string {
  return reason === undefined ? '' : ` (skipped: ${reason})`;
}
