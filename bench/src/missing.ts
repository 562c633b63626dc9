import { spawnSync } from 'node:child_process';

/**
 * Why a program cannot be used, for skipped tests; undefined if it can.
 *
 * @param args of a call that succeeds if the program is suitable
 */
export function missing(command: string, args: readonly string[]): string | undefined {
  const { error, status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (error !== undefined) return `${command} does not start`;
  return status === 0 ? undefined : `${command} ${args.join(' ')}: ${stderr.trim()}`;
}

/** Suffix of the title of a skipped test. */
export function because(reason: string | undefined): string {
  return reason === undefined ? '' : ` (skipped: ${reason})`;
}
