import { randomBytes } from 'node:crypto';
import { readFile, rename } from 'node:fs/promises';
import { isObject } from '../event/values.ts';
import { type Rollup, upgradedRollup } from './rollup.ts';

/** A user takes care of a service, or mutes it for some time. Times in milliseconds. */
export interface Acknowledgement {
  service: string;
  kind: 'acknowledged' | 'muted';
  owner: string;
  note: string;
  since: number;
  until: number;
}

/** Entry of the audit log: a clearing or an import. Time in milliseconds. */
export interface AuditEntry {
  at: number;
  action: 'clear' | 'import' | 'acknowledge' | 'withdraw' | 'remove' | 'repair';
  by: string;
  what: string;
}

/** The state of the store besides the log. */
export interface State {
  format: 1;
  /** Identifies this store; a reader of another epoch must read all events again. */
  epoch: string;
  /** The highest sequence number so far. */
  seq: number;
  /** `services` contains the events up to this number. */
  through: number;
  /** Events up to this number were cleared: lines of the log with lower numbers are ignored. */
  clearedThrough: number;
  /** The log was removed after the clearing; lines up to `clearedThrough` belong to another store. */
  clearedLogRemoved?: boolean;
  /** The program ended normally, so `seq` is the last number. */
  clean: boolean;
  services: Rollup[];
  acknowledgements: Acknowledgement[];
  audit: AuditEntry[];
  /** Time of writing, Unix time in milliseconds; absent in files of earlier versions. */
  savedAt?: number;
  /** Absent for a store that was never connected to a shared log. */
  shared?: Shared;
}

/** What a store and a shared log have exchanged. */
export interface Shared {
  /** All own events up to this number are in the shared log. */
  through: number;
  /** Place in the shared log; empty at its start. */
  cursor: string;
  /** Highest number read of each other store, and of the actions of each store. */
  received: Record<string, number>;
}

export function newShared(): Shared {
  return { through: 0, cursor: '', received: {} };
}

const AUDIT_LIMIT = 200;

export function newState(): State {
  return {
    format: 1,
    epoch: randomBytes(6).toString('hex'),
    seq: 0,
    through: 0,
    clearedThrough: 0,
    clean: true,
    services: [],
    acknowledgements: [],
    audit: [],
  };
}

/**
 * Reads the state; an unusable file is renamed.
 *
 * @returns the state, and whether an unusable file was renamed
 */
export async function readState(path: string): Promise<{ state: State; unusable: boolean }> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return { state: newState(), unusable: false };
    }
    throw error;
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isState(value)) {
      // Earlier versions did not store senders.
      const services = value.services.map((rollup) => upgradedRollup({ ...rollup, sender: rollup.sender ?? '' }));
      return { state: { ...value, services }, unusable: false };
    }
  } catch {
    // Not JSON: renamed below.
  }
  await rename(path, `${path}.unusable`);
  return { state: newState(), unusable: true };
}

/** Leaves more numbers than a store can ever use. */
const HIGHEST_SEQ = 2 ** 52;

function isState(value: unknown): value is State {
  if (!isObject(value)) return false;
  const { format, epoch, services } = value;
  const numbers = [value.seq, value.through, value.clearedThrough];
  const lists = [services, value.acknowledgements, value.audit];
  return (
    format === 1 &&
    typeof epoch === 'string' &&
    numbers.every((number) => Number.isSafeInteger(number) && Number(number) >= 0 && Number(number) <= HIGHEST_SEQ) &&
    lists.every((list) => Array.isArray(list) && list.every(isObject)) &&
    Array.isArray(services) &&
    services.every(isRollup) &&
    (value.shared === undefined || isShared(value.shared))
  );
}

function isShared(value: unknown): value is Shared {
  return (
    isObject(value) &&
    Number.isSafeInteger(value.through) &&
    typeof value.cursor === 'string' &&
    isObject(value.received) &&
    Object.values(value.received).every((number) => Number.isSafeInteger(number))
  );
}

function isRollup(value: Record<string, unknown>): boolean {
  const numbers = [value.firstSeen, value.lastSeen, value.count];
  const lists = [value.changes, value.gaps, value.incidents];
  return (
    typeof value.service === 'string' &&
    numbers.every((number) => Number.isFinite(number)) &&
    lists.every((list) => Array.isArray(list)) &&
    isObject(value.last) &&
    isObject(value.hours)
  );
}

export function audited(audit: readonly AuditEntry[], entry: AuditEntry): AuditEntry[] {
  return [...audit, entry].slice(-AUDIT_LIMIT);
}
