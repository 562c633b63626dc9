import fc from 'fast-check';
import { expect, it } from 'vitest';
import { searchRuns } from '../../../../tools/tests/searches.ts';
import { acceptEvent } from '../event/accept.ts';
import { storedEvent } from '../event/stored.ts';
import { dueOf } from './due.ts';
import { addToRollup, newRollup } from './rollup.ts';
import { failuresOf } from './service-state.ts';

const START_S = 1_800_000_000;
const SKEW_S = 300;
const EXPECT_S = 1_000;

/** An event; times in seconds. */
interface Step {
  what: (typeof WHATS)[number];
  stage: string;
  file: string;
  sender: string;
  received: number;
  time: number;
}

const SHAPES: Readonly<Record<Step['what'], object>> = {
  fails: { type: 'REGRESSION' },
  passes: { type: 'PASS', expect_s: EXPECT_S },
  down: { type: 'HEALTH_TRANSITION', to: 'down' },
  up: { type: 'HEALTH_TRANSITION', to: 'up' },
  broken: { type: 'VISUAL_DIFF', url: 'http://x/', diff: { status: 'issue' } },
  works: { type: 'VISUAL_DIFF', url: 'http://x/', diff: { status: 'ok' } },
  beyond: { type: 'ANOMALY', metric: 'm', value: 9, threshold: 5, clear: 3 },
  between: { type: 'ANOMALY', metric: 'm', value: 4, threshold: 5, clear: 3 },
  cleared: { type: 'ANOMALY', metric: 'm', value: 3, threshold: 5, clear: 3 },
};

const WHATS = ['fails', 'passes', 'down', 'up', 'broken', 'works', 'beyond', 'between', 'cleared'] as const;

/** What ends a failure; the table of docs/operate/dashboard.md. */
const FAILURES: Readonly<Partial<Record<Step['what'], { kind: string; good: Step['what'] }>>> = {
  fails: { kind: 'tests', good: 'passes' },
  down: { kind: 'down', good: 'up' },
  broken: { kind: 'page', good: 'works' },
  beyond: { kind: 'metric', good: 'cleared' },
};

interface Reports {
  failure: Step;
  newest: number;
  stages: Set<string>;
  senders: Set<string>;
}

const keyOf = ({ what, stage, file }: Step): string =>
  `${FAILURES[what]?.kind}${what === 'fails' ? ` ${stage}/${file}` : ''}`;

function covers(pass: Step, { stage, file }: Pick<Step, 'stage' | 'file'>): boolean {
  return pass.stage === stage && (pass.file === '' || pass.file === file);
}

function isGoodFor(good: Step, failure: Step): boolean {
  return good.what === FAILURES[failure.what]?.good && (good.what !== 'passes' || covers(good, failure));
}

/** Whether an event ends a failure; a DOWN also ends by an unnamed PASS of its sender and stage. */
function ends(step: Step, { failure, newest, stages, senders }: Reports): boolean {
  if (step.time < newest) return false;
  if (isGoodFor(step, failure)) return true;
  // What different reports of one DOWN do not agree on is unknown.
  const [stage = ''] = stages.size === 1 ? stages : [];
  const isOfSender = senders.size === 1 && senders.has(step.sender) && stage === step.stage;
  return step.what === 'passes' && failure.what === 'down' && isOfSender && step.file === '';
}

function openFailures(steps: readonly Step[]): string[] {
  const open = new Map<string, Reports>();
  for (const [i, step] of steps.entries()) {
    if (FAILURES[step.what] === undefined) {
      for (const [key, reports] of open) if (ends(step, reports)) open.delete(key);
      continue;
    }
    const newer = steps.slice(0, i).some((one) => isGoodFor(one, step) && one.time > step.time);
    if (newer && step.received - step.time > SKEW_S) continue;
    const known = open.get(keyOf(step)) ?? { failure: step, newest: 0, stages: new Set(), senders: new Set() };
    open.set(keyOf(step), { ...known, newest: Math.max(known.newest, step.time) });
    known.stages.add(step.stage);
    known.senders.add(step.sender);
  }
  return [...open.keys()].sort();
}

/** When the service becomes late: each check that has passed is expected again; in seconds. */
function lateAt(steps: readonly Step[]): number | null {
  const checks = steps.filter(({ what }) => what === 'passes');
  const times = checks.map((check) => {
    const own = steps.findIndex((one) => one.file === check.file && one.stage === check.stage && isTest(one));
    const reports = steps.filter(
      (one, i) =>
        i >= own &&
        isTest(one) &&
        (one.what === 'passes' ? covers(one, check) : one.stage === check.stage && one.file === check.file),
    );
    return Math.max(...reports.map(({ received, time }) => Math.min(received, time + SKEW_S))) + EXPECT_S;
  });
  return times.length === 0 ? null : Math.min(...times);
}

function isTest({ what }: Step): boolean {
  return what === 'passes' || what === 'fails';
}

const step = fc.record({
  what: fc.constantFrom(...WHATS),
  stage: fc.constantFrom('', 'unit'),
  file: fc.constantFrom('', 'a.spec', 'b.spec'),
  sender: fc.constantFrom('a', 'b'),
  wait: fc.constantFrom(0, 1, 200, 2_000),
  delay: fc.constantFrom(0, 0, 0, 1, 250, 1_900, 100_000),
});

it('a service fails and is late exactly as in a small model, after any events', { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 14 }), (given) => {
      const rollup = newRollup('s', START_S * 1_000);
      let received = START_S;
      const steps = given.map(({ what, stage, file, sender, wait, delay }, i): Step => {
        received += wait;
        const one = { what, stage, file, sender, received, time: received - delay };
        // Only tests name a file; a page and a metric have one name.
        const named = isTest(one) ? one : { ...one, file: '' };
        const event = { service: 's', ...SHAPES[what], stage, file: named.file, timestamp: named.time };
        const accepted = acceptEvent(Buffer.from(JSON.stringify(event)));
        if ('complaints' in accepted) throw new Error('refused');
        addToRollup(rollup, storedEvent(accepted, i + 1, received * 1_000), sender);
        return named;
      });
      const found = failuresOf(rollup).map(
        ({ what, stage, file }) => `${what}${what === 'tests' ? ` ${stage}/${file}` : ''}`,
      );
      expect(found.sort()).toEqual(openFailures(steps));
      const late = lateAt(steps);
      expect(dueOf(rollup, null, 0).lateAt).toBe(late === null ? null : late * 1_000);
    }),
    { numRuns: searchRuns(10_000) },
  );
});
