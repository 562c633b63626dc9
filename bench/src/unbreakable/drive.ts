import type { Engine, ParseJob, ParseOutcome } from '@analyzer/core/parse/engine.ts';
import { DEFAULT_LIMITS } from '@analyzer/core/parse/pool/limits.ts';
import { checkOutcome } from './check-outcome.ts';
import type { Input } from './input.ts';

/** Each process handles at most two of the concurrent inputs, each at most twice; one deadline covers the other time. */
const MAX_MS = 50 * DEFAULT_LIMITS.idleMs;

export interface Driven {
  input: Input;
  status: ParseOutcome['status'];
  reason?: string;
  /** From the call to its answer, including the wait for a process. */
  ms: number;
}

export interface DriveEvents {
  begun(input: Input): void;
  done(driven: Driven): void;
  /** A violated rule. */
  broken(input: Input, problem: string): void;
}

/** An ordinary file, which must give the same facts after any earlier jobs of the pool. */
export interface Ordinary {
  job: ParseJob;
  /** JSON of its outcome in a new engine. */
  expected: string;
}

export async function ordinary(engine: Engine, jobs: readonly ParseJob[]): Promise<Ordinary[]> {
  const found: Ordinary[] = [];
  for (const job of jobs) {
    const outcome = await engine.parse(job);
    if (outcome.status !== 'analyzed') throw new Error(`${job.path} is not an ordinary file: ${outcome.status}`);
    found.push({ job, expected: JSON.stringify(outcome) });
  }
  return found;
}

/**
 * Runs inputs through an engine concurrently, each followed by an ordinary file.
 *
 * @param engine its failure (a rejected promise) ends the run: the content of a file must never cause one
 */
export async function drive(
  engine: Engine,
  inputs: Iterable<Input>,
  files: readonly Ordinary[],
  events: DriveEvents,
): Promise<void> {
  const iterator = inputs[Symbol.iterator]();
  let turn = 0;
  const worker = async () => {
    for (let next = iterator.next(); next.done !== true; next = iterator.next()) {
      const input = next.value;
      const file = files[turn++ % files.length];
      events.begun(input);
      const [driven] = await Promise.all([
        one(engine, input, events),
        file && checkOrdinary(engine, file, input, events),
      ]);
      events.done(driven);
    }
  };
  await Promise.all(Array.from({ length: engine.jobs * 2 }, worker));
}

async function one(engine: Engine, input: Input, events: DriveEvents): Promise<Driven> {
  const { name, mode, bytes } = input;
  const begin = performance.now();
  const outcome = await engine.parse({ path: name, mode, bytes });
  const ms = performance.now() - begin;
  if (ms > MAX_MS) events.broken(input, `no answer for ${Math.round(ms / 1000)} s`);
  for (const problem of checkOutcome(outcome, bytes)) events.broken(input, problem);
  return { input, status: outcome.status, ms, ...('reason' in outcome ? { reason: outcome.reason } : {}) };
}

async function checkOrdinary(engine: Engine, file: Ordinary, beside: Input, events: DriveEvents): Promise<void> {
  const outcome = await engine.parse(file.job);
  if (JSON.stringify(outcome) !== file.expected) {
    events.broken(beside, `${file.job.path} parses differently beside it: ${outcome.status}`);
  }
}
