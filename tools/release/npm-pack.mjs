import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} staging folder with a package.json
 * @param {string} folder where the archive is written; created if it does not exist
 * @returns {string} path of the archive
 */
export function npmPack(staging, folder) {
  mkdirSync(folder, { recursive: true });
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: staging, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm pack: ${stderr.trim()}`);
  return join(folder, stdout.trim());
}
