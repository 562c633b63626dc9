import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DiskFiles } from '../../files/disk-files.ts';
import { draftOf, testTracker } from '../tracker-fixture.ts';
import { EmbeddedTracker, embeddedId } from './embedded-tracker.ts';

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
  const fileOf = (id: string) => join(root, 'tickets', `${id}.md`);

  test('two projects give the same task the same bytes', async () => {
    const other = newRoot();
    const { id } = await tracker().ensure(draftOf(key));
    await new EmbeddedTracker(new DiskFiles(other), 'tickets').ensure(draftOf(key));
    expect(id).toBe(embeddedId(key));
    expect(readFileSync(join(other, 'tickets', `${id}.md`))).toEqual(readFileSync(fileOf(id)));
    rmSync(other, { recursive: true });
  });

  test('text of a project does not become a field', async () => {
    const hostile = 'a\n---\nstatus: "done"\nlabels: []\n---\n\u2028\u0085"}\n';
    const draft = draftOf(key, { title: hostile, description: hostile, prompt: hostile });
    const { id } = await tracker().ensure(draft);
    expect(await tracker().get(id)).toMatchObject({ status: 'open', title: hostile, prompt: hostile });
  });

  test('a change preserves keys, status words and text of a person', async () => {
    const { id } = await tracker().ensure(draftOf(key));
    const edited = readFileSync(fileOf(id), 'utf8')
      .replace('status: "open"', 'status: needs_review\npriority: high')
      .replace('First line.', 'Edited line.');
    writeFileSync(fileOf(id), edited);
    expect(await tracker().get(id)).toMatchObject({ status: 'review' });
    await tracker().setLabels(id, { add: ['analyzer'] });
    expect(readFileSync(fileOf(id), 'utf8')).toBe(edited);
    await tracker().setLabels(id, { add: ['urgent'] });
    expect(readFileSync(fileOf(id), 'utf8')).toContain('priority: "high"');
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
    writeFileSync(fileOf(id), readFileSync(fileOf(id), 'utf8').replace(from, to));
    const refusal = { code: 'invalid_file', message: expect.stringContaining(`tickets/${id}.md: ${problem}`) };
    await expect(tracker().get(id)).rejects.toMatchObject(refusal);
    await expect(tracker().list()).rejects.toMatchObject(refusal);
    const { id: other } = await tracker().ensure(draftOf(`package-${'b'.repeat(20)}`));
    const damaged: string[] = [];
    const listed = await tracker().list((one, reason) => damaged.push(`${one} ${reason}`));
    expect(listed.map((ticket) => ticket.id)).toEqual([other]);
    expect(damaged).toEqual([expect.stringContaining(`tickets/${id}.md: ${problem}`)]);
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
      const text = readFileSync(fileOf(id));
      writeFileSync(join(outside, 'x.md'), text);
      rmSync(fileOf(id));
      symlinkSync(join(outside, 'x.md'), fileOf(id));
    }
    await expect(tracker().get(id)).rejects.toMatchObject({ code: 'unreadable' });
    await expect(tracker().ensure(draftOf(key))).rejects.toMatchObject({ code: 'unreadable' });
    rmSync(outside, { recursive: true });
  });
});
