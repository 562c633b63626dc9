/**
 * Runs clients and checkers that others wrote against the built program, and stores the transcript in bench/runs.
 *
 *   npm run peers [-- NAME…]   default: all of src/checks.mjs
 *
 * Needs Linux on x64 and python3 with venv. Downloads only packages: npm's into peers/node_modules, as in its lock file,
 * PyPI's into a temporary folder.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHECKS } from './src/checks.mjs';
import { prepareProgram } from './src/program.mjs';
import { Transcript } from './src/transcript.mjs';

const peers = fileURLToPath(new URL('.', import.meta.url));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in CHECKS));
if (unknown.length > 0) {
  process.stderr.write(`unknown check ${unknown[0]}; the checks are ${Object.keys(CHECKS).join(', ')}\n`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'analyzer-peers-'));
const transcript = new Transcript({ [folder]: 'TEMP', [join(peers, '..')]: 'REPOSITORY', [process.execPath]: 'node' });
try {
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
} finally {
  rmSync(folder, { recursive: true });
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
