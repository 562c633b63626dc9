import type { Failure, IncidentRow, ServiceRow } from '@analyzer/contracts/pages/dashboard';
import { expect, it } from 'vitest';
import { outagesOf } from './outages.ts';

const BUILD = { commit: 'a1', version: '1.4', branch: '', run: '', attempt: '' };

function failing(service: string, since: number, text = '', health: ServiceRow['health'] = 'unknown'): ServiceRow {
  const named = { subject: '', stage: '', file: '', endpoint: '' };
  const failure: Failure = { what: health === 'down' ? 'down' : 'tests', ...named, since, text };
  return {
    service,
    state: 'failing',
    stateSince: since,
    lateAt: null,
    quietAt: null,
    due: [],
    moreChecks: false,
    measurements: [],
    owner: '',
    tags: [],
    failures: [failure],
    health,
    healthSince: null,
    healthPresumed: false,
    lastGood: null,
    firstSeen: 0,
    lastSeen: since,
    count: 1,
    regression: null,
    visual: null,
    anomaly: null,
    hours: [],
    flaky: null,
    skew: null,
    acknowledged: null,
    capture: null,
    links: [],
  };
}

function incident(service: string, openedAt: number, given: Partial<IncidentRow> = {}): IncidentRow {
  const ended = { closedAt: null, closedBy: null, lastGood: null, firstBad: null, deployed: null };
  return {
    id: openedAt,
    service,
    openedAt,
    openedBy: 'REGRESSION',
    down: false,
    counts: {},
    findings: [],
    ...ended,
    ...given,
  };
}

const found = (services: ServiceRow[], incidents: IncidentRow[] = []) =>
  outagesOf({ services, incidents, now: 9_999_999 }).map((one) => ({
    ...one,
    services: one.services.map(({ service }) => service),
    incident: one.incident?.id ?? null,
  }));

it('failures that begin within two minutes of each other are one outage', () => {
  const services = [failing('c', 240_000, '', 'down'), failing('a', 0, '', 'down'), failing('b', 120_000, '', 'down')];
  expect(found(services)).toEqual([
    { since: 0, cause: '', otherCauses: [], services: ['a', 'b', 'c'], incident: null },
  ]);
  const later = failing('d', 400_000, '', 'down');
  expect(found([...services, later]).map((one) => one.services)).toEqual([['d'], ['a', 'b', 'c']]);
});

it('failures with the same line are one outage at any time, with the line as its cause', () => {
  const services = [
    failing('a', 0, 'TypeError: x'),
    failing('b', 900_000, 'TypeError: y'),
    failing('c', 1_900_000, 'TypeError: x'),
  ];
  expect(found(services).map(({ cause, services: names }) => [cause, names])).toEqual([
    ['TypeError: y', ['b']],
    ['TypeError: x', ['a', 'c']],
  ]);
});

it('the cause of failed tests is the line of the last regression', () => {
  const regression = { seq: 1, at: 0, reason: 'Error: total', endpoint: '', url: '', inRing: true };
  expect(found([{ ...failing('a', 0), regression }])[0]?.cause).toBe('Error: total');
  expect(found([{ ...failing('a', 0, '', 'down'), regression }])[0]?.cause).toBe('');
});

it('an outage names all its causes', () => {
  const services = [failing('a', 0), failing('b', 10, 'TypeError: x'), failing('c', 20, 'connection refused', 'down')];
  expect(found(services)).toMatchObject([{ cause: 'TypeError: x', otherCauses: ['connection refused'] }]);
});

it('services that do not fail are in no outage', () => {
  expect(found([{ ...failing('a', 0), state: 'passing' }])).toEqual([]);
});

it('the incident of an outage is one that knows a change of the build', () => {
  const services = [failing('a', 0), failing('b', 10)];
  const incidents = [
    incident('a', 1),
    incident('b', 2, { lastGood: BUILD }),
    incident('other', 3, { lastGood: BUILD }),
  ];
  expect(found(services, incidents)[0]?.incident).toBe(2);
  expect(found(services, incidents.slice(0, 1))[0]?.incident).toBe(1);
  const closed = incident('a', 4, { closedAt: 5 });
  expect(found(services, [closed])[0]?.incident).toBeNull();
});
