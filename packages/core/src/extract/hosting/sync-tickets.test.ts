import { afterEach, beforeEach, expect, test } from 'vitest';
import { Extraction, planWith, TASKS } from '../extraction-fixture.ts';
import { materialize } from '../materialize/materialize.ts';
import type { ExtractionState } from '../state/model.ts';
import { readState, StateFile } from '../state/state-file.ts';
import type { Tracker } from '../tracker/port.ts';
import { FakeHosting, FakeService } from './fake-hosting-fixture.ts';
import { testHosting } from './hosting-fixture.ts';
import type { Hosting } from './port.ts';
import { type TicketIssue, type TicketIssueOptions, ticketIssues } from './sync-tickets.ts';

testHosting('in this process', async () => {
  const extraction = new Extraction();
  const { tracker } = extraction.project('shop');
  const service = new FakeService();
  return {
    tracker,
    open: () => new FakeHosting(tracker, service),
    issues: () => service.issues,
    requests: () => service.requests,
    refuse(isRefused) {
      service.isRefusing = isRefused;
    },
    close: () => extraction.remove(),
  };
});

let extraction: Extraction;
let service: FakeService;
let trackers: Map<string, Tracker>;
beforeEach(() => {
  extraction = new Extraction();
  service = new FakeService();
  trackers = new Map(['billing', 'shop'].map((label) => [label, extraction.project(label).tracker]));
});
afterEach(() => extraction.remove());

async function materialized(tasks = TASKS, digit = '1'): Promise<ExtractionState> {
  const file = await StateFile.lock(extraction.state);
  await materialize(file, extraction.input(planWith(tasks, digit)));
  file.release();
  return readState(extraction.state);
}

function hostingOf(project: string): Hosting | undefined {
  const tracker = trackers.get(project);
  return tracker === undefined ? undefined : new FakeHosting(tracker, service);
}

async function issues(state: ExtractionState, options: TicketIssueOptions): Promise<TicketIssue[]> {
  const all: TicketIssue[] = [];
  for await (const one of ticketIssues(state, hostingOf, options)) all.push(one);
  return all;
}

test('a preview lists every ticket and sends nothing; a sync creates each issue once', async () => {
  const state = await materialized();
  const preview = await issues(state, { step: 'preview' });
  expect(preview.map(({ key, publication }) => [key, publication.action])).toEqual(
    TASKS.map(({ task_key: key }) => [key, 'create']),
  );
  expect(service.requests).toBe(0);
  expect(await issues(state, { step: 'sync' })).toHaveLength(TASKS.length);
  expect(await issues(state, { step: 'sync' })).toHaveLength(TASKS.length);
  expect([service.issues.length, service.requests]).toEqual([TASKS.length, TASKS.length]);
});

test('tickets of projects without a repository are left out', async () => {
  const state = await materialized();
  trackers.delete('billing');
  expect(new Set((await issues(state, { step: 'sync' })).map(({ project }) => project))).toEqual(new Set(['shop']));
});

test('a ticket that the plan lacks is synced only if it has an issue', async () => {
  const [first, ...others] = TASKS;
  const before = await materialized();
  const design = before.tickets.filter(({ task_key: key }) => key === first?.task_key);
  await issues({ ...before, tickets: design }, { step: 'sync' });
  const state = await materialized(others.slice(0, 0), '2');
  expect((await issues(state, { step: 'sync' })).map(({ key }) => key)).toEqual([first?.task_key]);
});

test('a sync that is interrupted sends no more tickets', async () => {
  const state = await materialized();
  const controller = new AbortController();
  const all = ticketIssues(state, hostingOf, { step: 'sync', signal: controller.signal });
  await all.next();
  controller.abort();
  await expect(all.next()).rejects.toMatchObject({ code: 'cancelled' });
  expect(service.issues).toHaveLength(1);
});
