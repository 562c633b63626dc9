import { stateAt } from '@analyzer/contracts/pages/dashboard';
import { expect, it } from 'vitest';
import { inputSize } from '../../../../tools/tests/searches.ts';
import { acceptEvent } from '../event/accept.ts';
import type { EventFacts } from '../event/facts.ts';
import { storedEvent } from '../event/stored.ts';
import { dueOf } from './due.ts';
import { addToRollup, newRollup } from './rollup.ts';
import { failuresOf } from './service-state.ts';

const START_S = 1_800_000_000;
const EXPECT_S = 100;
/** A check without an expectation is quiet after 24 hours. */
const QUIET_S = 86_400;
const SILENCE_S = 100_000;
/** An old report, and the latest time that its check can have reported. */
const OLD_S = START_S - 5_000;
const OLD_SEEN_S = OLD_S + 300;
const LENGTH = inputSize({ quick: 3, deep: 6 });

/** An event, or silence; the failure that it opens, the failures that it ends, the checks that it reports. */
interface Shape {
  event?: object;
  opens?: string;
  ends?: readonly string[];
  /** The check that it adds to those that must report. */
  adds?: string;
  reports?: readonly string[];
  /** When it counts as a report, in seconds; absent for its time of receipt. */
  seen?: number;
}

const DECLARED = { expect_s: EXPECT_S };
const UNIT = { stage: 'unit', ...DECLARED };
const PAGE = { type: 'VISUAL_DIFF', url: 'http://x/', ...DECLARED };
const METRIC = { type: 'ANOMALY', metric: 'free_gb', threshold: 5, direction: 'below', clear: 8, ...DECLARED };
const SILENCE: Shape = {};
const CART_FAILS: Shape = {
  event: { type: 'REGRESSION', ...UNIT, file: 'cart.spec' },
  opens: 'tests cart.spec',
  adds: 'cart',
  reports: ['cart'],
};

/** Each matrix has eight shapes. */
const MATRICES: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  'of tests and health': {
    'cart fails': CART_FAILS,
    'cart passes': {
      event: { type: 'PASS', ...UNIT, file: 'cart.spec' },
      ends: ['tests cart.spec'],
      adds: 'cart',
      reports: ['cart'],
    },
    'login passes': { event: { type: 'PASS', ...UNIT, file: 'login.spec' }, adds: 'login', reports: ['login'] },
    'unit passes': {
      event: { type: 'PASS', ...UNIT },
      ends: ['tests cart.spec'],
      adds: 'unit',
      reports: ['unit', 'cart', 'login'],
    },
    'an old PASS is sent again': {
      event: { type: 'PASS', ...UNIT, file: 'cart.spec', timestamp: OLD_S },
      adds: 'cart',
      reports: ['cart'],
      seen: OLD_SEEN_S,
    },
    down: { event: { type: 'HEALTH_TRANSITION', to: 'down' }, opens: 'down' },
    up: { event: { type: 'HEALTH_TRANSITION', to: 'up' }, ends: ['down'] },
    silence: SILENCE,
  },
  'of pages and metrics': {
    'cart fails': CART_FAILS,
    'the API passes': { event: { type: 'PASS', stage: 'api' }, adds: 'quiet api', reports: ['quiet api'] },
    'the page breaks': {
      event: { ...PAGE, diff: { status: 'issue' } },
      opens: 'page',
      adds: 'page',
      reports: ['page'],
    },
    'the page works': { event: { ...PAGE, diff: { status: 'ok' } }, ends: ['page'], adds: 'page', reports: ['page'] },
    'too low': { event: { ...METRIC, value: 3 }, opens: 'metric', adds: 'metric', reports: ['metric'] },
    'not clear': { event: { ...METRIC, value: 6 }, adds: 'metric', reports: ['metric'] },
    clear: { event: { ...METRIC, value: 8 }, ends: ['metric'], adds: 'metric', reports: ['metric'] },
    silence: SILENCE,
  },
};

function factsOf(event: object): EventFacts {
  const accepted = acceptEvent(Buffer.from(JSON.stringify({ service: 's', ...event })));
  if ('complaints' in accepted) throw new Error('refused');
  return accepted.facts;
}

const BYTES = { cut: 0, raw: Buffer.from('{}') };

/** What the page shows one second after the last event. */
function shown(story: readonly (EventFacts | undefined)[]): string {
  let now = START_S;
  const rollup = newRollup('s', now * 1_000);
  for (const [i, facts] of story.entries()) {
    now += facts === undefined ? SILENCE_S : 1;
    if (facts !== undefined) addToRollup(rollup, storedEvent({ ...BYTES, facts }, i + 1, now * 1_000), 'agent');
  }
  const failures = failuresOf(rollup).map(({ what, file }) => `${what} ${file}`.trim());
  if (failures.length > 0) return failures.sort().join(', ');
  const { lateAt, quietAt } = dueOf(rollup, null, 0);
  return stateAt({ state: 'passing', lateAt, quietAt }, (now + 1) * 1_000);
}

/** The same by the table of docs/operate/dashboard.md. */
function expected(story: readonly Shape[]): string {
  let now = START_S;
  const open = new Set<string>();
  const seen = new Map<string, number>();
  for (const { event, opens, ends = [], adds, reports = [], seen: at } of story) {
    now += event === undefined ? SILENCE_S : 1;
    if (opens !== undefined) open.add(opens);
    for (const ended of ends) open.delete(ended);
    const known = reports.filter((check) => check === adds || seen.has(check));
    for (const check of known) seen.set(check, Math.max(seen.get(check) ?? 0, at ?? now));
  }
  if (open.size > 0) return [...open].sort().join(', ');
  const isSilent = (quiet: boolean, after: number): boolean =>
    [...seen].some(([check, at]) => check.startsWith('quiet') === quiet && at + after <= now + 1);
  // A service whose checks need not report, such as its health, must report something.
  if (seen.size === 0) seen.set('quiet service', now - silenceAtEnd(story));
  return isSilent(false, EXPECT_S) ? 'late' : isSilent(true, QUIET_S) ? 'quiet' : 'passing';
}

/** Seconds without an event at the end. */
function silenceAtEnd(story: readonly Shape[]): number {
  return (story.length - 1 - story.findLastIndex(({ event }) => event !== undefined)) * SILENCE_S;
}

it.each(Object.entries(MATRICES))(
  `is green exactly if all that must report has reported and passed, after every sequence ${'%s'} of up to ${LENGTH} events`,
  { timeout: 1_200_000 },
  (_name, matrix) => {
    const shapes = Object.entries(matrix).map(([name, shape]) => ({
      name,
      ...shape,
      facts: shape.event === undefined ? undefined : factsOf(shape.event),
    }));
    expect(shapes).toHaveLength(8);
    const problems: string[] = [];
    let tried = 0;
    let green = 0;
    const walk = (story: readonly (typeof shapes)[number][]): void => {
      if (story.length > 0) {
        tried++;
        const found = shown(story.map(({ facts }) => facts));
        const wanted = expected(story);
        if (found === 'passing') green++;
        if (found !== wanted && problems.length < 10) {
          problems.push(`${story.map(({ name }) => name).join(', ')}: ${found}, not ${wanted}`);
        }
      }
      if (story.length < LENGTH) for (const shape of shapes) walk([...story, shape]);
    };
    walk([]);
    expect(problems).toEqual([]);
    expect(tried).toBe(inputSize({ quick: 584, deep: 299_592 }));
    expect(green).toBeGreaterThan(tried / 100);
  },
);
