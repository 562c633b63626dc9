import { type ChildProcess, spawn } from 'node:child_process';
import { withStreams } from '#tree/too-many-open-files.ts';
import type { ParseJob, ParseOutcome } from '../engine.ts';
import { describeDeath } from './death.ts';
import type { PoolLimits } from './limits.ts';
import { processorMs, residentBytes } from './usage.ts';
import { type Answer, decodeAnswer, encodeRequest, FrameReader } from './wire.ts';

/** The program of a worker process. */
export interface WorkerProgram {
  file: string;
  args: readonly string[];
  /** Variables that the user may set otherwise. */
  env?: Readonly<Record<string, string>>;
  /** File descriptor of its outcomes; requests are on 0. */
  answers: 1 | 3;
}

/** A file in the pool. */
export interface Task {
  readonly job: ParseJob;
  resolve(outcome: ParseOutcome): void;
  reject(error: Error): void;
}

/** The current file of a process that died or was killed at the deadline. */
export interface Loss {
  task: Task;
  cause: 'died' | 'timeout' | 'memory';
  reason: string;
}

/** Events of a process for its pool. No event follows `ended` or `failedToStart`. */
export interface ProcessEvents {
  answered(task: Task, outcome: ParseOutcome): void;
  /** `unbegun` must be sent to another process; `loss` is absent if the process was to be replaced. */
  ended(unbegun: Task[], loss: Loss | undefined): void;
  failedToStart(unbegun: Task[], reason: string): void;
}

const STDERR_LIMIT = 4096;
const SAMPLE_MS = 250;
const MIB = 1024 * 1024;

/** One worker process: files go in, outcomes come out in the same order, until it ends. */
export class ParserProcess {
  /** Resolves when the process has ended. */
  readonly exited: Promise<void>;
  /** Languages whose parsers it has loaded, or will load for a sent file. */
  readonly languages = new Set<string>();
  readonly #child: ChildProcess;
  readonly #limits: () => PoolLimits;
  readonly #events: ProcessEvents;
  readonly #reader = new FrameReader();
  /** Files sent without outcome; the first is the current one. */
  #sent: Task[] = [];
  #sentBytes = 0;
  #ready = false;
  #over = false;
  #stderr = '';
  #timer: NodeJS.Timeout | undefined;
  /** Why it was killed. */
  #condemned: Loss | undefined;

  /** @param limits the present limits, which apply to the current file too */
  constructor({ file, args, env: own, answers }: WorkerProgram, limits: () => PoolLimits, events: ProcessEvents) {
    this.#limits = limits;
    this.#events = events;
    // Options of the user's Node processes (a debugger, a preloaded module) must not affect workers.
    const { NODE_OPTIONS: _, ...env } = process.env;
    const stdio = answers === 1 ? (['pipe', 'pipe', 'pipe'] as const) : (['pipe', 'ignore', 'pipe', 'pipe'] as const);
    this.#child = withStreams(spawn(file, args, { env: { ...own, ...env }, stdio: [...stdio] }));
    this.exited = this.#watch(answers);
    const { startMs } = limits();
    this.#timer = setTimeout(() => this.#failStart(`not up after ${startMs / 1000} s`), startMs);
  }

  /** Files sent without outcome. */
  get load(): { files: number; bytes: number } {
    return { files: this.#sent.length, bytes: this.#sentBytes };
  }

  send(task: Task): void {
    this.#sent.push(task);
    this.languages.add(task.job.mode.language);
    this.#sentBytes += task.job.bytes.length;
    this.#child.stdin?.write(encodeRequest(task.job));
    if (this.#ready && this.#sent.length === 1) this.#startWatch();
  }

  /** Kills the process without further events. */
  kill(): void {
    this.#over = true;
    clearInterval(this.#timer);
    this.#child.kill('SIGKILL');
  }

  #watch(answers: WorkerProgram['answers']): Promise<void> {
    const child = this.#child;
    // Writing to a dead process fails with EPIPE; `close` reports its end.
    child.stdin?.on('error', () => {});
    child.stdio[answers]?.on('data', (chunk: Buffer) => this.#receive(chunk));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_LIMIT);
    });
    return new Promise((resolve) => {
      child.on('error', (error) => {
        this.#failStart(error.message);
        if (child.pid === undefined) resolve();
      });
      // Not `exit`: outcomes may still be in the pipe then.
      child.once('close', (code, signal) => {
        this.#closed(describeDeath({ code, signal, stderr: this.#stderr }));
        resolve();
      });
    });
  }

  #receive(chunk: Buffer): void {
    if (this.#over) return;
    this.#reader.push(chunk);
    for (let frame = this.#reader.next(); frame !== undefined && !this.#over; frame = this.#reader.next()) {
      this.#take(decodeAnswer(frame));
    }
  }

  #take(answer: Answer): void {
    clearInterval(this.#timer);
    if ('ready' in answer) {
      this.#ready = true;
    } else {
      const task = this.#sent.shift();
      if (task === undefined) throw new Error('an answer without a request');
      this.#sentBytes -= task.job.bytes.length;
      if ('defect' in answer) this.#end({ task, cause: 'died', reason: answer.defect });
      else {
        if (answer.retiring) this.#end(undefined);
        this.#events.answered(task, answer.outcome);
      }
    }
    if (this.#sent.length > 0 && !this.#over) this.#startWatch();
  }

  /** Monitors the current file. Most files are complete before the first check. */
  #startWatch(): void {
    const task = this.#sent[0];
    const begin = performance.now();
    let before: number | undefined;
    let seen: { processor: number | undefined; at: number } | undefined;
    let idle = 0;
    clearInterval(this.#timer);
    const { hardMs, idleMs } = this.#limits();
    const every = Math.min(SAMPLE_MS, hardMs, idleMs);
    this.#timer = setInterval(() => {
      const processor = this.#ask(processorMs);
      before ??= processor;
      const now = performance.now();
      // After a suspend of the machine or of this process, at most two intervals count.
      const since = Math.min(now - (seen?.at ?? now), 2 * every);
      idle = processor === undefined || processor !== seen?.processor ? 0 : idle + since;
      seen = { processor, at: now };
      const worked = processor === undefined || before === undefined ? now - begin : processor - before;
      const reason = this.#excess(idle, worked);
      if (task === undefined || reason === undefined) return;
      // If this process was busy, the outcome may already be in the pipe: read it first.
      setImmediate(() => {
        if (this.#over || this.#sent[0] !== task || this.#reader.partial) return;
        this.#condemned = { task, ...reason };
        this.#child.kill('SIGKILL');
      });
    }, every);
  }

  #ask(usage: (pid: number) => number | undefined): number | undefined {
    const { pid } = this.#child;
    return pid === undefined ? undefined : usage(pid);
  }

  /**
   * @param idle ms since it last had processor time, 0 if unknown
   * @param worked ms of processor time since the first check, wall time if unknown
   */
  #excess(idle: number, worked: number): Omit<Loss, 'task'> | undefined {
    const { hardMs, idleMs, hardResidentBytes } = this.#limits();
    if (worked >= hardMs) return { cause: 'timeout', reason: `no end after ${hardMs / 1000} s` };
    if (idle >= idleMs) return { cause: 'timeout', reason: `no progress for ${idleMs / 1000} s` };
    const resident = this.#ask(residentBytes);
    if (resident === undefined || resident < hardResidentBytes) return undefined;
    return {
      cause: 'memory',
      reason: `the parser needed more than ${Math.round(hardResidentBytes / MIB)} MiB of memory`,
    };
  }

  /** Ends the process for the pool and returns its files. */
  #end(loss: Loss | undefined): void {
    const unbegun = this.#sent;
    this.#sent = [];
    this.#sentBytes = 0;
    this.kill();
    this.#events.ended(unbegun, loss);
  }

  #closed(death: string): void {
    if (this.#over) return;
    if (!this.#ready) {
      this.#failStart(this.#stderr.trim() === '' ? death : `${death}: ${this.#stderr.trim()}`);
      return;
    }
    const task = this.#sent[0];
    const condemned = this.#condemned;
    // Killed for a file that it completed at the same moment: no file is lost.
    if (task === undefined || (condemned !== undefined && condemned.task !== task)) {
      this.#end(undefined);
      return;
    }
    this.#sent.shift();
    this.#end(condemned ?? { task, cause: 'died', reason: death });
  }

  #failStart(reason: string): void {
    if (this.#over) return;
    this.kill();
    this.#events.failedToStart(this.#sent, reason);
  }
}
