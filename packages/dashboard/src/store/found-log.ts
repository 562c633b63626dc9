import { join } from 'node:path';
import type { StoredEvent } from '../event/stored.ts';
import { type Quarantined, quarantine } from '../log/quarantine.ts';
import { readLog } from '../log/read-log.ts';
import { reasonOf } from './reason-of.ts';
import type { State } from './state.ts';

export const LOG_NAME = 'events.jsonl';
export const QUARANTINE_NAME = 'quarantine.jsonl';

/** The log of a data folder at the start. */
export interface FoundLog {
  size: number;
  lines: number;
  clean: boolean;
  /** Oldest first, without cleared events. */
  events: StoredEvent[];
  /** Lines in the quarantine, including those of earlier starts. */
  quarantined: Quarantined;
  /** Why the quarantine could not be written. */
  quarantineError: string | undefined;
  /** The file has lines before the oldest of these events. */
  skipped: boolean;
  /** Repairs for the list on the page. */
  repairs: string[];
  /** The file must be rewritten before the next append. */
  mustRewrite: boolean;
  /** Whether this file has something that a file with the newest `held` events lacks. */
  loses(held: number): boolean;
}

/**
 * Reads the log of a data folder and moves its unreadable lines to the quarantine.
 *
 * @param capacity capacity of the ring in events
 * @throws the error of the file system
 */
export async function findLog(folder: string, capacity: number, state: State): Promise<FoundLog> {
  const { size, lines, clean, skipped, bad, renumbered, ...found } = await readLog(
    join(folder, LOG_NAME),
    2 * capacity,
    {
      seq: state.seq,
      removedThrough: state.clearedLogRemoved === true ? state.clearedThrough : 0,
    },
  );
  const events = found.events.filter(({ seq }) => seq > state.clearedThrough);
  const { quarantined, quarantineError } = await putAside(join(folder, QUARANTINE_NAME), bad);
  const repairs: string[] = [];
  if (bad.length > 0) repairs.push(`${bad.length} unreadable lines of the log, see ${QUARANTINE_NAME}`);
  if (renumbered > 0) repairs.push(`${renumbered} events of another log got new numbers`);
  return {
    size,
    lines,
    clean,
    events,
    quarantined,
    quarantineError,
    skipped: skipped > 0,
    repairs,
    mustRewrite: !clean || skipped > 0 || events.length !== lines || lines > 2 * capacity,
    loses: (held) =>
      skipped > 0 || lines > 2 * capacity || (renumbered > 0 && events.length > held) || !quarantined.complete,
  };
}

/** Moves unreadable lines to the quarantine; a failure does not prevent the start. */
async function putAside(
  path: string,
  lines: readonly Buffer[],
): Promise<Pick<FoundLog, 'quarantined' | 'quarantineError'>> {
  try {
    return { quarantined: await quarantine(path, lines), quarantineError: undefined };
  } catch (error) {
    const complete = lines.length === 0;
    return { quarantined: { total: lines.length, added: 0, complete }, quarantineError: reasonOf(error) };
  }
}
