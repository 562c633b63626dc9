import { type AcceptedEvent, acceptEvent } from '../event/accept.ts';
import { EventLog } from '../log/event-log.ts';
import { Reserve } from '../log/reserve.ts';
import { Clock } from '../store/clock.ts';
import { Counters } from '../store/counters.ts';
import { EventStore } from '../store/event-store.ts';
import { LogSpace } from '../store/log-space.ts';
import { Ring } from '../store/ring.ts';
import { type ServiceRule, ServiceRules } from '../store/service-rules.ts';
import { Services } from '../store/services.ts';
import { newState } from '../store/state.ts';
import { MemoryPort } from './memory-port.ts';

/** An event of the service `s`, identified by its property `n`. */
export function namedEvent(name: string | number): AcceptedEvent {
  const accepted = acceptEvent(Buffer.from(`{"type":"PASS","service":"s","n":"${name}"}`));
  if ('complaints' in accepted) throw new Error('refused');
  return accepted;
}

/** Names of the events in a text, in its order. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(/"n":"(\w+)"/g)].map(([, name = '']) => name);
}

/** A store on a disk in memory whose operations a test can let fail; its clock stops unless the test moves it. */
export function memoryStore(
  capacity: number,
  port = new MemoryPort(),
  now = { time: 1_000 },
  rules: readonly ServiceRule[] = [],
) {
  const counters = new Counters();
  const clock = new Clock(
    () => now.time,
    () => now.time,
  );
  const events = {
    onTrouble: (step: string) => counters.fail(step),
    onCompaction: () => counters.compactions++,
    onPreserved: () => undefined,
  };
  const path = '/d/events.jsonl';
  const log = new EventLog(port, path, capacity, { size: 0, lines: 0, clean: true }, events);
  const ring = new Ring(capacity, 1e9);
  const reserve = Number.isFinite(port.capacity) ? { reserve: new Reserve(port, '/d/reserve') } : {};
  const store = new EventStore({
    log,
    space: new LogSpace({ log, ring, clock, ...reserve }),
    ring,
    services: new Services(
      [],
      clock,
      { onForgotten: () => undefined, onRefused: () => undefined },
      new ServiceRules(rules),
    ),
    counters,
    state: newState(),
    saveState: async () => undefined,
    clock,
    storedUntil: 0,
    report: () => undefined,
  });
  /** Names of the events that the log contains after a power cut. */
  const onDisk = (): string[] => {
    const byNewName = new Set(namesIn(port.safeByNewName(path)));
    return namesIn(port.safe(path)).filter((name) => byNewName.has(name));
  };
  return { store, port, counters, now, onDisk };
}
