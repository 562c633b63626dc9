import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inputSize } from '../../../../../tools/tests/searches.ts';
import type { Executor, Handover } from '../executor/port.ts';
import { baseKey } from '../state/model.ts';
import { type TicketStatus, WAITING_FOR_REVIEW } from '../tracker/port.ts';
import { ticketPath } from '../tracker/tracker-fixture.ts';
import { type Behaviour, ExtractionCase, KEYS, ScriptedExecutor, sha256 } from './dispatch-fixture.ts';
import { resolveAttempts } from './resolve-attempts.ts';
import { runTasks } from './run-tasks.ts';

const ALL = Object.values(KEYS);
type Outcome = Behaviour | 'timed_out' | 'interrupted' | 'failed_to_start' | 'killed' | 'killed_after_work';

/** Ends a simulated process: nothing after it runs, as after SIGKILL. */
class Killed extends Error {}

/** An extraction with an observer that compares each start of a task with the rules. */
class Observed {
  readonly it: ExtractionCase;
  /** What runs do, in order; afterwards they deliver. */
  outcomes: Outcome[] = [];
  /** Every start of a process. */
  readonly starts: string[] = [];
  /** Changes until the process is killed; undefined: it is not. */
  killAfter: number | undefined;
  changes = 0;

  private constructor(it: ExtractionCase) {
    this.it = it;
    it.onChange = () => {
      this.changes++;
      if (this.killAfter !== undefined && this.changes > this.killAfter) throw new Killed();
    };
  }

  static async create(): Promise<Observed> {
    return new Observed(await ExtractionCase.create());
  }

  /** Runs as a new process, and reads the state again if it is killed. */
  async run(maxSteps: number, killAfter?: number): Promise<void> {
    await this.#process(killAfter, () =>
      runTasks(this.it.journal, this.it.projects, { executor: this.#executor(), timeoutMs: 1_000 }, { maxSteps }),
    );
  }

  async resolve(key: string, replace: boolean, killAfter?: number): Promise<void> {
    await this.#process(killAfter, () => resolveAttempts(key, { replace }, this.it.journal, this.it.projects));
  }

  async #process(killAfter: number | undefined, action: () => Promise<unknown>): Promise<void> {
    this.changes = 0;
    this.killAfter = killAfter;
    try {
      await action();
    } catch (error) {
      // Errors of the table are answers; others are faults.
      const isExpected = error instanceof Error && (error instanceof Killed || 'code' in error || isKill(error));
      if (!isExpected) throw error;
    } finally {
      this.killAfter = undefined;
    }
    this.it.restart();
    await this.check();
  }

  #executor(): Executor {
    return {
      kind: 'command',
      run: async (handover: Handover) => {
        const { ANALYZER_TASK_KEY: key = '' } = handover.paths;
        this.#checkStart(key);
        const outcome = this.outcomes.shift() ?? 'deliver';
        if (outcome !== 'failed_to_start') this.starts.push(key);
        if (outcome === 'killed') throw new Killed();
        const behaviour = outcome === 'killed_after_work' ? 'deliver' : outcome;
        const run = await new ScriptedExecutor(() => behaviour).run(handover);
        if (outcome === 'killed_after_work') throw new Killed();
        return run;
      },
    };
  }

  /** A task starts only if all tasks before it are done, unchanged, and nothing is unknown about its own attempts. */
  #checkStart(key: string): void {
    const stored = JSON.parse(readFileSync(join(this.it.folder, 'extraction-state.json'), 'utf8'));
    const attempts = stored.attempts.filter((one: { task_key: string }) => one.task_key === key);
    expect(attempts.at(-1)).toMatchObject({ state: 'starting' });
    for (const earlier of attempts.slice(0, -1)) {
      const isSettled = earlier.state === 'resolved' || earlier.outcome === 'failed_to_start';
      expect({ key, earlier, isSettled }).toMatchObject({ isSettled: true });
    }
    for (const before of this.#before(baseKey(key))) this.#checkDelivered(before);
  }

  #before(key: string): string[] {
    const after = this.it.plan.tasks.find(({ task_key: one }) => one === key)?.after ?? [];
    return [...new Set(after.flatMap((one) => [...this.#before(one), one]))];
  }

  /** Independent of the code under test. */
  #checkDelivered(taskKey: string): void {
    const recorded = this.it.journal.state.tickets.findLast(({ task_key: key }) => baseKey(key) === taskKey);
    const root = this.it.rootOf(recorded?.project ?? '');
    const ticket = readFileSync(join(root, ticketPath(root, recorded?.task_key ?? '')), 'utf8');
    expect(ticket).toMatch(/^status: "?done"?$/m);
    const folder = join(root, '.analyzer-artifacts', recorded?.task_key ?? '');
    const result = JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'));
    expect(result).toMatchObject({ status: 'done', task_key: recorded?.task_key });
    for (const { path, sha256: hash } of result.artifacts) {
      expect(sha256(readFileSync(join(folder, path), 'utf8'))).toBe(hash);
    }
  }

  /** What holds at every moment. */
  async check(): Promise<void> {
    const { tickets, attempts } = this.it.journal.state;
    expect(new Set(tickets.map(({ task_key: key }) => key)).size).toBe(tickets.length);
    for (const project of ['shop', 'billing']) {
      const keys = (await this.it.tracker(project).list()).map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
    }
    // No attempt is lost: each start has an attempt of its own. One that was killed before its start has one too.
    for (const key of new Set(this.starts)) {
      const started = this.starts.filter((one) => one === key).length;
      expect(attempts.filter((one) => one.task_key === key).length).toBeGreaterThanOrEqual(started);
    }
    const numbers = attempts.map(({ task_key: key, number }) => `${key} ${number}`);
    expect(new Set(numbers).size).toBe(numbers.length);
  }
}

function isKill({ cause }: Error): boolean {
  return cause instanceof Killed;
}

/** What people and other programs do between two runs. */
const EDITS: Readonly<Record<string, (it: ExtractionCase, key: string) => Promise<void>>> = {
  async artifact(it, key) {
    const path = join(await folderOf(it, key), 'report.txt');
    if (existsSync(path)) writeFileSync(path, 'edited');
  },
  async result(it, key) {
    const path = join(await folderOf(it, key), 'result.json');
    if (existsSync(path)) writeFileSync(path, readFileSync(path, 'utf8').replace('"done"', '"failed"'));
  },
  async log(it, key) {
    const path = join(await folderOf(it, key), 'test.log');
    if (existsSync(path)) writeFileSync(path, 'edited');
  },
  async label(it, key) {
    const { id, project } = await it.ticket(key);
    await it.tracker(project).setLabels(id, { remove: [WAITING_FOR_REVIEW, 'waiting:analyzer-dependencies'] });
  },
  async reopen(it, key) {
    await EDITS.label?.(it, key);
    await setStatus(it, key, 'open');
  },
  async source(it) {
    it.write('billing', 'src/round.js', 'edited');
  },
};

async function folderOf(it: ExtractionCase, key: string): Promise<string> {
  const ticket = await it.ticket(key);
  return join(it.rootOf(ticket.project), '.analyzer-artifacts', ticket.key);
}

async function setStatus(it: ExtractionCase, key: string, status: TicketStatus): Promise<void> {
  const { id, project, status: before } = await it.ticket(key);
  if (before !== 'done' && before !== 'canceled') await it.tracker(project).setStatus(id, status);
}

/** Mostly the first tasks, which every run reaches. */
const KEY = fc.constantFrom(KEYS.design, KEYS.design, KEYS.package, KEYS.package, ...ALL);
const KILL = fc.option(fc.nat(60), { nil: undefined, freq: 2 });
const OUTCOME = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Outcome>('deliver') },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Outcome>(
      'nothing',
      'needs_review',
      'failed',
      'tampered',
      'timed_out',
      'interrupted',
      'failed_to_start',
      'killed',
      'killed_after_work',
    ),
  },
);
const EVENT = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('run' as const),
      steps: fc.integer({ min: 1, max: 4 }),
      kill: KILL,
      outcomes: fc.array(OUTCOME, { maxLength: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('resolve' as const), key: KEY, replace: fc.boolean(), kill: KILL }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('status' as const),
      key: KEY,
      status: fc.constantFrom<TicketStatus>('open', 'in_progress', 'review', 'done', 'blocked', 'canceled', 'failed'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      key: KEY,
      edit: fc.constantFrom('reopen', ...Object.keys(EDITS)),
    }),
  },
);

describe('the state machine of an extraction', { timeout: 300_000 }, () => {
  test('no order of results, kills, time limits and edits breaks a rule', async () => {
    const property = fc.asyncProperty(fc.array(EVENT, { minLength: 3, maxLength: 10 }), async (events) => {
      const observed = await Observed.create();
      try {
        for (const event of events) {
          switch (event.do) {
            case 'run':
              observed.outcomes = [...event.outcomes];
              await observed.run(event.steps, event.kill);
              break;
            case 'resolve':
              await observed.resolve(event.key, event.replace, event.kill);
              break;
            case 'status':
              await setStatus(observed.it, event.key, event.status);
              break;
            case 'edit':
              await EDITS[event.edit]?.(observed.it, event.key);
          }
          await observed.check();
        }
      } finally {
        observed.it.close();
      }
    });
    await fc.assert(property, { numRuns: inputSize({ quick: 4, deep: 16 }) });
  });

  test('after a kill at any change, resolving the attempt completes the extraction', async () => {
    const changes = await changesOf(2);
    expect(changes).toBeGreaterThan(10);
    for (let killAfter = 0; killAfter < changes; killAfter++) {
      const observed = await Observed.create();
      try {
        await observed.run(2, killAfter);
        for (const key of [KEYS.design, KEYS.package]) {
          if (isHeld(observed, key)) await observed.resolve(key, false);
        }
        await observed.run(2);
        for (const key of [KEYS.design, KEYS.package]) {
          expect({ killAfter, status: (await observed.it.ticket(key)).status }).toEqual({ killAfter, status: 'done' });
        }
        expect(
          readdirSync(join(observed.it.rootOf('shop'), 'tickets')).filter((name) => name.endsWith('.md')),
        ).toHaveLength(5);
      } finally {
        observed.it.close();
      }
    }
  });
});

/** Number of changes that a run of some steps makes. */
async function changesOf(steps: number): Promise<number> {
  const observed = await Observed.create();
  try {
    await observed.run(steps);
    return observed.changes;
  } finally {
    observed.it.close();
  }
}

function isHeld({ it }: Observed, key: string): boolean {
  return it.journal.state.attempts.some(
    ({ task_key: one, state }) => one === key && state !== 'ended' && state !== 'resolved',
  );
}
