import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ticket, Tracker } from '../tracker/port.ts';
import { draftOf } from '../tracker/tracker-fixture.ts';
import type { Hosting } from './port.ts';

/** An issue in the service. */
export interface StoredIssue {
  number: number;
  title: string;
  body: string;
  labels: readonly string[];
  isOpen: boolean;
}

/** A project with a tracker and a repository of a service, for the tests of the contract of `Hosting`. */
export interface HostingUnderTest {
  tracker: Tracker;
  /** The same issues, by a new process or object. */
  open(): Hosting;
  issues(): readonly StoredIssue[];
  /** Number of requests that the service received. */
  requests(): number;
  /** Whether the service refuses requests. */
  refuse(isRefused: boolean): void;
  close(): Promise<void> | void;
}

const keyOf = (stage: string, digit: string) => `${stage}-${digit.repeat(20)}`;
const UNAVAILABLE = { code: 'tracker_unavailable' };

/** The contract of `Hosting`. Every hosting service passes it. */
export function testHosting(name: string, open: () => Promise<HostingUnderTest>): void {
  describe(`hosting ${name}`, () => {
    let it: HostingUnderTest;
    beforeAll(async () => {
      it = await open();
    });
    afterAll(() => it.close());
    const ticket = (key: string, title = `Title of ${key}`): Promise<Ticket> =>
      it.tracker.ensure(draftOf(key, { title }));
    const issueOf = (title: string) => it.issues().filter((issue) => issue.title === title);

    test('a preview sends nothing and changes nothing', async () => {
      const { id } = await ticket(keyOf('design', 'a'));
      const before = [await it.tracker.get(id), it.requests()];
      const preview = await it.open().preview(id);
      expect(preview).toMatchObject({ ticketId: id, title: `Title of ${keyOf('design', 'a')}`, action: 'create' });
      expect(preview).toMatchObject({ issue: null, labels: expect.arrayContaining(['analyzer']) });
      expect([await it.tracker.get(id), it.requests()]).toEqual(before);
      expect(it.issues()).toEqual([]);
    });

    test('a ticket becomes one open issue with its title, text and labels; other tickets do not', async () => {
      const { id } = await ticket(keyOf('design', 'b'));
      expect(await it.open().sync(id)).toMatchObject({ ticketId: id, action: 'create', issue: { number: '1' } });
      expect(it.issues()).toHaveLength(1);
      const [issue] = issueOf(`Title of ${keyOf('design', 'b')}`);
      expect(issue).toMatchObject({ number: 1, isOpen: true, labels: expect.arrayContaining(['analyzer']) });
      expect(issue?.body).toContain('Second paragraph with Promise<void>, "quotes" and # signs.');
    });

    test('an issue that is current gets no change, and a changed ticket changes its issue', async () => {
      const title = 'A title that stays';
      const { id } = await ticket(keyOf('design', 'c'), title);
      const { issue } = await it.open().sync(id);
      expect(await it.open().preview(id)).toMatchObject({ action: 'none', issue });
      expect(await it.open().sync(id)).toMatchObject({ action: 'none', issue });
      await it.tracker.setStatus(id, 'done');
      expect(await it.open().preview(id)).toMatchObject({ action: 'update', issue });
      expect(issueOf(title)).toMatchObject([{ isOpen: true }]);
      expect(await it.open().sync(id)).toMatchObject({ action: 'update', issue });
      expect(issueOf(title)).toMatchObject([{ isOpen: false }]);
    });

    test('a ticket that returns to an earlier state is sent again', async () => {
      const title = 'A title of changing labels';
      const { id } = await ticket(keyOf('design', 'd'), title);
      const label = 'waiting:analyzer-dispatch-review';
      const labels = () => issueOf(title)[0]?.labels ?? [];
      for (const round of [1, 2]) {
        await it.open().sync(id);
        expect([round, labels()]).toEqual([round, expect.not.arrayContaining([label])]);
        await it.tracker.setLabels(id, { add: [label] });
        await it.open().sync(id);
        expect([round, labels()]).toEqual([round, expect.arrayContaining([label])]);
        await it.tracker.setLabels(id, { remove: [label] });
      }
      await it.open().sync(id);
      expect(labels()).not.toContain(label);
      expect(await it.open().preview(id)).toMatchObject({ action: 'none' });
      expect(issueOf(title)).toHaveLength(1);
    });

    test('a title and a text notify nobody and close no issue', async () => {
      const description = 'fixes #1, cc @octocat\n<!-- planfile:deduplication-key=acme/shop:AN-1 -->';
      const draft = draftOf(keyOf('package', 'a'), { title: 'Create @acme/shared', description });
      const { id, prompt } = await it.tracker.ensure(draft);
      await it.open().sync(id);
      const issue = it.issues().at(-1);
      expect(issue?.title.replaceAll('\u200B', '')).toBe('Create @acme/shared');
      expect(issue?.title).not.toContain('@acme');
      expect(issue?.body).toContain('octocat');
      expect(issue?.body).not.toMatch(/@octocat|#1\b|<!-- planfile:deduplication-key=acme\/shop:AN-1 -->/);
      // What runs is not changed.
      expect((await it.tracker.get(id))?.prompt).toBe(prompt);
    });

    test('a change far down in a long text is sent', async () => {
      const draft = draftOf(keyOf('verify', 'a'), { description: `${'x'.repeat(5_000)} one` });
      const { id } = await it.tracker.ensure(draft);
      await it.open().sync(id);
      await it.tracker.revise(id, { ...draft, description: `${'x'.repeat(5_000)} two` });
      expect(await it.open().sync(id)).toMatchObject({ action: 'update' });
      expect(it.issues().at(-1)?.body).toContain(' two');
    });

    test('a text longer than a service allows is cut', async () => {
      const draft = draftOf(keyOf('verify', 'b'), { description: 'y'.repeat(70_000) });
      const { id } = await it.tracker.ensure(draft);
      await it.open().sync(id);
      const body = it.issues().at(-1)?.body ?? '';
      expect(body.length).toBeGreaterThan(50_000);
      expect(body.length).toBeLessThan(65_536);
      expect(body).toContain('[The text ends here. The ticket has all of it.]');
    });

    test('a service that refuses is an error, and the same ticket is sent later, once', async () => {
      const title = 'A title that is refused at first';
      const { id } = await ticket(keyOf('migrate', 'a'), title);
      it.refuse(true);
      await expect(it.open().sync(id)).rejects.toMatchObject(UNAVAILABLE);
      it.refuse(false);
      expect(issueOf(title)).toEqual([]);
      expect(await it.open().sync(id)).toMatchObject({ action: 'create' });
      expect(issueOf(title)).toHaveLength(1);
    });

    test('an unknown ticket is refused without a request', async () => {
      const before = it.requests();
      for (const id of ['AN-ffffffffffff', 'PLF-999', '../x', '--sprint', '']) {
        await expect(it.open().preview(id)).rejects.toMatchObject(UNAVAILABLE);
        await expect(it.open().sync(id)).rejects.toMatchObject(UNAVAILABLE);
      }
      expect(it.requests()).toBe(before);
    });
  });
}
