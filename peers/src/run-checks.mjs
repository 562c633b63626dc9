/**
 * Runs the checks in this process.
 *
 *   node run-checks.mjs FOLDER [NAME…]
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHECKS } from './checks.mjs';
import { prepareProgram } from './program.mjs';
import { Transcript } from './transcript.mjs';

const peers = fileURLToPath(new URL('..', import.meta.url));
const [folder, ...wanted] = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in CHECKS));
if (unknown.length > 0) {
  process.stderr.write(`unknown check ${unknown[0]}; the checks are ${Object.keys(CHECKS).join(', ')}\n`);
  process.exit(2);
}

const transcript = new Transcript({ [folder]: 'TEMP', [join(peers, '..')]: 'REPOSITORY', [process.execPath]: 'node' });
install();
const program = await prepareProgram(join(peers, '..'), folder);
try {
  for (const [name, check] of Object.entries(CHECKS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    transcript.heading(name);
    await check({ peers, folder, program, transcript });
  }
} finally {
  await program.close();
}
if (wanted.length === 0) transcript.store(join(peers, '../bench/runs'));
process.exitCode = transcript.end();

function install() {
  // As in the lock file; `npm ci` refuses it if the registry lacks an optional package for another platform.
  required('npm', [
    'install',
    '--no-save',
    '--ignore-scripts',
    '--omit=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  const venv = join(folder, 'python');
  mkdirSync(join(folder, 'home'));
  required('python3', ['-m', 'venv', venv]);
  required(join(venv, 'bin/pip'), ['install', '--quiet', '--no-deps', '--requirement', 'requirements.txt']);
}

function required(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: peers, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw error ?? new Error(`${command} ${args.join(' ')} fails`);
}
