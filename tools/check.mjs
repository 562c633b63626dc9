/**
 * `npm run check`: types, lint, import rules, and the pure tests that a change can concern, all at the same time. A change
 * is what differs from the branch `main`, committed or not; without Git all pure tests run.
 *
 *   node tools/check.mjs types lint   only these steps
 */
import { spawn, spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const STEPS = {
  tests: () => ['npx', '--no', 'vitest', 'run', '--project=pure', '--passWithNoTests', ...changed()],
  types: () => ['npm', 'run', '--silent', 'types'],
  lint: () => ['npm', 'run', '--silent', 'lint'],
  rules: () => ['npm', 'run', '--silent', 'rules'],
};

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(STEPS);
const unknown = chosen.filter((name) => !Object.hasOwn(STEPS, name));
if (unknown.length > 0) {
  process.stderr.write(`unknown step ${unknown.join(', ')}; the steps are ${Object.keys(STEPS).join(', ')}\n`);
  process.exitCode = 2;
} else {
  const codes = await Promise.all(chosen.map((name) => run(name, STEPS[name]())));
  process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
}

/** @returns the option of vitest for the tests of changed files */
function changed() {
  for (const branch of ['origin/main', 'main']) {
    const { status, stdout } = spawnSync('git', ['merge-base', 'HEAD', branch], { cwd: root, encoding: 'utf8' });
    if (status === 0) return [`--changed=${stdout.trim()}`];
  }
  process.stdout.write('Git does not know a branch main here, so all pure tests run\n');
  return [];
}

/** Prints how a step ended, and its output if it failed. */
function run(name, [program, ...parameters]) {
  const start = performance.now();
  return new Promise((done) => {
    const child = spawn(program, parameters, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(data));
    child.on('close', (code) => {
      const seconds = Math.round((performance.now() - start) / 1000);
      process.stdout.write(`${code === 0 ? 'ok    ' : 'failed'} ${name}, ${seconds} s\n`);
      if (code !== 0) process.stdout.write(Buffer.concat(output));
      done(code);
    });
  });
}
