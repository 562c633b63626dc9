import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH } from '../folders.ts';

const VERSION = '5.4.2';
const FOLDER = join(BENCH, 'rival', `jscpd-${VERSION}`);
const PROGRAM = join(FOLDER, 'bin/jscpd');

/** Options that make it read as many files as a scan and write nothing. */
const ARGUMENTS = [
  ...['--min-tokens', '50', '--min-lines', '5'],
  ...['--max-lines', '1000000', '--max-size', '100mb', '--reporters', 'silent'],
];

export const RIVAL = `jscpd ${VERSION}`;

/**
 * Installs the Python package `jscpd`, which is a program of the platform, in a folder of the bench if it is missing: the npm
 * package has older versions.
 *
 * @throws when pip fails
 */
export function installRival(): void {
  if (existsSync(PROGRAM)) return;
  const options = ['--quiet', '--no-deps', '--only-binary', ':all:', '--target', FOLDER];
  const args = ['-m', 'pip', 'install', ...options, `jscpd==${VERSION}`];
  const { status, stderr, error } = spawnSync('python3', args, { encoding: 'utf8' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`python3 ${args.join(' ')} ended with ${status}:\n${stderr}`);
}

/** A run of jscpd on a folder. */
export function rivalOn(folder: string): { program: string; args: string[] } {
  return jscpdOn(folder, ARGUMENTS);
}

/** The same, with other options. */
export function jscpdOn(folder: string, options: readonly string[]): { program: string; args: string[] } {
  return { program: PROGRAM, args: [folder, ...options] };
}
