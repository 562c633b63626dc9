import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Executor, ExecutorRun, Handover, StartedProcess } from './port.ts';
import { mayStillRun } from './process-identity.ts';

/** A project folder, a program next to it, and a log. */
export class ExecutorCase {
  readonly root: string;
  /** The processes that the executor reported. */
  readonly started: StartedProcess[] = [];
  readonly #folder: string;

  constructor() {
    this.#folder = realpathSync(mkdtempSync(join(tmpdir(), 'analyzer-executor-')));
    onTestFinished(() => rmSync(this.#folder, { recursive: true, force: true }));
    this.root = join(this.#folder, 'project');
    mkdirSync(this.root);
  }

  /** Writes an executable shell script and returns its path. */
  script(lines: string): string {
    const path = join(this.#folder, 'program');
    writeFileSync(path, `#!/bin/sh\n${lines}\n`);
    chmodSync(path, 0o755);
    return path;
  }

  async run(executor: Executor, options: Partial<Handover> = {}): Promise<ExecutorRun> {
    const log = openSync(join(this.#folder, 'log'), 'w');
    try {
      return await executor.run({
        root: this.root,
        ticketId: 'AN-0123456789ab',
        queue: 'analyzer',
        brief: 'Merge two functions.\n',
        paths: {},
        timeoutMs: 60_000,
        log,
        secrets: [],
        onStarted: (started) => this.started.push(started),
        ...options,
      });
    } finally {
      closeSync(log);
    }
  }

  log(): string {
    return readFileSync(join(this.#folder, 'log'), 'utf8');
  }

  /** A file of the project; undefined until it exists. */
  read(name: string): string | undefined {
    const path = join(this.root, name);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  }

  /** Whether a process of the last run may still exist. */
  mayStillRun(): boolean {
    const last = this.started.at(-1);
    return last !== undefined && mayStillRun(last.pid, last.start, last.group);
  }
}

/** Waits until a condition holds, at most as long as the test may run. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setTimeout(20);
}

/** A child that ignores SIGTERM and SIGINT and writes its id. */
const STUBBORN_CHILD = `(trap '' TERM INT; echo $$ > child.new; mv child.new child; exec sleep 600) &`;

/** The suite of all executors. @param open creates an executor that starts this program */
export function testExecutor(name: string, open: (program: string) => Executor): void {
  describe(name, { timeout: 60_000 }, () => {
    test('a program that ends is completed, with its exit code', async () => {
      const it = new ExecutorCase();
      const run = await it.run(open(it.script('exit 3')));
      expect(run).toMatchObject({ outcome: 'completed', exitCode: 3 });
    });

    test('the program runs in the folder of the project and its output is in the log', async () => {
      const it = new ExecutorCase();
      await it.run(open(it.script('pwd > folder; echo started; echo problem >&2')));
      expect(it.read('folder')).toBe(`${it.root}\n`);
      expect(it.log()).toContain('started\n');
      expect(it.log()).toContain('problem\n');
    });

    test('a known secret that the program prints in two parts is not in the log', async () => {
      const it = new ExecutorCase();
      const program = it.script(`printf 'token: corr'; sleep 0.2; echo ect-horse; printf 'again correct-horse' >&2`);
      await it.run(open(program), { secrets: ['correct-horse'] });
      expect(it.log()).toContain('token: [redacted: known-secret]\n');
      expect(it.log()).toContain('again [redacted: known-secret]');
    });

    test('the process is reported with its group before it ends', async () => {
      const it = new ExecutorCase();
      const program = it.script('while [ ! -e end ]; do sleep 0.05; done');
      const run = it.run(open(program));
      await until(() => it.started.length === 1);
      expect(it.started[0]?.group).toBe(it.started[0]?.pid);
      expect(it.mayStillRun()).toBe(true);
      writeFileSync(join(it.root, 'end'), '');
      await run;
      expect(it.mayStillRun()).toBe(false);
    });

    test('a log ends at its limit and the program continues', async () => {
      const it = new ExecutorCase();
      const lines = 'head -c 5000000 /dev/zero; echo > finished';
      const run = await it.run(open(it.script(lines)));
      expect(run).toMatchObject({ outcome: 'completed', exitCode: 0 });
      expect(it.read('finished')).toBeDefined();
      expect(it.log()).toMatch(/the rest of the output is not stored\]\n$/);
      expect(it.log().length).toBeLessThan(4_300_000);
    });

    test('at the time limit the complete group is ended, also a process that ignores the request', async () => {
      const it = new ExecutorCase();
      const run = await it.run(open(it.script(`${STUBBORN_CHILD}\nwait`)), { timeoutMs: 1_000 });
      expect(run.outcome).toBe('timed_out');
      await until(() => !it.mayStillRun());
    });

    test('an interrupt reaches the group', async () => {
      const it = new ExecutorCase();
      const controller = new AbortController();
      const program = it.script(`trap 'echo interrupted > seen; exit 9' INT\n: > ready\nwhile :; do sleep 0.05; done`);
      const run = it.run(open(program), { signal: controller.signal });
      await until(() => it.read('ready') !== undefined);
      controller.abort();
      expect(await run).toMatchObject({ outcome: 'interrupted', exitCode: 9 });
      expect(it.read('seen')).toBe('interrupted\n');
    });

    test('a process in the background ends with the program', async () => {
      const it = new ExecutorCase();
      const program = it.script(`${STUBBORN_CHILD}\nwhile [ ! -e child ]; do sleep 0.05; done`);
      expect(await it.run(open(program))).toMatchObject({ outcome: 'completed', exitCode: 0 });
      await until(() => !it.mayStillRun());
    });

    test('a program that does not exist fails to start', async () => {
      const it = new ExecutorCase();
      const run = await it.run(open(join(it.root, 'absent')));
      expect(run.outcome).toBe('failed_to_start');
      expect(run.problem).toContain('ENOENT');
      expect(it.started).toEqual([]);
    });

    test('a program killed by a signal is completed without an exit code', async () => {
      const it = new ExecutorCase();
      expect(await it.run(open(it.script('kill -9 $$')))).toMatchObject({ outcome: 'completed', exitCode: null });
    });

    test('an aborted signal starts nothing', async () => {
      const it = new ExecutorCase();
      const run = await it.run(open(it.script(': > ran')), { signal: AbortSignal.abort() });
      expect(run.outcome).toBe('interrupted');
      expect(it.read('ran')).toBeUndefined();
    });
  });
}
