import { AnalyzerError } from '@analyzer/contracts';
import { saysTooManyOpenFiles, tooManyOpenFiles } from '#tree/too-many-open-files.ts';
import type { ParseJob, ParseOutcome } from '../engine.ts';
import { limitsAfter, type PoolLimits } from './limits.ts';
import { type Loss, ParserProcess, type Task, type WorkerProgram } from './process.ts';
import { LaneQueue } from './queue.ts';

export interface PoolOptions {
  /** Largest number of processes. */
  size: number;
  program: WorkerProgram;
  limits: PoolLimits;
  /**
   * Files sent ahead to a process, so that it need not wait for the parent: about 20 ms of work. Not more, because they
   * wait for the file before them even if another process is idle.
   */
  ahead: { files: number; bytes: number };
  /** Approximate CPU time of starting a process and loading its parsers, in ms. */
  startCostMs: number;
  /** Remedy for the user if no process starts. */
  repair: string;
}

/** One start may fail because memory is low at that moment; two in a row are an error of the installation. */
const MAX_START_FAILURES = 2;

/**
 * Worker processes that parse files. The first starts with the first file, another one when files have waited as long
 * as its start costs: at most twice the minimal cost for any input (ski rental: A. Karlin et al., Competitive snoopy
 * caching, 1988).
 *
 * A process prefers the languages that it has loaded: each parser costs memory and compile time in every process. An
 * idle process takes any file.
 *
 * A file whose process dies is retried once, alone in a new process; if that dies too the outcome is `parser-failed`. A
 * file that reaches the hard deadline is a `timeout` at once, and after several such files the deadline is earlier. Files that were sent ahead to such a process are sent to
 * another one.
 */
export class ParserPool {
  readonly #options: PoolOptions;
  readonly #waiting = new LaneQueue<Task>(({ job }) => job.mode.language);
  readonly #unanswered = new Set<Task>();
  /** Processes that accept files. */
  readonly #open = new Set<ParserProcess>();
  /** Processes that retry a file and accept no other file until it is complete. */
  readonly #retrying = new Map<ParserProcess, Task>();
  /** All processes that were started and have not ended. */
  readonly #alive = new Set<ParserProcess>();
  /** Number of processes that the work so far justifies. */
  #worth = 1;
  #growth: { timer: NodeJS.Timeout; since: number } | undefined;
  #waitedMs = 0;
  #startFailures = 0;
  /** Number of files that exceeded a limit of time or memory. */
  #exceeded = 0;
  #failure: Error | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Number of processes that are parsing or ready. */
  get processes(): number {
    return this.#open.size + this.#retrying.size;
  }

  /** Rejects only if the pool cannot work, never because of the file's content. */
  parse(job: ParseJob): Promise<ParseOutcome> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      const task: Task = { job, resolve, reject };
      this.#unanswered.add(task);
      this.#waiting.push(task);
      this.#dispatch();
    });
  }

  /** Ends idle processes. New ones start when files arrive. */
  rest(): void {
    for (const process of this.#open) {
      if (process.load.files > 0) continue;
      this.#open.delete(process);
      process.kill();
    }
  }

  /** Ends all processes at once and rejects open and later calls with `error`. */
  fail(error: Error): void {
    if (this.#failure !== undefined) return;
    this.#failure = error;
    this.#stopGrowthClock();
    for (const process of this.#alive) process.kill();
    this.#open.clear();
    this.#retrying.clear();
    for (const task of this.#unanswered) task.reject(error);
    this.#unanswered.clear();
  }

  /** Resolves when no process is left; called after `fail`. */
  async ended(): Promise<void> {
    await Promise.all(Array.from(this.#alive, (process) => process.exited));
  }

  #dispatch(): void {
    if (this.#failure !== undefined) return;
    this.#attempt(() => {
      while (this.#sendNext()) {
        // Until no process accepts a file, or no file waits.
      }
    });
    this.#watchGrowth();
  }

  /** The pool fails if a process cannot be created. */
  #attempt(starts: () => void): void {
    try {
      starts();
    } catch (error) {
      this.fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** To an idle process, else to a new one if that is justified, else to the least busy one with the language. */
  #sendNext(): boolean {
    const lanes = this.#waiting.lanes();
    if (lanes.length === 0) return false;
    const open = [...this.#open];
    const free = open.find(({ load }) => load.files === 0) ?? this.#startIfWorth();
    const lane = free === undefined ? undefined : this.#laneFor(free, lanes);
    if (free !== undefined && lane !== undefined) return this.#send(lane, free);
    const byLoad = open.sort((a, b) => a.load.bytes - b.load.bytes);
    for (const process of byLoad) {
      const known = lanes.find((each) => process.languages.has(each) && this.#canTake(process, each));
      if (known !== undefined) return this.#send(known, process);
    }
    return false;
  }

  #send(lane: string, process: ParserProcess): boolean {
    const task = this.#waiting.shift(lane);
    if (task === undefined) return false;
    process.send(task);
    return true;
  }

  #canTake({ load }: ParserProcess, lane: string): boolean {
    const bytes = this.#waiting.first(lane)?.job.bytes.length ?? 0;
    const { ahead } = this.#options;
    return load.files < ahead.files && load.bytes + bytes <= ahead.bytes;
  }

  /** A language that it has loaded, else one that no other process has, else any. */
  #laneFor(process: ParserProcess, lanes: readonly string[]): string | undefined {
    const taken = new Set([...this.#open].flatMap(({ languages }) => [...languages]));
    return lanes.find((lane) => process.languages.has(lane)) ?? lanes.find((lane) => !taken.has(lane)) ?? lanes[0];
  }

  #startIfWorth(): ParserProcess | undefined {
    if (this.processes >= this.#worth) return undefined;
    const process = this.#start();
    this.#open.add(process);
    return process;
  }

  #start(): ParserProcess {
    const process: ParserProcess = new ParserProcess(this.#options.program, () => this.#limits(), {
      answered: (task, outcome) => this.#answered(process, task, outcome),
      ended: (unbegun, loss) => this.#ended(process, unbegun, loss),
      failedToStart: (unbegun, reason) => this.#failedToStart(process, unbegun, reason),
    });
    this.#alive.add(process);
    void process.exited.then(() => this.#alive.delete(process));
    return process;
  }

  #limits(): PoolLimits {
    return limitsAfter(this.#options.limits, this.#exceeded);
  }

  #retryAlone(task: Task): void {
    this.#attempt(() => {
      const process = this.#start();
      this.#retrying.set(process, task);
      process.send(task);
    });
  }

  #answered(process: ParserProcess, task: Task, outcome: ParseOutcome): void {
    this.#startFailures = 0;
    if (this.#retrying.delete(process)) this.#open.add(process);
    if (outcome.status === 'timeout') this.#exceeded++;
    this.#settle(task, outcome);
    this.#dispatch();
  }

  #ended(process: ParserProcess, unbegun: Task[], loss: Loss | undefined): void {
    this.#open.delete(process);
    const retried = this.#retrying.delete(process);
    this.#waiting.putBack(unbegun);
    if (loss !== undefined && saysTooManyOpenFiles(loss.reason)) this.fail(tooManyOpenFiles());
    else if (loss !== undefined && loss.cause !== 'timeout' && !retried) this.#retryAlone(loss.task);
    else if (loss !== undefined) {
      if (loss.cause !== 'died') this.#exceeded++;
      this.#settle(loss.task, {
        status: loss.cause === 'timeout' ? 'timeout' : 'parser-failed',
        reason: loss.reason,
      });
    }
    this.#dispatch();
  }

  #failedToStart(process: ParserProcess, unbegun: Task[], reason: string): void {
    this.#open.delete(process);
    this.#startFailures++;
    if (this.#startFailures >= MAX_START_FAILURES) {
      this.fail(saysTooManyOpenFiles(reason) ? tooManyOpenFiles() : this.#notStarted(reason));
      return;
    }
    const suspect = this.#retrying.get(process);
    this.#retrying.delete(process);
    if (suspect === undefined) this.#waiting.putBack(unbegun);
    else this.#retryAlone(suspect);
    this.#dispatch();
  }

  #notStarted(reason: string): AnalyzerError {
    const problem = `a parser process could not start: ${reason}`;
    return new AnalyzerError('internal', { problem }, { hint: this.#options.repair });
  }

  #settle(task: Task, outcome: ParseOutcome): void {
    this.#unanswered.delete(task);
    task.resolve(outcome);
  }

  /** Measures the time in which another process would have had work. */
  #watchGrowth(): void {
    const missed =
      this.#failure === undefined && this.#worth < this.#options.size && this.#unanswered.size > this.processes;
    if (!missed) {
      this.#stopGrowthClock();
      return;
    }
    this.#growth ??= {
      since: performance.now(),
      timer: setTimeout(() => {
        this.#growth = undefined;
        this.#waitedMs = 0;
        this.#worth++;
        this.#dispatch();
      }, this.#options.startCostMs - this.#waitedMs),
    };
  }

  #stopGrowthClock(): void {
    if (this.#growth === undefined) return;
    clearTimeout(this.#growth.timer);
    this.#waitedMs = Math.min(this.#options.startCostMs, this.#waitedMs + performance.now() - this.#growth.since);
    this.#growth = undefined;
  }
}
