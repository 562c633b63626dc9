import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { draftOf, testTracker } from '../tracker-fixture.ts';
import { realProgram } from './find-python.ts';
import { PlanfileProgram } from './planfile-program.ts';
import { PlanfileTracker } from './planfile-tracker.ts';

// Run by `npm run peers -- planfile`, which installs the program.
const PROGRAM = new PlanfileProgram(realProgram(process.env.ANALYZER_PLANFILE ?? ''));
const KEY = `design-${'a'.repeat(20)}`;

function newRoot(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'analyzer-planfile-')));
}

testTracker('planfile', async () => {
  const root = newRoot();
  const reopen = () => new PlanfileTracker(root, PROGRAM);
  return { tracker: reopen(), reopen, close: () => rmSync(root, { recursive: true }) };
});

describe('planfile in a project', () => {
  let root = '';
  beforeEach(() => {
    root = newRoot();
  });
  afterEach(() => rmSync(root, { recursive: true }));

  test('a probe and a list change nothing in the project', async () => {
    const tracker = new PlanfileTracker(root, PROGRAM);
    expect((await tracker.probe()).tracker).toMatch(/^planfile [0-9.]+$/);
    expect(await tracker.list()).toEqual([]);
    expect(readdirSync(root)).toEqual([]);
  });

  test.each(['failed', 'blocked'] as const)('a %s ticket that is opened again leaves the archive', async (end) => {
    const tracker = new PlanfileTracker(root, PROGRAM);
    const { id } = await tracker.ensure(draftOf(KEY));
    const isIn = (name: RegExp) => {
      const folder = join(root, '.planfile/sprints');
      const files = readdirSync(folder).filter((file) => name.test(file));
      return files.some((file) => readFileSync(join(folder, file), 'utf8').includes(`${id}:`));
    };
    await tracker.setStatus(id, 'in_progress');
    await tracker.setStatus(id, end, 'an error');
    expect(isIn(/^history-.*\.yaml$/)).toBe(true);
    await tracker.setStatus(id, 'open');
    expect(isIn(/^current\.yaml$/)).toBe(true);
    expect(isIn(/^history-.*\.yaml$/)).toBe(false);
    expect(await tracker.get(id)).toMatchObject({ status: 'open' });
  });

  test('the store of a folder above is not used', async () => {
    await new PlanfileTracker(root, PROGRAM).ensure(draftOf(KEY));
    mkdirSync(join(root, 'inner'));
    const inner = new PlanfileTracker(join(root, 'inner'), PROGRAM);
    expect(await inner.list()).toEqual([]);
    await inner.ensure(draftOf(`design-${'b'.repeat(20)}`));
    expect(await new PlanfileTracker(root, PROGRAM).list()).toHaveLength(1);
  });

  test('no module of the project is loaded', async () => {
    for (const name of ['planfile.py', 'yaml.py', 'json.py', 'sitecustomize.py']) {
      writeFileSync(join(root, name), `open(${JSON.stringify(join(root, 'loaded'))}, 'w').close()\n`);
    }
    const tracker = new PlanfileTracker(root, PROGRAM);
    await tracker.ensure(draftOf(KEY));
    await tracker.list();
    expect(readdirSync(root)).not.toContain('loaded');
  });

  test('a ticket that planfile cannot read is not created again', async () => {
    const tracker = new PlanfileTracker(root, PROGRAM);
    await tracker.ensure(draftOf(KEY));
    const path = join(root, '.planfile/sprints/current.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('status: open', 'status: finished'));
    await expect(tracker.ensure(draftOf(KEY))).rejects.toMatchObject({
      code: 'tracker_unavailable',
      message: expect.stringContaining('current.yaml'),
    });
  });

  test('a store that is a symbolic link is refused', async () => {
    const other = newRoot();
    symlinkSync(other, join(root, '.planfile'));
    const tracker = new PlanfileTracker(root, PROGRAM);
    await expect(tracker.ensure(draftOf(KEY))).rejects.toMatchObject({ code: 'tracker_unavailable' });
    expect(readdirSync(other)).toEqual([]);
    rmSync(other, { recursive: true });
  });
});
