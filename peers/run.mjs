/**
 * Runs clients and checkers that others wrote against the built program, and stores the transcript in bench/runs.
 *
 *   npm run peers [-- NAME…]   default: all of src/checks.mjs
 *
 * Needs Linux on x64 and python3 with venv. Downloads only packages: npm's into peers/node_modules, as in its lock file,
 * PyPI's into a temporary folder.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runGroup } from '../tools/process-group.mjs';

const folder = mkdtempSync(join(tmpdir(), 'analyzer-peers-'));
const checks = fileURLToPath(new URL('src/run-checks.mjs', import.meta.url));
try {
  process.exitCode = await runGroup([checks, folder, ...process.argv.slice(2)]);
} finally {
  rmSync(folder, { recursive: true });
}
