#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('../dist/main.js', import.meta.url);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

function refuse(problem, remedy, exitCode = 70) {
  process.stderr.write(`analyzer: ${problem}\n  ${remedy}\n`);
  process.exitCode = exitCode;
}

if (major < 20 || (major === 20 && minor < 19)) {
  refuse(`Node ${process.versions.node} is too old`, 'Install Node 20.19 or newer.');
} else if (!existsSync(fileURLToPath(main))) {
  refuse('the program is not built', 'Run `npm ci` (or `npm run build`) in the root of the repository.');
} else {
  try {
    await import(main.href);
  } catch (error) {
    if (error.code !== 'EMFILE' && error.code !== 'ENFILE') throw error;
    // The modules of the program could not be opened; `too_many_open_files` in errors.ts.
    const problem = 'too many open files: the limit of this process or of the system is reached';
    refuse(problem, 'Raise the limit, for example with ulimit -n 1024.', 71);
  }
}
