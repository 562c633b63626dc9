import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const hashOf = (content) => createHash('sha256').update(content).digest('hex');

/** The result of a task (analyzer.task-result.v1). It records each change that the task makes. */
export class Result {
  #root;
  #folder;
  #before = new Map();
  #document;

  constructor({ root, folder, context, handoff }) {
    this.#root = root;
    this.#folder = folder;
    this.#document = {
      schema: 'analyzer.task-result.v1',
      task_key: context.task_key,
      input_digest: context.input_digest,
      handoff_digest: handoff.handoff_digest,
      status: 'done',
      changed_files: [],
      artifacts: [],
      tests: [],
      package: null,
      exports: [],
      license: null,
      notes: '',
    };
  }

  set(properties) {
    Object.assign(this.#document, properties);
  }

  needsReview(notes) {
    this.set({ status: 'needs_review', notes });
  }

  fail(notes) {
    this.set({ status: 'failed', notes });
  }

  /** Writes a file of the project, or deletes it if the content is undefined. */
  change(path, content) {
    const full = join(this.#root, path);
    if (!this.#before.has(path)) this.#before.set(path, existsSync(full) ? hashOf(readFileSync(full)) : null);
    if (content === undefined) return rmSync(full);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, content);
  }

  /** Writes a file of the result. */
  addArtifact(path, content, role) {
    writeFileSync(join(this.#folder, path), content);
    const bytes = Buffer.byteLength(content);
    this.#document.artifacts.push({ path, sha256: hashOf(content), bytes, role });
  }

  /** Runs the tests of a folder of the project. A failed test fails the task. */
  runTests(name, folder = '.') {
    const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env;
    const run = spawnSync(process.execPath, ['--test'], { cwd: join(this.#root, folder), env, encoding: 'utf8' });
    const log = `${name}.log`;
    this.addArtifact(log, run.stdout + run.stderr, 'log');
    const { sha256 } = this.#document.artifacts.at(-1);
    const test = { name, command_text: 'node --test', exit_code: run.status ?? 1, log: { path: log, sha256 } };
    this.#document.tests.push(test);
    if (run.status !== 0) this.fail(`the tests ${name} fail`);
  }

  /** Writes the document last, so that it names only complete files. */
  write() {
    for (const [path, before] of [...this.#before].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const full = join(this.#root, path);
      const after = existsSync(full) ? hashOf(readFileSync(full)) : null;
      if (after !== before) this.#document.changed_files.push({ path, before, after });
    }
    writeFileSync(join(this.#folder, 'result.json'), `${JSON.stringify(this.#document, null, 2)}\n`);
  }
}
