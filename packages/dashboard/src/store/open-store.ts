import { basename, join } from 'node:path';
import type { StoredEvent } from '../event/stored.ts';
import { History, type HistoryLimits } from '../history/history.ts';
import { EventLog } from '../log/event-log.ts';
import { diskPort, type FilePort, replaceFile, temporaryOf } from '../log/file-port.ts';
import { type Lock, takeLock } from '../log/lock.ts';
import { makeFolder } from '../log/make-folder.ts';
import { requirePlainFiles } from '../log/plain-files.ts';
import { Reserve } from '../log/reserve.ts';
import type { CheckDay } from './check-day.ts';
import type { CheckState } from './checks.ts';
import { Clock } from './clock.ts';
import { Counters } from './counters.ts';
import { EventStore } from './event-store.ts';
import { type FoundLog, findLog, LOG_NAME, QUARANTINE_NAME } from './found-log.ts';
import { LogSpace } from './log-space.ts';
import { reasonOf } from './reason-of.ts';
import { Ring } from './ring.ts';
import type { ServiceRules } from './service-rules.ts';
import { Services } from './services.ts';
import { type AuditEntry, audited, newShared, readState, type State } from './state.ts';

export interface StoreOptions {
  folder: string;
  /** Events in memory. */
  ring: number;
  /** Bytes of them in memory. */
  ringBytes: number;
  /** What the history retains; undefined for no history. */
  history?: HistoryLimits;
  port?: FilePort;
  clock?: Clock;
  /** Settings by the name of a service. */
  rules?: ServiceRules;
  report?: (event: string, details: Record<string, unknown>) => void;
}

export const STATE_NAME = 'state.json';
const RESERVE_NAME = 'reserve';
const HISTORY_NAME = 'history';

/** Sequence numbers that events in the backlog of a killed process may have used. */
const UNCLEAN_GAP = 20_000;

/**
 * Locks the data folder and restores its content.
 *
 * @throws Locked; AnalyzerError if something else than a file has the name of a file; the error of the file system
 */
export async function openStore(options: StoreOptions): Promise<{ store: EventStore; lock: Lock }> {
  await makeFolder(options.folder);
  await requirePlainFiles(options.folder, [LOG_NAME, QUARANTINE_NAME, STATE_NAME, RESERVE_NAME]);
  const lock = await takeLock(options.folder);
  try {
    return { store: await restore(options), lock };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function restore({
  folder,
  ring: capacity,
  ringBytes,
  history: limits,
  ...options
}: StoreOptions): Promise<EventStore> {
  const port = options.port ?? diskPort;
  const report = options.report ?? (() => undefined);
  const clock = options.clock ?? new Clock();
  const counters = new Counters();
  const path = join(folder, LOG_NAME);
  const { state, unusable } = await readState(join(folder, STATE_NAME));
  if (unusable) report('state-unusable', { renamedTo: `${STATE_NAME}.unusable` });
  const found = await findLog(folder, capacity, state);
  const { quarantined, repairs } = found;
  if (unusable) repairs.push(`an unusable state, see ${STATE_NAME}.unusable: summaries start from the log`);
  counters.quarantined = quarantined.total;
  if (found.quarantineError !== undefined) counters.fail('quarantine');
  for (const what of repairs) report('repaired', { what, ...quarantined, error: found.quarantineError });
  const ring = new Ring(capacity, ringBytes);
  const history =
    limits === undefined
      ? undefined
      : await History.open({
          folder: join(folder, HISTORY_NAME),
          limits,
          port,
          clock,
          clearedThrough: state.clearedThrough,
          oldestInLog: found.events[0]?.seq ?? Number.POSITIVE_INFINITY,
          onTrouble: (error) => {
            counters.fail('history');
            report('storage-trouble', { step: 'history', error: reasonOf(error) });
          },
        });
  const events = {
    onForgotten: () => counters.servicesForgotten++,
    onRefused: (service: string) => counters.refuseService(service),
    onDay: (service: string, { kind, subject, stage, file, endpoint }: CheckState, day: CheckDay) =>
      history?.days.add({ service, kind, subject, stage, file, endpoint, ...day }),
  };
  const services = new Services(state.services, clock, events, options.rules);
  for (const event of found.events) {
    ring.add(event);
    if (event.seq > state.through) services.add(event);
    state.through = Math.max(state.through, event.seq);
    state.seq = Math.max(state.seq, event.seq);
    noteReceived(state, event);
  }
  if (history !== undefined) {
    for (const event of found.events) history.add(event);
    await history.flush();
    // After the loss of log and state the history has higher numbers.
    state.seq = Math.max(state.seq, history.newest);
  }
  if (!state.clean) state.seq += UNCLEAN_GAP;
  const saveState = async (value: object): Promise<void> => {
    await replaceFile(port, join(folder, STATE_NAME), [Buffer.from(JSON.stringify(value))]);
  };
  const storedUntil = found.events.reduce((newest, { at }) => Math.max(newest, at ?? 0), state.savedAt ?? 0);
  const isBehind = needsLog(state, found, ring);
  const mustRewrite = found.mustRewrite && !isBehind;
  const preserve = found.loses(ring.size) && !isBehind;
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
  const reserve = new Reserve(port, join(folder, RESERVE_NAME));
  const space = new LogSpace({ log, ring, clock, reserve });
  try {
    // Leftovers of an earlier run.
    for (const name of [LOG_NAME, STATE_NAME]) await port.remove(temporaryOf(join(folder, name)));
    await reserve.adopt();
    await history?.sync();
    await space.run(() => saveState({ ...state, savedAt: clock.now(), services: services.all }));
    if (mustRewrite) await space.run(() => log.rewrite(ring.since(0).map(({ line }) => line)));
    await log.open();
    await space.grow();
  } catch (error) {
    // A full disk does not prevent the start: events go to the backlog, and the page reports it.
    counters.fail('boot');
    report('storage-trouble', { step: 'boot', error: reasonOf(error) });
  }
  return new EventStore({
    log,
    space,
    ring,
    services,
    counters,
    history,
    state,
    saveState,
    clock,
    storedUntil,
    report,
  });
}

/** The log is newer than the state. */
function noteReceived(state: State, { from }: StoredEvent): void {
  if (from === undefined) return;
  state.shared ??= newShared();
  const { shared } = state;
  shared.received[from.instance] = Math.max(from.seq, shared.received[from.instance] ?? 0);
}

/** Whether the file has events that have left the ring and are not in the shared log: then it must not be rewritten. */
function needsLog({ shared }: State, { events, skipped }: FoundLog, ring: Ring): boolean {
  if (shared === undefined) return false;
  const dropped = events[events.length - ring.size - 1]?.seq ?? (skipped ? (events[0]?.seq ?? 0) - 1 : 0);
  return shared.through < dropped;
}

function repair(clock: Clock, what: string): AuditEntry {
  return { at: clock.now(), action: 'repair', by: 'start', what };
}
