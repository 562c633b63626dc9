import { isKind, KINDS } from '../event/kinds.ts';
import { happenedAt } from '../event/order.ts';
import type { StoredEvent } from '../event/stored.ts';
import { isObject } from '../event/values.ts';

/** A part of a file of the history that is read at once, and what its events have in common. */
export interface Block {
  /** In bytes. */
  offset: number;
  length: number;
  count: number;
  /** Sequence numbers. */
  first: number;
  last: number;
  /** Times of its events in seconds. */
  from: number;
  to: number;
  /** Bit set of the types, by their position in `KINDS`. */
  kinds: number;
  /** Hashes of the names of its services; null for too many. */
  services: number[] | null;
}

/** What a reader looks for; undefined for anything. */
export interface Wanted {
  type?: string;
  service?: string;
  /** Seconds. */
  since?: number;
  until?: number;
  /** Only events with lower sequence numbers. */
  before?: number;
}

const MAX_SERVICES = 128;

/** Adds an event to the blocks of a file. @param bytes after which a block is complete */
export function addToBlocks(blocks: Block[], event: StoredEvent, offset: number, bytes: number): void {
  const { seq, line, facts, at } = event;
  const time = happenedAt(facts, at);
  const kind = 1 << KINDS.indexOf(facts.type);
  const service = hashOf(facts.service);
  const open = blocks.at(-1);
  if (open === undefined || open.length >= bytes) {
    const services = [service];
    blocks.push({
      offset,
      length: line.length,
      count: 1,
      first: seq,
      last: seq,
      from: time,
      to: time,
      kinds: kind,
      services,
    });
    return;
  }
  open.length = offset + line.length - open.offset;
  open.count++;
  open.last = seq;
  open.from = Math.min(open.from, time);
  open.to = Math.max(open.to, time);
  open.kinds |= kind;
  if (open.services === null || open.services.includes(service)) return;
  if (open.services.length < MAX_SERVICES) open.services.push(service);
  else open.services = null;
}

/** Whether a block may contain a wanted event. */
export function mayContain(block: Block, { type, service, since, until, before }: Wanted): boolean {
  if (before !== undefined && block.first >= before) return false;
  if (type !== undefined && !(isKind(type) && block.kinds & (1 << KINDS.indexOf(type)))) return false;
  if (service !== undefined && block.services !== null && !block.services.includes(hashOf(service))) return false;
  return (since === undefined || block.to >= since) && (until === undefined || block.from <= until);
}

export function isBlock(value: unknown): value is Block {
  if (!isObject(value)) return false;
  const { offset, length, count, first, last, from, to, kinds, services } = value;
  return (
    [offset, length, count, first, last, kinds].every((one) => Number.isSafeInteger(one) && Number(one) >= 0) &&
    [from, to].every((one) => typeof one === 'number') &&
    (services === null || (Array.isArray(services) && services.every((one) => Number.isSafeInteger(one))))
  );
}

/** FNV-1a: a collision only means that a block is read in vain. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
