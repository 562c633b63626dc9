import { link, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EventLog } from '../log/event-log.ts';
import { diskPort, type FilePort, replaceFile } from '../log/file-port.ts';
import { type Lock, takeLock } from '../log/lock.ts';
import { quarantine } from '../log/quarantine.ts';
import { readLog } from '../log/read-log.ts';
import { Clock } from './clock.ts';
import { Counters } from './counters.ts';
import { EventStore, reasonOf } from './event-store.ts';
import { Ring } from './ring.ts';
import { Services } from './services.ts';
import { readState } from './state.ts';

export interface StoreOptions {
  folder: string;
  /** Events in memory. */
  ring: number;
  /** Bytes of them in memory. */
  ringBytes: number;
  port?: FilePort;
  clock?: Clock;
  report?: (event: string, details: Record<string, unknown>) => void;
}

export const LOG_NAME = 'events.jsonl';
export const STATE_NAME = 'state.json';

/** Numbers that may have been given to events in the backlog when the program was killed. */
const UNCLEAN_GAP = 20_000;

/**
 * Takes the data folder and brings back what is in it.
 *
 * @throws Locked; what the file system says
 */
export async function openStore(options: StoreOptions): Promise<{ store: EventStore; lock: Lock }> {
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const lock = await takeLock(options.folder);
  try {
    return { store: await restore(options), lock };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function restore({ folder, ring: capacity, ringBytes, ...options }: StoreOptions): Promise<EventStore> {
  const port = options.port ?? diskPort;
  const report = options.report ?? (() => undefined);
  const clock = options.clock ?? new Clock();
  const counters = new Counters();
  const path = join(folder, LOG_NAME);
  const { state, unusable } = await readState(join(folder, STATE_NAME));
  if (unusable) report('state-unusable', { keptAs: `${STATE_NAME}.unusable` });
  const found = await readLog(path, 2 * capacity, state.seq);
  const events = found.events.filter(({ seq }) => seq > state.clearedThrough);
  if (found.bad.length > 0) {
    counters.quarantined += found.bad.length;
    await quarantine(join(folder, 'quarantine.jsonl'), found.bad).catch(() => counters.fail('quarantine'));
    report('lines-quarantined', { lines: found.bad.length });
  }
  const ring = new Ring(capacity, ringBytes);
  const services = new Services(state.services, clock, {
    onForgotten: () => counters.servicesForgotten++,
    onRefused: (service) => counters.refuseService(service),
  });
  for (const event of events) {
    ring.add(event);
    if (event.seq > state.through) services.add(event);
    state.through = Math.max(state.through, event.seq);
    state.seq = Math.max(state.seq, event.seq);
  }
  if (!state.clean) state.seq += UNCLEAN_GAP;
  const saveState = async (value: object): Promise<void> => {
    await replaceFile(port, join(folder, STATE_NAME), [Buffer.from(JSON.stringify(value))]);
  };
  const storedUntil = events.reduce((newest, { at }) => Math.max(newest, at ?? 0), state.savedAt ?? 0);
  const log = new EventLog(port, path, capacity, found, {
    onTrouble: (step, error) => {
      counters.fail(step);
      report('storage-trouble', { step, error: reasonOf(error) });
    },
    onCompaction: () => counters.compactions++,
  });
  state.clean = false;
  try {
    await saveState({ ...state, savedAt: clock.now(), services: services.all });
    await tidy(log, ring, found, events.length, path);
  } catch (error) {
    // A full disk is no reason to refuse events: they go to the backlog, and the page says so.
    counters.fail('boot');
    report('storage-trouble', { step: 'boot', error: reasonOf(error) });
  }
  return new EventStore({ log, ring, services, counters, state, saveState, clock, storedUntil, report });
}

/** Rewrites a log that is torn, foreign or too long. What lies beyond the ring is kept under another name. */
async function tidy(
  log: EventLog,
  ring: Ring,
  found: Awaited<ReturnType<typeof readLog>>,
  valid: number,
  path: string,
): Promise<void> {
  if (found.skipped > 0) await link(path, `${path}.${Date.now()}.old`);
  if (found.clean && found.skipped === 0 && valid === found.lines && !log.compactsFor(1)) return;
  await log.rewrite(ring.since(0).map(({ line }) => line));
}
