import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH } from '../folders.ts';

const FOLDER = join(BENCH, 'rival');
const VERSION = '5.3.3';
const PACKAGE = join(FOLDER, 'node_modules/jscpd/run-jscpd.js');

/** Options that make it read as many files as a scan and write nothing. */
const ARGUMENTS = [
  ...['--min-tokens', '50', '--min-lines', '5'],
  ...['--max-lines', '1000000', '--max-size', '100mb', '--reporters', 'silent'],
];

export const RIVAL = `jscpd ${VERSION}`;

/**
 * Installs the npm package `jscpd` in a folder of the bench if it is missing.
 *
 * @throws when npm fails
 */
export function installRival(): void {
  if (existsSync(PACKAGE)) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), '{"private":true}\n');
  const args = ['install', '--save-exact', '--no-audit', '--no-fund', '--ignore-scripts', `jscpd@${VERSION}`];
  const { status, stderr, error } = spawnSync('npm', args, { cwd: FOLDER, encoding: 'utf8' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`npm ${args.join(' ')} ended with ${status}:\n${stderr}`);
}

/** Arguments of Node for a run of jscpd on a folder. */
export function rivalOn(folder: string): string[] {
  return jscpdOn(folder, ARGUMENTS);
}

/** The same, with other options. */
export function jscpdOn(folder: string, options: readonly string[]): string[] {
  return [PACKAGE, folder, ...options];
}
