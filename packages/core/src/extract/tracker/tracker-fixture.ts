import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ticketDigest } from './digest.ts';
import type { TicketDraft, Tracker } from './port.ts';
import { isTicketId } from './port.ts';

/** A tracker in a new project, for the tests of its contract. */
export interface TrackerUnderTest {
  tracker: Tracker;
  /** The same tickets, read by a new process or object. */
  reopen(): Tracker;
  close(): void;
}

export function draftOf(key: string, changes: Partial<TicketDraft> = {}): TicketDraft {
  return {
    key,
    title: `Title of ${key}`,
    description: 'First line.\n\nSecond paragraph with Promise<void>, "quotes" and # signs.',
    labels: ['analyzer', 'waiting:analyzer-dependencies'],
    blockedBy: [],
    queue: 'analyzer',
    executor: { kind: 'llm', mode: 'automatic' },
    prompt: `Write .analyzer-artifacts/${key}/result.json.\n---\nstatus: done\n`,
    contextFiles: [`.tracker/analyzer/context/${key}/context.json`],
    script: null,
    ...changes,
  };
}

/** The file of a ticket of the embedded tracker, relative to its project. */
export function ticketPath(root: string, key: string): string {
  const name = readdirSync(join(root, 'tickets')).find((one) => one === `${key}.md` || one.startsWith(`${key}--`));
  if (name === undefined) throw new Error(`no ticket file of ${key}`);
  return `tickets/${name}`;
}

const keyOf = (stage: string, digit: string) => `${stage}-${digit.repeat(20)}`;

/** The contract of `Tracker`. Every tracker passes it. */
export function testTracker(name: string, open: () => Promise<TrackerUnderTest>): void {
  describe(`tracker ${name}`, () => {
    let under: TrackerUnderTest;
    beforeAll(async () => {
      under = await open();
    });
    afterAll(() => under.close());

    test('probe names the tracker', async () => {
      expect((await under.tracker.probe()).tracker).not.toBe('');
    });

    test('a new ticket has the fields of its draft and the status open', async () => {
      const draft = draftOf(keyOf('design', 'a'), { script: 'exit 0', executor: { kind: 'shell', mode: 'automatic' } });
      const { contextFiles } = await under.tracker.probe();
      const { id } = await under.tracker.ensure(draft);
      expect(isTicketId(id)).toBe(true);
      const expected = { ...draft, contextFiles: contextFiles ? draft.contextFiles : [] };
      const ticket = await under.reopen().get(id);
      expect(ticket).toMatchObject({ ...expected, labels: expect.arrayContaining(draft.labels), status: 'open', id });
      expect(ticket).toMatchObject({ artifacts: [], lastError: null });
      expect(ticket && ticketDigest(ticket)).toBe(ticketDigest(draft));
    });

    test('the same key gives the same ticket, unchanged, also with another draft', async () => {
      const key = keyOf('design', 'b');
      const first = await under.tracker.ensure(draftOf(key));
      const again = await under.reopen().ensure(draftOf(key, { title: 'Another title' }));
      expect(again).toEqual(first);
      expect((await under.tracker.list()).filter((ticket) => ticket.key === key)).toHaveLength(1);
    });

    test.each(['done', 'canceled'] as const)(
      'a %s ticket is final, and its key gives no second ticket',
      async (end) => {
        const key = keyOf('package', end === 'done' ? 'c' : 'd');
        const { id } = await under.tracker.ensure(draftOf(key));
        await under.tracker.setStatus(id, end);
        await expect(under.tracker.setStatus(id, 'open')).rejects.toMatchObject({ code: 'tracker_unavailable' });
        expect(await under.reopen().ensure(draftOf(key))).toMatchObject({ id, status: end });
        expect((await under.reopen().list()).filter((ticket) => ticket.key === key)).toHaveLength(1);
      },
    );

    test.each(['in_progress', 'review', 'blocked', 'failed'] as const)(
      'a %s ticket can be opened again',
      async (status) => {
        const key = `${status.replace('_', '-')}-${'e'.repeat(20)}`;
        const { id } = await under.tracker.ensure(draftOf(key));
        await under.tracker.setStatus(id, status, status === 'failed' ? 'exit code 7' : undefined);
        const ticket = await under.reopen().get(id);
        expect(ticket).toMatchObject({ status, prompt: draftOf(key).prompt });
        if (status === 'failed') expect(ticket?.lastError).toContain('exit code 7');
        await under.tracker.setStatus(id, 'open');
        expect(await under.reopen().get(id)).toMatchObject({ status: 'open', id });
      },
    );

    test('a revised ticket has the new text and its other fields, unless it is final', async () => {
      const key = keyOf('design', 'f');
      const { id } = await under.tracker.ensure(draftOf(key));
      await under.tracker.setLabels(id, { add: ['urgent'] });
      const draft = draftOf(key, {
        title: 'New title',
        prompt: 'New prompt',
        executor: { kind: 'shell', mode: 'automatic' },
        script: 'exit 0',
        labels: [],
        contextFiles: [],
      });
      await under.tracker.revise(id, draft);
      const ticket = await under.reopen().get(id);
      expect(ticket).toMatchObject({
        id,
        key,
        title: 'New title',
        prompt: 'New prompt',
        executor: draft.executor,
        script: 'exit 0',
        contextFiles: [],
        status: 'open',
      });
      expect(ticket?.labels).toContain('urgent');
      await under.tracker.setStatus(id, 'done');
      await expect(under.tracker.revise(id, draft)).rejects.toMatchObject({ code: 'tracker_unavailable' });
    });

    test('labels are added and removed, each once', async () => {
      const { id } = await under.tracker.ensure(draftOf(keyOf('verify', 'a')));
      await under.tracker.setLabels(id, { add: ['waiting:analyzer-dispatch-review', 'analyzer'] });
      await under.tracker.setLabels(id, { remove: ['waiting:analyzer-dependencies', 'unknown'] });
      const labels = (await under.reopen().get(id))?.labels ?? [];
      expect(labels.filter((label) => label === 'analyzer')).toHaveLength(1);
      expect(labels).toContain('waiting:analyzer-dispatch-review');
      expect(labels).not.toContain('waiting:analyzer-dependencies');
    });

    test('a ticket is blocked by the set tickets', async () => {
      const first = await under.tracker.ensure(draftOf(keyOf('migrate', 'a')));
      const second = await under.tracker.ensure(draftOf(keyOf('migrate', 'b'), { blockedBy: [first.id] }));
      expect((await under.reopen().get(second.id))?.blockedBy).toEqual([first.id]);
      const third = await under.tracker.ensure(draftOf(keyOf('migrate', 'c')));
      await under.tracker.setBlockedBy(second.id, [first.id, third.id]);
      expect((await under.reopen().get(second.id))?.blockedBy).toEqual([first.id, third.id]);
    });

    test('a result is recorded once by its key', async () => {
      const key = keyOf('validate', 'a');
      const { id } = await under.tracker.ensure(draftOf(key));
      const result = {
        key: `${key}:${'1'.repeat(64)}`,
        artifacts: ['.analyzer-artifacts/x/result.json'],
        result: { n: 1 },
      };
      await under.tracker.recordResult(id, result);
      await under.tracker.recordResult(id, result);
      await under.tracker.setStatus(id, 'done');
      expect((await under.reopen().get(id))?.artifacts).toEqual(result.artifacts);
    });

    test('an unknown id gives no ticket and cannot be changed', async () => {
      for (const id of ['AN-ffffffffffff', 'PLF-999', '../x', '']) {
        expect(await under.tracker.get(id)).toBeUndefined();
        await expect(under.tracker.setStatus(id, 'done')).rejects.toMatchObject({ code: 'tracker_unavailable' });
      }
    });

    test('tickets are listed in the order of their ids', async () => {
      const ids = (await under.reopen().list()).map(({ id }) => id);
      expect(ids.length).toBeGreaterThan(5);
      expect(ids).toEqual([...ids].sort());
    });
  });
}
