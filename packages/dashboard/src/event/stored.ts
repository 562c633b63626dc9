import type { AcceptedEvent } from './accept.ts';
import { type EventFacts, factsOfOldEvent } from './facts.ts';
import { orderKey } from './order.ts';

/** An event with the fields that this program adds; they are not in the event's own JSON. */
export interface StoredEvent {
  /** Sequence number: one more than that of the previous event, never used twice. */
  seq: number;
  /** Time of receipt, Unix time in milliseconds; null for a line of an older backend. */
  at: number | null;
  /** Number of cut strings. */
  cut: number;
  /** Its line in the log, with the line break. */
  line: Buffer;
  /** The JSON of the event, a part of `line`. */
  raw: Buffer;
  facts: EventFacts;
  key: number;
  /** The store that received it; absent for this one. */
  from?: Origin;
}

/** An event in the store that received it. */
export interface Origin {
  /** The epoch of that store. */
  instance: string;
  /** Its sequence number there. */
  seq: number;
}

const MARK = ',"event":';

/** Adds a sequence number to an accepted event and writes its line. */
export function storedEvent(event: AcceptedEvent, seq: number, at: number | null, from?: Origin): StoredEvent {
  const origin = from === undefined ? '' : `,"from":"${from.instance}-${from.seq}"`;
  const head = `{"seq":${seq},"at":${at},"cut":${event.cut}${origin}${MARK}`;
  const line = Buffer.allocUnsafe(head.length + event.raw.length + 2);
  line.write(head, 'latin1');
  line.set(event.raw, head.length);
  line.write('}\n', line.length - 2, 'latin1');
  const raw = line.subarray(head.length, line.length - 2);
  const stored = { seq, at, cut: event.cut, line, raw, facts: event.facts, key: orderKey(event.facts, at) };
  return from === undefined ? stored : { ...stored, from };
}

/** Latest time of a Date, Unix time in milliseconds. */
const LATEST = 8.64e15;

const HEAD =
  /^\{"seq":(\d{1,16}),"at":(null|\d{1,16}),"cut":(\d{1,9})(?:,"from":"([0-9a-f]{12})-(\d{1,16})")?,"event":$/;
/** Longest head of a line, in bytes. */
const HEAD_LIMIT = 128;

/**
 * Reads a line of the log.
 *
 * @param line without its line break
 * @returns the event; an event without a sequence number for a line of an older backend; undefined for anything else
 */
export function readLine(line: Buffer): StoredEvent | { old: AcceptedEvent } | undefined {
  const mark = line.subarray(0, HEAD_LIMIT).indexOf(MARK);
  const head = mark < 0 ? null : HEAD.exec(line.toString('latin1', 0, mark + MARK.length));
  if (head === null) {
    const facts = parsed(line);
    return facts === undefined ? undefined : { old: { raw: line, cut: 0, facts } };
  }
  if (line.at(-1) !== 0x7d) return undefined;
  const raw = line.subarray(mark + MARK.length, line.length - 1);
  const facts = parsed(raw);
  if (facts === undefined) return undefined;
  const [, seq, at, cut, instance, there] = head;
  // Above 2^53 integers are not exact: the next event could get the number of an earlier one.
  if (!Number.isSafeInteger(Number(seq)) || (at !== 'null' && Number(at) > LATEST)) return undefined;
  const from = instance === undefined ? undefined : { instance, seq: Number(there) };
  if (from !== undefined && !Number.isSafeInteger(from.seq)) return undefined;
  return storedEvent({ raw, cut: Number(cut), facts }, Number(seq), at === 'null' ? null : Number(at), from);
}

/** Reads the JSON of an event that another store accepted; undefined for anything else. */
export function eventOf(raw: Buffer, cut: number): AcceptedEvent | undefined {
  const facts = parsed(raw);
  return facts === undefined ? undefined : { raw, cut, facts };
}

function parsed(raw: Buffer): EventFacts | undefined {
  try {
    return factsOfOldEvent(JSON.parse(raw.toString()));
  } catch {
    return undefined;
  }
}

/**
 * The event in a response: its own bytes, followed by `null` for each absent declared key. An absent timestamp is the
 * time of receipt, in seconds.
 */
export function eventPieces({ raw, facts, at }: StoredEvent): Buffer[] {
  const { absent } = facts;
  if (absent.length === 0) return [raw];
  const body = raw.subarray(0, raw.length - 1);
  if (!absent.includes('timestamp')) return [body, nulls(absent)];
  const others = absent.filter((key) => key !== 'timestamp');
  const time = `,"timestamp":${Math.floor((at ?? 0) / 1000)}`;
  return others.length === 0 ? [body, Buffer.from(`${time}}`)] : [body, Buffer.from(time), nulls(others)];
}

/** Agents omit few different sets of keys, so the bytes for each set are cached. */
const known = new Map<string, Buffer>();

function nulls(keys: readonly string[]): Buffer {
  const name = keys.join();
  let bytes = known.get(name);
  if (bytes === undefined) {
    bytes = Buffer.from(`${keys.map((key) => `,"${key}":null`).join('')}}`);
    known.set(name, bytes);
  }
  return bytes;
}
