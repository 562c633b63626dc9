import { describe, expect, it } from 'vitest';
import { inputSize } from '../../../../tools/tests/searches.ts';
import { acceptEvent } from '../event/accept.ts';
import type { EventFacts } from '../event/facts.ts';
import { applyEvent, failuresOf, newCondition } from './service-state.ts';

const START_S = 1_800_000_000;
const LENGTH = inputSize({ quick: 4, deep: 5 });

function factsOf(event: object): EventFacts {
  const accepted = acceptEvent(Buffer.from(JSON.stringify({ service: 's', ...event })));
  if ('complaints' in accepted) throw new Error('refused');
  return accepted.facts;
}

/** @param story events in the order of receipt, one each second @returns what still fails */
function failing(story: readonly EventFacts[]): string[] {
  const condition = newCondition();
  for (const [i, facts] of story.entries()) applyEvent(condition, facts, (START_S + i) * 1_000);
  return failuresOf(condition).map(({ what, file, stage }) => [what, file, stage].filter(Boolean).join(' '));
}

/** Events, and the failure that each opens or the failures that it ends. */
const SHAPES: Readonly<Record<string, { event: object; opens?: string; ends?: readonly string[] }>> = {
  'cart fails': { event: { type: 'REGRESSION', stage: 'unit', file: 'cart.spec' }, opens: 'tests cart.spec unit' },
  'login fails': { event: { type: 'REGRESSION', stage: 'unit', file: 'login.spec' }, opens: 'tests login.spec unit' },
  'unnamed fails': { event: { type: 'REGRESSION', stage: 'unit' }, opens: 'tests unit' },
  'no stage fails': { event: { type: 'REGRESSION' }, opens: 'tests' },
  'cart passes': { event: { type: 'PASS', stage: 'unit', file: 'cart.spec' }, ends: ['tests cart.spec unit'] },
  'login passes': { event: { type: 'PASS', stage: 'unit', file: 'login.spec' }, ends: ['tests login.spec unit'] },
  'unit passes': {
    event: { type: 'PASS', stage: 'unit' },
    ends: ['tests cart.spec unit', 'tests login.spec unit', 'tests unit'],
  },
  'e2e passes': { event: { type: 'PASS', stage: 'e2e' }, ends: [] },
  'no stage passes': { event: { type: 'PASS' }, ends: ['tests', 'down'] },
  'older unit passes': { event: { type: 'PASS', stage: 'unit', timestamp: START_S - 60 }, ends: [] },
  down: { event: { type: 'HEALTH_TRANSITION', from: 'up', to: 'down' }, opens: 'down' },
  up: { event: { type: 'HEALTH_TRANSITION', from: 'down', to: 'up' }, ends: ['down'] },
};

it(`a failure is open exactly until an event that covers it, after every sequence of up to ${LENGTH} events`, {
  timeout: 600_000,
}, () => {
  const shapes = Object.entries(SHAPES).map(([name, shape]) => ({ name, ...shape, facts: factsOf(shape.event) }));
  const problems: string[] = [];
  let tried = 0;
  for (let length = 1; length <= LENGTH; length++) {
    for (let number = 0; number < shapes.length ** length; number++) {
      const story = Array.from({ length }, (_, i) => shapes[Math.floor(number / shapes.length ** i) % shapes.length]);
      const open = new Set<string>();
      for (const shape of story) {
        if (shape?.opens !== undefined) open.add(shape.opens);
        for (const ended of shape?.ends ?? []) open.delete(ended);
      }
      const found = failing(story.flatMap((shape) => shape?.facts ?? []));
      tried++;
      if (found.toSorted().join() !== [...open].sort().join() && problems.length < 10) {
        problems.push(`${story.map((shape) => shape?.name).join(', ')}: fails by ${found}, not by ${[...open]}`);
      }
    }
  }
  expect(problems).toEqual([]);
  expect(tried).toBe(inputSize({ quick: 22_620, deep: 271_452 }));
});

describe('a PASS after a failure', () => {
  const UNIT = { stage: 'unit' };
  const CART = { ...UNIT, file: 'cart.spec', endpoint: '/cart' };
  const tests = { type: 'REGRESSION' };
  const down = { type: 'HEALTH_TRANSITION', to: 'down' };
  it.each<[result: 'ends' | 'leaves', failure: object, pass: object]>([
    // As the agent `wup` sends them.
    ['ends', { ...tests, file: '', endpoint: '/cart', stage: 'quick' }, { stage: 'quick' }],
    ['ends', { ...tests, ...CART }, UNIT],
    ['ends', { ...tests, ...CART }, { ...UNIT, file: 'cart.spec' }],
    ['ends', { ...tests, ...CART }, { ...UNIT, endpoint: '/cart' }],
    ['ends', { ...tests, ...CART }, CART],
    ['leaves', { ...tests, ...CART }, {}],
    ['leaves', { ...tests, ...CART }, { stage: 'e2e' }],
    ['leaves', { ...tests, ...CART }, { ...CART, stage: 'e2e' }],
    ['leaves', { ...tests, ...CART }, { ...UNIT, file: 'login.spec' }],
    ['leaves', { ...tests, ...CART }, { ...CART, endpoint: '/login' }],
    ['leaves', { ...tests, ...UNIT }, CART],
    ['leaves', { ...tests, ...UNIT, file: 'cart.spec' }, CART],
    ['leaves', tests, UNIT],
    ['ends', down, {}],
    ['leaves', down, UNIT],
    ['leaves', down, { file: 'cart.spec' }],
    ['ends', { ...down, stage: 'probe' }, { stage: 'probe' }],
    ['leaves', { ...down, stage: 'probe' }, { stage: 'probe', file: 'cart.spec' }],
    ['ends', { type: 'ANOMALY', ...UNIT }, UNIT],
    ['leaves', { type: 'ANOMALY', ...UNIT }, { stage: 'e2e' }],
    ['ends', { type: 'ANOMALY', url: 'http://x/a' }, { url: 'http://x/a' }],
    ['leaves', { type: 'VISUAL_DIFF', url: 'http://x/a', diff: { status: 'issue' } }, { endpoint: '/a' }],
    ['leaves', { type: 'VISUAL_DIFF', url: 'http://x/a', diff: { status: 'issue' } }, { stage: 'quick' }],
    // Names that are the same up to the limit of stored names.
    ['leaves', { ...tests, file: `${'x'.repeat(210)}a` }, { file: `${'x'.repeat(210)}b` }],
    ['ends', { ...tests, file: `${'x'.repeat(210)}a` }, { file: `${'x'.repeat(210)}a` }],
  ])('%s %j if it is %j', (result, failure, pass) => {
    const left = failing([factsOf(failure), factsOf({ type: 'PASS', ...pass })]);
    expect(left).toHaveLength(result === 'ends' ? 0 : 1);
  });
});

describe('an event that is older than the failure', () => {
  const page = { type: 'VISUAL_DIFF', url: 'http://x/' };
  const metric = { type: 'ANOMALY', metric: 'p95', threshold: 500 };
  it.each<[failure: object, end: object]>([
    [{ type: 'REGRESSION' }, { type: 'PASS' }],
    [
      { type: 'HEALTH_TRANSITION', to: 'down' },
      { type: 'HEALTH_TRANSITION', to: 'up' },
    ],
    [
      { ...page, diff: { status: 'issue' } },
      { ...page, diff: { status: 'ok' } },
    ],
    [
      { ...metric, value: 501 },
      { ...metric, value: 500 },
    ],
  ])('does not end %j, and one of the same second does', (failure, end) => {
    const at = (event: object, timestamp: number): EventFacts => factsOf({ ...event, timestamp });
    const ended = (failed: number, fixed: number): boolean =>
      failing([at(failure, failed), at(end, fixed)]).length === 0;
    expect(ended(START_S - 10, START_S - 11)).toBe(false);
    expect(ended(START_S - 10, START_S - 10)).toBe(true);
    // The newest report of the failure decides, in any order of receipt.
    expect(failing([at(failure, START_S - 5), at(failure, START_S - 20), at(end, START_S - 10)])).toHaveLength(1);
    // A fast clock of the agent that reported the failure does not make later events old.
    expect(ended(START_S + 3_600, START_S)).toBe(true);
    // Times in milliseconds.
    expect(ended((START_S - 10) * 1_000, START_S - 11)).toBe(false);
  });
});
