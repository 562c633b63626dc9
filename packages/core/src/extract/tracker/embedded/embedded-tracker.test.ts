import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DiskFiles } from '../../files/disk-files.ts';
import { ticketDigest } from '../digest.ts';
import { draftOf, testTracker, ticketPath } from '../tracker-fixture.ts';
import { EmbeddedTracker } from './embedded-tracker.ts';
import { embeddedId } from './ticket-file.ts';

function newRoot(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'analyzer-tickets-')));
}

testTracker('embedded', async () => {
  const root = newRoot();
  const reopen = () => new EmbeddedTracker(new DiskFiles(root), 'tickets');
  return { tracker: reopen(), reopen, close: () => rmSync(root, { recursive: true }) };
});

describe('the files of the embedded tracker', () => {
  const key = `design-${'a'.repeat(20)}`;
  let root = '';
  beforeEach(() => {
    root = newRoot();
  });
  afterEach(() => rmSync(root, { recursive: true }));
  const tracker = () => new EmbeddedTracker(new DiskFiles(root), 'tickets');
  const fileOf = () => join(root, ticketPath(root, key));

  test('two projects give the same task the same bytes', async () => {
    const other = newRoot();
    const { id } = await tracker().ensure(draftOf(key));
    await new EmbeddedTracker(new DiskFiles(other), 'tickets').ensure(draftOf(key));
    expect(id).toBe(embeddedId(key));
    expect(readFileSync(join(other, ticketPath(other, key)))).toEqual(readFileSync(fileOf()));
    rmSync(other, { recursive: true });
  });

  test('a file has the key and the title of its task, and is found under another title', async () => {
    const { id } = await tracker().ensure(draftOf(key, { title: 'Design \u202eroundTo() in @shop/money…' }));
    expect(ticketPath(root, key)).toBe(`tickets/${key}--design-roundto-in-shop-money.md`);
    renameSync(fileOf(), join(root, `tickets/${key}--Rounding.md`));
    await tracker().setStatus(id, 'review');
    expect(await tracker().ensure(draftOf(key))).toMatchObject({ id, status: 'review' });
    expect(readdirSync(join(root, 'tickets'))).toEqual(['.analyzer-tickets', `${key}--Rounding.md`]);
  });

  test('a file with the name of an older version is used', async () => {
    const { id } = await tracker().ensure(draftOf(key));
    renameSync(fileOf(), join(root, `tickets/${id}.md`));
    await tracker().setStatus(id, 'review');
    expect((await tracker().list()).map(({ status }) => status)).toEqual(['review']);
    expect(readdirSync(join(root, 'tickets'))).toEqual(['.analyzer-tickets', `${id}.md`]);
  });

  test('two files of a ticket are refused, and the other tickets are listed', async () => {
    const { id } = await tracker().ensure(draftOf(key));
    writeFileSync(join(root, `tickets/${key}--other.md`), readFileSync(fileOf()));
    const { id: other } = await tracker().ensure(draftOf(`package-${'b'.repeat(20)}`));
    await expect(tracker().get(id)).rejects.toMatchObject({ code: 'invalid_file' });
    const damaged: string[] = [];
    expect((await tracker().list((one) => damaged.push(one))).map((ticket) => ticket.id)).toEqual([other]);
    expect(damaged).toEqual([id]);
  });

  describe('with the description as prompt', () => {
    const brief = '# Task\n\nstatus: "done"\n---\n\n    indented';
    const draft = draftOf(key, { description: brief, prompt: brief });

    test('a file has the text once, and notes and formatting below it change nothing', async () => {
      const { id } = await tracker().ensure(draft);
      const written = readFileSync(fileOf(), 'utf8');
      expect(written.split('# Task')).toHaveLength(2);
      writeFileSync(fileOf(), `${written.replaceAll('\n', '  \r\n').replace(/^--- {2}/, '---')}\nAsk Ada.\n`);
      expect(await tracker().get(id)).toMatchObject({
        prompt: brief,
        description: expect.stringContaining('Ask Ada.'),
      });
      await tracker().revise(id, draftOf(key, { description: 'New', prompt: 'New' }));
      expect(await tracker().get(id)).toMatchObject({
        prompt: 'New',
        description: expect.stringContaining('Ask Ada.'),
      });
    });

    test('a changed text is a changed prompt', async () => {
      const { id } = await tracker().ensure(draft);
      writeFileSync(fileOf(), readFileSync(fileOf(), 'utf8').replace('# Task', '# Other task'));
      const ticket = await tracker().get(id);
      expect(ticket && ticketDigest(ticket)).not.toBe(ticketDigest(draft));
    });

    test('a file without the end of the text is refused', async () => {
      const { id } = await tracker().ensure(draft);
      writeFileSync(fileOf(), readFileSync(fileOf(), 'utf8').replace(/<!-- end.*\n/, ''));
      await expect(tracker().get(id)).rejects.toMatchObject({ code: 'invalid_file' });
    });
  });

  test('an edited file is read again, and what a caller does with a ticket stays there', async () => {
    const one = tracker();
    const { id } = await one.ensure(draftOf(key));
    const [listed] = await one.list();
    listed?.labels.push('of the caller');
    expect(await one.get(id)).toMatchObject({ labels: draftOf(key).labels });
    writeFileSync(fileOf(), readFileSync(fileOf(), 'utf8').replace(/^status: .*$/mu, 'status: done'));
    expect(await one.get(id)).toMatchObject({ status: 'done' });
  });

  test('text of a project does not become a field', async () => {
    const hostile = 'a\n---\nstatus: "done"\nlabels: []\n---\n\u2028\u0085"}\n';
    const draft = draftOf(key, { title: hostile, description: hostile, prompt: hostile });
    const { id } = await tracker().ensure(draft);
    expect(await tracker().get(id)).toMatchObject({ status: 'open', title: hostile, prompt: hostile });
  });

  test('a change preserves keys, status words and text of a person', async () => {
    const { id } = await tracker().ensure(draftOf(key));
    const edited = readFileSync(fileOf(), 'utf8')
      .replace('status: "open"', 'status: needs_review\npriority: high')
      .replace('First line.', 'Edited line.');
    writeFileSync(fileOf(), edited);
    expect(await tracker().get(id)).toMatchObject({ status: 'review' });
    await tracker().setLabels(id, { add: ['analyzer'] });
    expect(readFileSync(fileOf(), 'utf8')).toBe(edited);
    await tracker().setLabels(id, { add: ['urgent'] });
    expect(readFileSync(fileOf(), 'utf8')).toContain('priority: "high"');
    expect((await tracker().get(id))?.description).toContain('Edited line.');
  });

  test.each([
    ['an unknown status', 'status: "open"', 'status: "finished"', 'status "finished" is unknown'],
    ['a status without value', 'status: "open"', 'status:', 'status is not a string'],
    ['a label that is not a string', 'blocked_by: []', 'blocked_by: [1]', 'blocked_by is not a list of strings'],
    ['a key twice', 'status: "open"', 'status: "open"\nstatus: "done"', 'line 5: '],
    ['an alias', 'blocked_by: []', 'a: &a [x]\nblocked_by: *a', 'line 9: '],
    ['another id', 'id: "AN-', 'id: "AN-0', 'its id is AN-0'],
    ['no front matter', '---\n', '', 'the first line is not ---'],
  ])('%s is refused with the file and the reason', async (_, from, to, problem) => {
    const { id } = await tracker().ensure(draftOf(key));
    writeFileSync(fileOf(), readFileSync(fileOf(), 'utf8').replace(from, to));
    const refusal = { code: 'invalid_file', message: expect.stringContaining(`${ticketPath(root, key)}: ${problem}`) };
    await expect(tracker().get(id)).rejects.toMatchObject(refusal);
    await expect(tracker().list()).rejects.toMatchObject(refusal);
    const { id: other } = await tracker().ensure(draftOf(`package-${'b'.repeat(20)}`));
    const damaged: string[] = [];
    const listed = await tracker().list((one, reason) => damaged.push(`${one} ${reason}`));
    expect(listed.map((ticket) => ticket.id)).toEqual([other]);
    expect(damaged).toEqual([expect.stringContaining(`${ticketPath(root, key)}: ${problem}`)]);
  });

  test('a folder with other files is not used', async () => {
    mkdirSync(join(root, 'tickets'));
    writeFileSync(join(root, 'tickets', 'events.md'), '# Tickets for concerts\n');
    await expect(tracker().ensure(draftOf(key))).rejects.toMatchObject({ code: 'tracker_unavailable' });
  });

  test.each(['the folder', 'the ticket'])('%s as a symbolic link is refused', async (what) => {
    const outside = newRoot();
    const { id } = await tracker().ensure(draftOf(key));
    if (what === 'the folder') {
      rmSync(join(root, 'tickets'), { recursive: true });
      symlinkSync(outside, join(root, 'tickets'));
    } else {
      const text = readFileSync(fileOf());
      writeFileSync(join(outside, 'x.md'), text);
      const path = fileOf();
      rmSync(path);
      symlinkSync(join(outside, 'x.md'), path);
    }
    await expect(tracker().get(id)).rejects.toMatchObject({ code: 'unreadable' });
    await expect(tracker().ensure(draftOf(key))).rejects.toMatchObject({ code: 'unreadable' });
    rmSync(outside, { recursive: true });
  });
});
