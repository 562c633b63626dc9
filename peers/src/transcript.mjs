import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Lines of one command's output that are stored. */
const MAX_LINES = 30;
const MAX_LINE_LENGTH = 300;

/** What was run, what it printed, and whether it had the expected result. */
export class Transcript {
  #lines = [];
  #failed = [];
  #paths;

  /** @param {Record<string, string>} paths of this machine, and what the transcript shows instead */
  constructor(paths) {
    this.#paths = Object.entries(paths);
    const load = loadavg().map((one) => one.toFixed(1));
    this.#print(`${new Date().toISOString()}, Node ${process.versions.node}, ${platform()} ${arch()}`);
    this.#print(`${cpus().length} CPUs, load ${load.join(' ')}`);
  }

  heading(name) {
    this.#print(`\n== ${name}`);
  }

  /** One line about what follows, such as a version. */
  note(text) {
    this.#print(text);
  }

  /** Records one expectation. */
  expect(what, isTrue, found = '') {
    this.#print(`${isTrue ? 'ok' : 'FAILED'}: ${what}${isTrue || found === '' ? '' : `, but ${found}`}`);
    if (!isTrue) this.#failed.push(what);
  }

  /**
   * Runs a command and records its output.
   *
   * @param {string} what the expectation, as a sentence
   * @param {string[]} command
   * @param {{ cwd?: string, env?: Record<string, string>, exit?: number, output?: RegExp, shown?: string }} options
   *   expected exit code (default 0) and output; `shown` replaces the command in the transcript
   * @returns {string} its output
   */
  run(what, [program, ...args], { cwd, env = {}, exit = 0, output, quiet = false } = {}) {
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      cwd,
      env: { ...process.env, ...env },
      encoding: 'utf8',
      maxBuffer: 64 * 2 ** 20,
    });
    const text = error === undefined ? `${stdout}${stderr}` : String(error);
    this.#print(`$ ${[program, ...args].map((word) => word.split('/node_modules/').at(-1)).join(' ')}`);
    const isExpected = status === exit && (output === undefined || output.test(text));
    if (!quiet || !isExpected) {
      const lines = text.trim().split('\n');
      for (const line of lines.slice(-MAX_LINES)) this.#print(`  ${line}`);
      if (lines.length > MAX_LINES) this.#print(`  (the last ${MAX_LINES} of ${lines.length} lines)`);
    }
    this.expect(what, isExpected, `the exit code is ${status}`);
    return text;
  }

  /** @param {string} runs folder of the stored runs */
  store(runs) {
    const date = new Date()
      .toISOString()
      .replace(/:\d\d\..*/, '')
      .replace(':', '');
    writeFileSync(join(runs, `${date}-peers.txt`), `${this.#lines.join('\n')}\n`);
  }

  /** @returns {number} the exit code */
  end() {
    this.#print(this.#failed.length === 0 ? '\nall as expected' : `\nfailed:\n  ${this.#failed.join('\n  ')}`);
    return this.#failed.length === 0 ? 0 : 1;
  }

  #print(text) {
    for (const line of text.split('\n')) {
      const shown = this.#paths.reduce(
        (rest, [path, name]) => rest.replaceAll(path, name),
        stripVTControlCharacters(line),
      );
      const plain = shown.slice(0, MAX_LINE_LENGTH);
      this.#lines.push(plain);
      process.stdout.write(`${plain}\n`);
    }
  }
}
