import { randomBytes } from 'node:crypto';
import { readFile, rename } from 'node:fs/promises';
import { isObject } from '../event/facts.ts';
import { type Rollup, upgradedRollup } from './rollup.ts';

/** A person looks after a service, or wants to hear nothing of it for a while. Times in milliseconds. */
export interface Acknowledgement {
  service: string;
  kind: 'acknowledged' | 'muted';
  owner: string;
  note: string;
  since: number;
  until: number;
}

/** Who cleared or imported, for whoever wonders where events went. Time in milliseconds. */
export interface AuditEntry {
  at: number;
  action: 'clear' | 'import' | 'acknowledge' | 'withdraw' | 'repair';
  by: string;
  what: string;
}

/** What is kept beside the log of events. */
export interface State {
  format: 1;
  /** Names this store; a reader of another one has to start anew. */
  epoch: string;
  /** The highest sequence number given so far. */
  seq: number;
  /** Up to here events are contained in `services`. */
  through: number;
  /** Up to here events were cleared: lines that are still there do not count. */
  clearedThrough: number;
  /** The log was removed after the clearing; lines up to `clearedThrough` come from elsewhere. */
  clearedLogRemoved?: boolean;
  /** The program ended in order, so no number was given that is not written here. */
  clean: boolean;
  services: Rollup[];
  acknowledgements: Acknowledgement[];
  audit: AuditEntry[];
  /** When this was written, in milliseconds since 1970; earlier versions did not store it. */
  savedAt?: number;
}

const AUDIT_KEPT = 200;

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
 * Reads it; one that can't be used is put aside.
 *
 * @returns the state, and whether an unusable one was put aside
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
    // Falls through to putting it aside.
  }
  await rename(path, `${path}.unusable`);
  return { state: newState(), unusable: true };
}

/** Leaves more numbers than any store can give. */
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
    services.every(isRollup)
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
  return [...audit, entry].slice(-AUDIT_KEPT);
}
