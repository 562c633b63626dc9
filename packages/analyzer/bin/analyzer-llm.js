#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('../dist/llm.js', import.meta.url);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

function refuse(problem, remedy) {
  process.stderr.write(`analyzer-llm: ${problem}\n  ${remedy}\n`);
  process.exitCode = 70;
}

if (major < 20 || (major === 20 && minor < 19)) {
  refuse(`Node ${process.versions.node} is too old`, 'Install Node 20.19 or newer.');
} else if (!existsSync(fileURLToPath(main))) {
  refuse('the program is not built', 'Run `npm ci` (or `npm run build`) in the root of the repository.');
} else {
  await import(main.href);
}
