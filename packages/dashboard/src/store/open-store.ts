import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { EventLog } from '../log/event-log.ts';
import { diskPort, type FilePort, replaceFile } from '../log/file-port.ts';
import { type Lock, takeLock } from '../log/lock.ts';
import { type Quarantined, quarantine } from '../log/quarantine.ts';
import { readLog } from '../log/read-log.ts';
import { Clock } from './clock.ts';
import { Counters } from './counters.ts';
import { EventStore, reasonOf } from './event-store.ts';
import { Ring } from './ring.ts';
import { Services } from './services.ts';
import { type AuditEntry, audited, readState } from './state.ts';

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
const QUARANTINE_NAME = 'quarantine.jsonl';

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
  const found = await readLog(path, 2 * capacity, {
    seq: state.seq,
    removedThrough: state.clearedLogRemoved === true ? state.clearedThrough : 0,
  });
  const events = found.events.filter(({ seq }) => seq > state.clearedThrough);
  const repairs: string[] = [];
  if (unusable) repairs.push(`an unusable state, see ${STATE_NAME}.unusable: summaries start from the log`);
  const aside = await putAside(join(folder, QUARANTINE_NAME), found.bad);
  counters.quarantined = aside.total;
  if (aside.error !== undefined) counters.fail('quarantine');
  if (found.bad.length > 0) {
    const { added, complete, error } = aside;
    report('lines-quarantined', { lines: found.bad.length, added, complete, file: QUARANTINE_NAME, ...error });
    repairs.push(`${found.bad.length} unreadable lines of the log, see ${QUARANTINE_NAME}`);
  }
  if (found.renumbered > 0) {
    report('lines-renumbered', { lines: found.renumbered });
    repairs.push(`${found.renumbered} events of another log got new numbers`);
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
  const isForeign = found.renumbered > 0;
  const mustRewrite = !found.clean || found.skipped > 0 || events.length !== found.lines;
  const preserve =
    found.skipped > 0 ||
    events.length > 2 * capacity ||
    (isForeign && events.length > ring.size) ||
    (found.bad.length > 0 && !aside.complete);
  const log = new EventLog(
    port,
    path,
    capacity,
    { ...found, mustRewrite, preserve },
    {
      onTrouble: (step, error) => {
        counters.fail(step);
        report('storage-trouble', { step, error: reasonOf(error) });
      },
      onCompaction: () => counters.compactions++,
      onPreserved: (name) => {
        report('log-preserved', { file: basename(name) });
        state.audit = audited(
          state.audit,
          repair(clock, `the earlier log is ${basename(name)}, the new one holds ${ring.size} events`),
        );
      },
    },
  );
  for (const what of repairs) state.audit = audited(state.audit, repair(clock, what));
  state.clean = false;
  try {
    await saveState({ ...state, savedAt: clock.now(), services: services.all });
    if (mustRewrite || events.length > 2 * capacity) await log.rewrite(ring.since(0).map(({ line }) => line));
  } catch (error) {
    // A full disk is no reason to refuse events: they go to the backlog, and the page says so.
    counters.fail('boot');
    report('storage-trouble', { step: 'boot', error: reasonOf(error) });
  }
  return new EventStore({ log, ring, services, counters, state, saveState, clock, storedUntil, report });
}

interface Aside extends Quarantined {
  error?: { error: string };
}

/** Moves unreadable lines to the quarantine; a disk that refuses them is no reason to refuse events. */
async function putAside(path: string, lines: readonly Buffer[]): Promise<Aside> {
  try {
    return await quarantine(path, lines);
  } catch (error) {
    return { total: lines.length, added: 0, complete: false, error: { error: reasonOf(error) } };
  }
}

function repair(clock: Clock, what: string): AuditEntry {
  return { at: clock.now(), action: 'repair', by: 'start', what };
}
