import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { discover } from '#discovery/discover.ts';
import type { Engine } from '#parse/engine.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { engineOfThisProcess } from '../fixture.ts';
import { type IndexEvent, indexWorkspace } from '../index-workspace.ts';
import { openIndex } from '../reader.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await engineOfThisProcess();
});

interface Case {
  folder: string;
  index(more?: {
    engine?: Engine;
    patienceMs?: number;
    signal?: AbortSignal;
    onEvent?: (event: IndexEvent) => void;
  }): Promise<string>;
  names(): Promise<string[]>;
}

/** A project with one function, and a reader of its function names. */
function oneProject(): Case {
  const folder = fixtureFolder({ 'p/a.py': 'def first():\n    pass\n' });
  const db = join(folder, 'x.db');
  return {
    folder,
    index(more = {}) {
      const { projects } = discover([join(folder, 'p')], { discover: false, split: false, scan: {} });
      return indexWorkspace(projects, { db, engine, ...more });
    },
    async names() {
      const reader = await openIndex(db);
      try {
        return reader.read((snapshot) => snapshot.all(NAMES, [], (row) => row.text('text')));
      } finally {
        reader.close();
      }
    },
  };
}

const NAMES = 'SELECT text FROM name ORDER BY text';

/** An engine that parses nothing until it is released. */
function held(): { engine: Engine; reached: Promise<void>; release(): void } {
  let release = (): void => undefined;
  let reach = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const parse: Engine['parse'] = async (job) => {
    reach();
    await released;
    return engine.parse(job);
  };
  return {
    engine: { ...engine, parse },
    reached,
    release,
  };
}

test('a reader continues to see its snapshot after the index is replaced, and the next reader sees the new one', async () => {
  const { folder, index } = oneProject();
  const first = await index();
  const reader = await openIndex(join(folder, 'x.db'));
  const { snapshot, close } = reader.open();
  writeFileSync(join(folder, 'p/a.py'), 'def second():\n    pass\n');
  const second = await index();
  expect(second).not.toBe(first);
  expect(snapshot.id).toBe(first);
  expect(snapshot.all(NAMES, [], (row) => row.text('text'))).toEqual(['first']);
  close();
  reader.close();
  const next = await openIndex(join(folder, 'x.db'));
  expect(next.read((now) => [now.id, ...now.all(NAMES, [], (row) => row.text('text'))])).toEqual([second, 'second']);
  next.close();
});

test('a second writer reports that it waits, and fails after its patience without affecting the first', async () => {
  const { index, names } = oneProject();
  const { engine: slow, reached, release } = held();
  const first = index({ engine: slow });
  await reached;
  const events: string[] = [];
  const onEvent = ({ type }: IndexEvent) => events.push(type);
  await expect(index({ patienceMs: 300, onEvent })).rejects.toMatchObject({
    code: 'busy',
    retryable: true,
    message: expect.stringContaining('another process is writing'),
  });
  expect(events).toEqual(['waiting']);
  release();
  await first;
  expect(await names()).toEqual(['first']);
});

test('a second writer that waits long enough succeeds', async () => {
  const { index, names } = oneProject();
  const { engine: slow, reached, release } = held();
  const first = index({ engine: slow });
  await reached;
  const events: string[] = [];
  const second = index({ onEvent: ({ type }) => events.push(type) });
  setTimeout(release, 300);
  expect(await second).toBe(await first);
  expect(events[0]).toBe('waiting');
  expect(await names()).toEqual(['first']);
});

test('a reader always finds a complete index while writers replace it repeatedly', async () => {
  const { folder, index } = oneProject();
  const known = new Set([await index()]);
  const states: [id: string, names: string[]][] = [];
  let isWriting = true;
  const read = async (): Promise<void> => {
    while (isWriting) {
      const reader = await openIndex(join(folder, 'x.db'));
      states.push(reader.read((now) => [now.id, now.all(NAMES, [], (row) => row.text('text'))]));
      reader.close();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const readers = [read(), read()];
  for (let n = 0; n < 20; n++) {
    writeFileSync(join(folder, 'p/a.py'), `def name${n % 2}():\n    pass\n`);
    known.add(await index());
  }
  isWriting = false;
  await Promise.all(readers);
  expect(known.size).toBe(3);
  expect(states.length).toBeGreaterThan(20);
  expect([...new Set(states.map(([id]) => id))].filter((id) => !known.has(id))).toEqual([]);
  expect(new Set(states.map((state) => state.join(' '))).size).toBeLessThanOrEqual(known.size);
});

test('readers do not wait for a writer', async () => {
  const { index, names } = oneProject();
  await index();
  const { engine: slow, reached, release } = held();
  const writing = index({ engine: slow });
  await reached;
  expect(await names()).toEqual(['first']);
  release();
  await writing;
});

test('parsers are released when all projects are parsed, not after each small project', async () => {
  const { index } = oneProject();
  const events: string[] = [];
  const resting = { ...engine, rest: () => events.push('rest') };
  await index({ engine: resting, onEvent: ({ type }) => events.push(type) });
  const steps = ['scanning', 'rest', 'scanning', 'writing', 'rest', 'grouping'];
  expect(events.filter((event, at) => event !== events[at - 1])).toEqual(steps);
});

test('an interrupted or failed rebuild leaves the earlier index unchanged', async () => {
  const { folder, index, names } = oneProject();
  const first = await index();
  writeFileSync(join(folder, 'p/a.py'), 'def second():\n    pass\n');
  const broken = { ...engine, parse: () => Promise.reject(new Error('the engine broke')) };
  await expect(index({ engine: broken })).rejects.toThrow('the engine broke');
  const controller = new AbortController();
  const onEvent = ({ type }: IndexEvent) => type === 'grouping' && controller.abort();
  await expect(index({ signal: controller.signal, onEvent })).rejects.toMatchObject({ code: 'cancelled' });
  expect(await names()).toEqual(['first']);
  writeFileSync(join(folder, 'p/a.py'), 'def first():\n    pass\n');
  expect(await index()).toBe(first);
});
