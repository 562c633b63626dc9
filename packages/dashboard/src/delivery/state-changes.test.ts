import { expect, it } from 'vitest';
import { inputSize } from '../../../../tools/tests/searches.ts';
import { acceptEvent } from '../event/accept.ts';
import { type StoredEvent, storedEvent } from '../event/stored.ts';
import { Clock } from '../store/clock.ts';
import { failuresOf } from '../store/service-state.ts';
import { Services } from '../store/services.ts';
import { StateChanges } from './state-changes.ts';

const LENGTH = inputSize({ quick: 4, deep: 5 });
const CLOCK = new Clock();
const page = { type: 'VISUAL_DIFF', url: 'http://x/', driver: 'dom-diff' };
const metric = { type: 'ANOMALY', metric: 'p95', threshold: 500 };

const EVENTS = {
  REGRESSION: { type: 'REGRESSION' },
  PASS: { type: 'PASS' },
  DOWN: { type: 'HEALTH_TRANSITION', from: 'up', to: 'down' },
  UP: { type: 'HEALTH_TRANSITION', from: 'down', to: 'up' },
  BROKEN: { ...page, diff: { status: 'issue' } },
  WORKS: { ...page, diff: { status: 'ok' } },
  ABOVE: { ...metric, value: 501 },
  WITHIN: { ...metric, value: 500 },
  ANOMALY: { type: 'ANOMALY', reason: 'odd' },
} as const;

type Name = keyof typeof EVENTS;
const NAMES = Object.keys(EVENTS).filter((name): name is Name => name in EVENTS);

/** The table of docs/operate/dashboard.md, read from its end: the newest relevant event decides. */
const PARTS: readonly { what: string; begins: Name; ends: readonly Name[] }[] = [
  { what: 'down', begins: 'DOWN', ends: ['UP', 'PASS'] },
  { what: 'tests', begins: 'REGRESSION', ends: ['PASS'] },
  { what: 'page', begins: 'BROKEN', ends: ['WORKS'] },
  { what: 'metric', begins: 'ABOVE', ends: ['WITHIN'] },
  { what: 'anomaly', begins: 'ANOMALY', ends: ['PASS'] },
];

function expected(story: readonly Name[]): string[] {
  return PARTS.filter(
    ({ begins, ends }) => story.findLast((name) => name === begins || ends.includes(name)) === begins,
  ).map(({ what }) => what);
}

/** Each event at each position of a sequence, parsed once. */
const PARSED = new Map(
  NAMES.map((name) => {
    const accepted = acceptEvent(Buffer.from(JSON.stringify({ service: 's', ...EVENTS[name] })));
    if ('complaints' in accepted) throw new Error('refused');
    return [name, Array.from({ length: LENGTH }, (_, i) => storedEvent(accepted, i + 1, 1_000 * (i + 1)))];
  }),
);

function eventAt(name: Name, position: number): StoredEvent {
  const event = PARSED.get(name)?.[position];
  if (event === undefined) throw new Error('no such event');
  return event;
}

/** Compares service, incidents and webhook after the last event of a sequence. @returns the contradiction, if any */
function contradiction(story: readonly Name[]): string | undefined {
  const services = new Services([], CLOCK, { onForgotten: () => undefined, onRefused: () => undefined });
  const stateChanges = new StateChanges(services);
  let announced = false;
  let begun = 0;
  for (const [i, name] of story.entries()) {
    const event = eventAt(name, i);
    services.add(event);
    const change = stateChanges.take(event);
    if (change === undefined) continue;
    const began = change.type === 'service.regression';
    if (began === announced) return `the webhook sent ${change.type} twice`;
    announced = began;
    if (began) begun++;
  }
  const rollup = services.find('s');
  if (rollup === undefined) return 'the service is unknown';
  const wanted = expected(story);
  const failures = failuresOf(rollup).map(({ what }) => what);
  const open = rollup.incidents.filter(({ closedAt }) => closedAt === null);
  if (wanted.toSorted().join() !== failures.toSorted().join()) return `fails by ${failures}, not by ${wanted}`;
  if (open.length !== (wanted.length > 0 ? 1 : 0)) return `${open.length} open incidents`;
  if (open.length > 0 && open[0] !== rollup.incidents.at(-1)) return 'an older incident is open';
  if (announced !== wanted.length > 0) return `the receiver of the webhook believes ${announced ? 'failing' : 'well'}`;
  const known = rollup.incidents.filter(({ startUnknown }) => startUnknown !== true).length;
  if (begun !== known) return `${begun} regressions sent, ${known} incidents`;
  return undefined;
}

it('a PASS of another test is not a recovery, one of the failed test is', () => {
  const services = new Services([], CLOCK, { onForgotten: () => undefined, onRefused: () => undefined });
  const stateChanges = new StateChanges(services);
  const story = [
    { type: 'REGRESSION', file: 'cart.spec' },
    { type: 'PASS', file: 'login.spec' },
    { type: 'PASS', file: 'cart.spec' },
  ];
  const changes = story.map((event, i) => {
    const accepted = acceptEvent(Buffer.from(JSON.stringify({ service: 's', ...event })));
    if ('complaints' in accepted) throw new Error('refused');
    const stored = storedEvent(accepted, i + 1, 1_000 * (i + 1));
    services.add(stored);
    return stateChanges.take(stored)?.type;
  });
  expect(changes).toEqual(['service.regression', undefined, 'service.recovery']);
});

it(`service, incidents and webhook agree after every sequence of up to ${LENGTH} events`, { timeout: 300_000 }, () => {
  const found: string[] = [];
  let tried = 0;
  for (let length = 1; length <= LENGTH; length++) {
    for (let number = 0; number < NAMES.length ** length; number++) {
      const story = Array.from(
        { length },
        (_, i): Name => NAMES[Math.floor(number / NAMES.length ** i) % NAMES.length] ?? 'PASS',
      );
      const problem = contradiction(story);
      tried++;
      if (problem !== undefined && found.length < 10) found.push(`${story.join(', ')}: ${problem}`);
    }
  }
  expect(found).toEqual([]);
  expect(tried).toBe(inputSize({ quick: 7380, deep: 66_429 }));
});
