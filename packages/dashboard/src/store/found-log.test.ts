import { appendFileSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acceptEvent } from '../event/accept.ts';
import { namedEvent, namesIn } from '../testing/memory-store.ts';
import type { EventStore } from './event-store.ts';
import { openStore } from './open-store.ts';

const RING = 20;
let folder: string;
let log: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dashboard-found-'));
  log = join(folder, 'events.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function using<T>(work: (store: EventStore, reports: string[]) => Promise<T> | T): Promise<T> {
  const reports: string[] = [];
  const report = (event: string): void => {
    reports.push(event);
  };
  const { store, lock } = await openStore({ folder, ring: RING, ringBytes: 1e9, report });
  try {
    return await work(store, reports);
  } finally {
    await store.close();
    await lock.release();
  }
}
const accept = async (store: EventStore, ...names: string[]): Promise<void> => {
  for (const name of names) expect(await store.accept(namedEvent(name))).toMatchObject({ durable: true });
};
const listed = (store: EventStore): string[] => store.ring.since(0).flatMap(({ raw }) => namesIn(raw.toString()));
const preserved = (): string[] => readdirSync(folder).filter((name) => /^events\.jsonl\.\d+\.old$/.test(name));
const names = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${prefix}${i}`);
const olderLines = (count: number): string =>
  names('o', count)
    .map((name) => `{"type":"PASS","service":"s","n":"${name}"}\n`)
    .join('');

describe('a log of another store', () => {
  it.each([25, 1_500])('is retained next to the new one if its %i events exceed the ring', async (count) => {
    const older = olderLines(count);
    writeFileSync(log, older);
    await using(async (store, reports) => {
      expect(listed(store)).toEqual(names('o', count).slice(-RING));
      expect(reports).toContain('log-preserved');
      expect(store.audit.map(({ action, what }) => `${action} ${what}`).join()).toContain(preserved()[0]);
      await accept(store, ...names('new', 3 * RING));
    });
    expect(preserved()).toHaveLength(1);
    expect(readFileSync(join(folder, preserved()[0] ?? ''), 'utf8')).toBe(older);
    await using((_, reports) => expect(reports).not.toContain('log-preserved'));
  });

  it('leaves no second file if it fits into the ring', async () => {
    writeFileSync(log, olderLines(RING));
    await using((store) => expect(listed(store)).toHaveLength(RING));
    expect(preserved()).toEqual([]);
  });

  it('is read too if appended to the own log', async () => {
    await using((store) => accept(store, 'a', 'b', 'c'));
    const first = readFileSync(log);
    rmSync(log);
    rmSync(join(folder, 'state.json'));
    await using((store) => accept(store, 'd', 'e'));
    writeFileSync(log, Buffer.concat([first, readFileSync(log)]));
    await using(async (store, reports) => {
      expect(listed(store)).toEqual(['a', 'b', 'c', 'd', 'e']);
      expect(reports).toContain('repaired');
      await accept(store, 'f');
    });
    await using((store) => expect(listed(store)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']));
  });

  it('is read again if restored after a DELETE', async () => {
    await using((store) => accept(store, 'a', 'b'));
    copyFileSync(log, join(folder, 'backup'));
    await using((store) => store.clear('test'));
    copyFileSync(join(folder, 'backup'), log);
    await using((store) => {
      expect(listed(store)).toEqual(['a', 'b']);
      expect(store.services.find('s')?.count).toBe(2);
    });
  });
});

describe('unreadable lines', () => {
  it('cause no loss of acknowledged events if a number is above 2^53', async () => {
    await using((store) => accept(store, 'a'));
    const damaged = '{"seq":9007199254740993,"at":1,"cut":0,"event":{"type":"PASS","n":"damaged"}}';
    appendFileSync(log, `${damaged}\n`);
    await using((store, reports) => {
      expect(reports).toContain('repaired');
      return accept(store, 'b', 'c', 'd');
    });
    await using((store) => {
      expect(listed(store)).toEqual(['a', 'b', 'c', 'd']);
      // The page names the file as long as it exists.
      expect(store.counters.quarantined).toBe(1);
      expect(store.audit.map(({ what }) => what).join()).toContain('quarantine.jsonl');
    });
    expect(readFileSync(join(folder, 'quarantine.jsonl'), 'utf8')).toBe(`${damaged}\n`);
  });

  it('are retained in the earlier log if the quarantine is full', async () => {
    const bad = Array.from({ length: 1_200 }, (_, i) => `bad ${i} ${'x'.repeat(1_000)}\n`).join('');
    writeFileSync(log, `${bad}{"type":"PASS","n":"good"}\n`);
    await using((store) => expect(listed(store)).toEqual(['good']));
    expect(readFileSync(join(folder, 'quarantine.jsonl')).length).toBeLessThanOrEqual(1024 * 1024);
    expect(readFileSync(join(folder, preserved()[0] ?? ''), 'utf8')).toContain('bad 1199');
  });
});

it('a torn end of the own log creates no second file', async () => {
  await using((store) => accept(store, ...names('n', 30)));
  appendFileSync(log, '{"seq":31,"at":');
  await using((store) => expect(listed(store)).toEqual(names('n', 30).slice(-RING)));
  expect(preserved()).toEqual([]);
});

it.each([
  ['no list of services', (state: object) => ({ ...state, services: null })],
  ['a service without incidents', (state: object) => ({ ...state, services: [{ service: 's' }] })],
  ['a number without successor', (state: object) => ({ ...state, seq: Number.MAX_SAFE_INTEGER })],
])('renames a state with %s, and reads the log', async (_, damage) => {
  await using((store) => accept(store, 'a'));
  const path = join(folder, 'state.json');
  writeFileSync(path, JSON.stringify(damage(JSON.parse(readFileSync(path, 'utf8')))));
  await using(async (store, reports) => {
    expect(reports).toContain('state-unusable');
    await accept(store, 'b', 'c');
    expect(store.services.find('s')?.count).toBe(3);
  });
  await using((store) => expect(listed(store)).toEqual(['a', 'b', 'c']));
});

it('a store of an earlier version, whose state has no checks, is failing until a PASS covers its last REGRESSION', async () => {
  const event = (fields: object) => {
    const accepted = acceptEvent(Buffer.from(JSON.stringify({ service: 's', stage: 'unit', ...fields })));
    if ('complaints' in accepted) throw new Error('refused');
    return accepted;
  };
  await using((store) => store.accept(event({ type: 'REGRESSION', file: 'cart.spec' })));
  const path = join(folder, 'state.json');
  const state = JSON.parse(readFileSync(path, 'utf8'));
  for (const rollup of state.services) delete rollup.problems;
  writeFileSync(path, JSON.stringify(state));
  // An event that only the log has: the earlier version was killed.
  appendFileSync(
    log,
    `{"seq":2,"at":${Date.now()},"cut":0,"event":${event({ type: 'PASS', file: 'login.spec' }).raw}}\n`,
  );
  const incidents = (store: EventStore) => store.services.find('s')?.incidents;
  await using(async (store) => {
    expect(incidents(store)).toMatchObject([{ closedAt: null, counts: { REGRESSION: 1, PASS: 1 } }]);
    await store.accept(event({ type: 'PASS', file: 'cart.spec' }));
    expect(incidents(store)).toMatchObject([{ closedBy: 'PASS' }]);
  });
});
