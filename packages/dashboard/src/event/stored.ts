import type { AcceptedEvent } from './accept.ts';
import { type EventFacts, factsOfOldEvent } from './facts.ts';
import { orderKey } from './order.ts';

/** An event with what this program adds to it; nothing of that stands in the event's own names. */
export interface StoredEvent {
  /** Grows by one with each event and is never given twice. */
  seq: number;
  /** When it was received, milliseconds since 1970; null for a line that an old agent's backend wrote. */
  at: number | null;
  /** Strings that were cut. */
  cut: number;
  /** Its line in the log, with the line break. */
  line: Buffer;
  /** The event's own bytes within `line`. */
  raw: Buffer;
  facts: EventFacts;
  key: number;
}

const MARK = ',"event":';

/** Gives an accepted event its place in the sequence and writes its line. */
export function storedEvent(event: AcceptedEvent, seq: number, at: number | null): StoredEvent {
  const head = `{"seq":${seq},"at":${at},"cut":${event.cut}${MARK}`;
  const line = Buffer.allocUnsafe(head.length + event.raw.length + 2);
  line.write(head, 'latin1');
  line.set(event.raw, head.length);
  line.write('}\n', line.length - 2, 'latin1');
  const raw = line.subarray(head.length, line.length - 2);
  return { seq, at, cut: event.cut, line, raw, facts: event.facts, key: orderKey(event.facts, at) };
}

/** Latest time that a date can hold, in milliseconds since 1970. */
const LATEST = 8.64e15;

const HEAD = /^\{"seq":(\d{1,16}),"at":(null|\d{1,16}),"cut":(\d{1,9}),"event":$/;

/**
 * Reads a line of the log.
 *
 * @param line without its line break
 * @returns the event; an event without a sequence number where it is an old backend's line; undefined for anything else
 */
export function readLine(line: Buffer): StoredEvent | { old: AcceptedEvent } | undefined {
  const mark = line.subarray(0, 80).indexOf(MARK);
  const head = mark < 0 ? null : HEAD.exec(line.toString('latin1', 0, mark + MARK.length));
  if (head === null) {
    const facts = parsed(line);
    return facts === undefined ? undefined : { old: { raw: line, cut: 0, facts } };
  }
  if (line.at(-1) !== 0x7d) return undefined;
  const raw = line.subarray(mark + MARK.length, line.length - 1);
  const facts = parsed(raw);
  if (facts === undefined) return undefined;
  const [, seq, at, cut] = head;
  // Above 2^53 two numbers are one: the next event would get the number of an earlier one.
  if (!Number.isSafeInteger(Number(seq)) || (at !== 'null' && Number(at) > LATEST)) return undefined;
  return storedEvent({ raw, cut: Number(cut), facts }, Number(seq), at === 'null' ? null : Number(at));
}

function parsed(raw: Buffer): EventFacts | undefined {
  try {
    return factsOfOldEvent(JSON.parse(raw.toString()));
  } catch {
    return undefined;
  }
}

/**
 * The event as an answer gives it: its own bytes, and behind them `null` for each declared key that it lacks; a missing
 * timestamp is the second of its receipt.
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

/** Agents leave out the same few sets of keys, over and over. */
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
