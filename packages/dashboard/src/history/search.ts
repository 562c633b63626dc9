import { join } from 'node:path';
import { contains, type EventFilter, fits } from '../event/filter.ts';
import type { StoredEvent } from '../event/stored.ts';
import { type Block, mayContain, type Wanted } from './block.ts';
import type { History } from './history.ts';
import { readBlock, type Segment } from './segment.ts';

/** Bytes that one request reads: a search must not delay requests that post events. */
const MAX_BYTES = 8 * 1024 * 1024;

export interface HistoryPage {
  /** Newest first, by sequence number. */
  events: StoredEvent[];
  /** Events with lower numbers are on the next pages; null if there are none. */
  before: number | null;
  /** False if the page has fewer events than wanted although older ones may follow. */
  isComplete: boolean;
}

/**
 * Finds events, newest first.
 *
 * @param before only events with lower sequence numbers
 */
export async function searchHistory(
  history: History,
  filter: EventFilter,
  limit: number,
  before = Number.MAX_SAFE_INTEGER,
  maxBytes = MAX_BYTES,
): Promise<HistoryPage> {
  await history.flush();
  const events: StoredEvent[] = [];
  let read = 0;
  for await (const { segment, block } of blocksFor(history, wantedBy(filter, before))) {
    if (read > 0 && read + block.length > maxBytes) return { events, before: block.last + 1, isComplete: false };
    read += block.length;
    const found = await readBlock(join(history.folder, segment.name), block).catch(ignoreRemoved);
    for (const event of found.toReversed()) {
      if (event.seq >= before || !fits(event, filter) || !contains(event, filter)) continue;
      events.push(event);
      if (events.length === limit) return { events, before: event.seq, isComplete: true };
    }
  }
  return { events, before: null, isComplete: true };
}

/** @returns undefined if the history has no event of this number */
export async function findInHistory(history: History, seq: number): Promise<StoredEvent | undefined> {
  await history.flush();
  for await (const { segment, block } of blocksFor(history, { before: seq + 1 })) {
    const found = await readBlock(join(history.folder, segment.name), block).catch(ignoreRemoved);
    return found.find((event) => event.seq === seq);
  }
  return undefined;
}

/** The blocks that may contain wanted events, newest first. */
async function* blocksFor(history: History, wanted: Wanted): AsyncGenerator<{ segment: Segment; block: Block }> {
  const { before = Number.MAX_SAFE_INTEGER } = wanted;
  for (const segment of history.segments) {
    if (segment.first >= before) continue;
    const blocks = await history.blocksOf(segment).catch(ignoreRemoved);
    for (const block of blocks.toReversed()) if (mayContain(block, wanted)) yield { segment, block };
  }
}

function wantedBy({ type, service, since, until }: EventFilter, before: number): Wanted {
  return { since, until, before, ...(type === '' ? {} : { type }), ...(service === '' ? {} : { service }) };
}

/** A file may have been removed since it was listed. */
function ignoreRemoved(error: unknown): never[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
  throw error;
}
