import { type ChildProcess, fork } from 'node:child_process';
import { DriverFolder } from './driver-folder.ts';
import type { Failure, Job, Outcome } from './jobs.ts';
import { killTree, processTree } from './process-tree.ts';

export interface PoolLimits {
  processes: number;
  /** Jobs that may wait. */
  queue: number;
  /** Time limit of a job, in milliseconds; its process is killed then. */
  jobMs: number;
  /** Memory limit of a driver process with its browser, in bytes. */
  memory: number;
  /** A process without work ends after this time, in milliseconds. */
  idleMs: number;
}

export const DRIVER_LIMITS: PoolLimits = {
  processes: 2,
  queue: 8,
  jobMs: 40_000,
  memory: 1536 * 1024 * 1024,
  idleMs: 60_000,
};

/** Each channel sends one message at a time; captures do not use these processes. */
export const DELIVERY_LIMITS: PoolLimits = {
  processes: 2,
  queue: 64,
  jobMs: 10_000,
  memory: 512 * 1024 * 1024,
  idleMs: 30_000,
};

/** Status requests to a remote browser. */
export const PROBE_LIMITS: PoolLimits = { ...DELIVERY_LIMITS, processes: 1, queue: 1, jobMs: 8_000 };

/** Too many jobs are waiting. */
export class QueueFull extends Error {}

interface Waiting {
  job: Job;
  settle(outcome: Outcome<Job['kind']>): void;
}

const WATCH_MS = 500;
/** Time for a process to close its browser, in milliseconds. */
const PATIENCE_MS = 2_000;
/** Environment variables that a driver gets; they contain no token and no secret. */
const ENVIRONMENT =
  /^(PATH|HOME|USER|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|LD_LIBRARY_PATH|FONTCONFIG_\w+|XDG_\w+|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|SystemRoot)$/;

/**
 * Runs jobs in processes of their own, one at a time in each: a page, browser or name server that hangs or crashes
 * costs only the job that uses it. Processes are started on demand.
 */
export class DriverPool {
  readonly #program: URL;
  readonly #limits: PoolLimits;
  readonly #idle: ChildProcess[] = [];
  readonly #all = new Set<ChildProcess>();
  readonly #leaving = new Set<Promise<void>>();
  readonly #waiting: Waiting[] = [];
  #busy = 0;
  #closed = false;
  /** Processes that ended before their job was complete. */
  deaths = 0;

  /** @param program the built `process/main.ts` */
  constructor(program: URL, limits: PoolLimits = DRIVER_LIMITS) {
    this.#program = program;
    this.#limits = limits;
  }

  get busy(): number {
    return this.#busy;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Runs a job. @throws QueueFull */
  run<J extends Job>(job: J): Promise<Outcome<J['kind']>>;
  run(job: Job): Promise<Outcome<Job['kind']>> {
    if (this.#closed) return Promise.resolve({ failure: STOPPING });
    if (this.#busy >= this.#limits.processes && this.#waiting.length >= this.#limits.queue) {
      return Promise.reject(new QueueFull('too many jobs wait'));
    }
    return new Promise((settle) => {
      this.#waiting.push({ job, settle });
      this.#next();
    });
  }

  /** Ends all processes; running jobs fail. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { settle } of this.#waiting.splice(0)) settle({ failure: STOPPING });
    await Promise.all([...this.#all].map(ended));
    await Promise.all(this.#leaving);
  }

  #next(): void {
    if (this.#busy >= this.#limits.processes) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#busy++;
    const child = this.#idle.pop() ?? this.#start();
    this.#work(child, next.job).then((outcome) => {
      this.#busy--;
      next.settle(outcome);
      this.#next();
    });
  }

  #start(): ChildProcess {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => ENVIRONMENT.test(name)));
    const folder = new DriverFolder();
    const child = fork(this.#program, {
      execArgv: ['--max-old-space-size=256'],
      env: { ...env, ...folder.environment },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#all.add(child);
    child.on('error', () => {
      // A process that did not start emits no `exit`.
      if (child.pid === undefined) this.#leave(folder);
    });
    child.once('exit', () => {
      this.#all.delete(child);
      const index = this.#idle.indexOf(child);
      if (index >= 0) this.#idle.splice(index, 1);
      this.#leave(folder);
    });
    return child;
  }

  #leave(folder: DriverFolder): void {
    const leaving = folder.remove().finally(() => this.#leaving.delete(leaving));
    this.#leaving.add(leaving);
  }

  #work(child: ChildProcess, job: Job): Promise<Outcome<Job['kind']>> {
    child.ref();
    return new Promise((resolve) => {
      let done = false;
      const settle = (outcome: Outcome<Job['kind']>, alive: boolean): void => {
        if (done) return;
        done = true;
        clearTimeout(late);
        clearInterval(watch);
        child.removeAllListeners('message');
        child.off('exit', died);
        if (alive && !this.#closed) this.#rest(child);
        else kill(child);
        resolve(outcome);
      };
      const died = (): void => {
        if (!this.#closed) this.deaths++;
        const failure = this.#closed ? STOPPING : failed('The driver process ended before the job was complete');
        settle({ failure }, false);
      };
      const late = setTimeout(() => {
        this.deaths++;
        settle({ failure: failed(`The job took longer than ${this.#limits.jobMs / 1000} seconds`) }, false);
      }, this.#limits.jobMs);
      const watch = setInterval(() => {
        if (child.pid === undefined || processTree(child.pid).memory <= this.#limits.memory) return;
        this.deaths++;
        const mega = Math.round(this.#limits.memory / 1024 / 1024);
        settle({ failure: failed(`The page needs more than ${mega} MB of memory`) }, false);
      }, WATCH_MS);
      child.on('message', (outcome: Outcome<Job['kind']>) => settle(outcome, true));
      child.once('exit', died);
      if (!child.connected) died();
      else child.send(job, (error) => (error === null ? undefined : died()));
    });
  }

  #rest(child: ChildProcess): void {
    this.#idle.push(child);
    child.unref();
    child.channel?.unref();
    setTimeout(() => {
      const index = this.#idle.indexOf(child);
      if (index < 0) return;
      this.#idle.splice(index, 1);
      child.disconnect();
    }, this.#limits.idleMs).unref();
  }
}

const STOPPING: Failure = { kind: 'unavailable', message: 'The server is stopping' };

function failed(message: string): Failure {
  return { kind: 'failed', message };
}

function kill(child: ChildProcess): void {
  // The id of an ended process may belong to another process by now.
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) killTree(child.pid);
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve();
      return;
    }
    const impatient = setTimeout(() => kill(child), PATIENCE_MS);
    child.once('exit', () => {
      clearTimeout(impatient);
      resolve();
    });
    child.ref();
    if (child.connected) child.disconnect();
  });
}
