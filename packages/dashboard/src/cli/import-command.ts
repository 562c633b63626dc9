import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { AnalyzerError } from '@analyzer/contracts';
import { type AcceptedEvent, acceptEvent } from '../event/accept.ts';
import { readLine } from '../event/stored.ts';
import { HISTORY_LIMITS } from '../history/history.ts';
import type { EventStore } from '../store/event-store.ts';
import { openStore } from '../store/open-store.ts';
import { lostEvents } from './lost-events.ts';
import { writeStdout } from './write-stdout.ts';

const RING_BYTES = 128 * 1024 * 1024;
const AT_ONCE = 1_000;

/** Adds the events of a file to a data folder without a running server. Order and times of the events are retained. */
export async function importCommand(file: string, dataDir: string, ring: number): Promise<void> {
  // Opened first: a missing file must not create a new data folder.
  const input = file === '-' ? process.stdin : await opened(file);
  // The limits are those of the server, which are not known here.
  const history = { ...HISTORY_LIMITS, keepMs: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY };
  const { store, lock } = await openStore({ folder: dataDir, ring, ringBytes: RING_BYTES, history }).catch((error) => {
    input.destroy();
    throw error;
  });
  let lost = 0;
  try {
    const { added, refused } = await addAll(store, input);
    await store.noteImport('command line', `${added} events`);
    if (refused > 0) process.exitCode = 1;
    await writeStdout([`${added} events added, ${refused} lines refused\n`]);
  } finally {
    lost = await store.close();
    await lock.release();
  }
  if (lost > 0) throw lostEvents(dataDir, lost);
}

/** Opens without blocking and accepts regular files only: opening a FIFO would wait for a writer. */
async function opened(file: string): Promise<Readable> {
  try {
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    if ((await handle.stat()).isFile()) return handle.createReadStream();
    await handle.close();
    throw new AnalyzerError(
      'unreadable',
      { path: file, reason: 'it is not a regular file' },
      { hint: 'Name a regular file, or - for standard input.' },
    );
  } catch (error) {
    if (error instanceof AnalyzerError) throw error;
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new AnalyzerError('unreadable', { path: file, reason });
  }
}

async function addAll(store: EventStore, input: NodeJS.ReadableStream): Promise<{ added: number; refused: number }> {
  let added = 0;
  let refused = 0;
  let waiting: Promise<unknown>[] = [];
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (text.trim() === '') continue;
    const found = eventIn(Buffer.from(text));
    if (found === undefined) {
      refused++;
      continue;
    }
    added++;
    waiting.push(store.accept(found.event, found.at));
    if (waiting.length >= AT_ONCE) {
      await Promise.all(waiting);
      waiting = [];
    }
  }
  await Promise.all(waiting);
  return { added, refused };
}

/** Reads a line of an export, a line of an older backend's file, or an event as agents send it. */
function eventIn(line: Buffer): { event: AcceptedEvent; at: number | null } | undefined {
  const read = readLine(line);
  if (read !== undefined && !('old' in read)) return { event: read, at: read.at };
  const accepted = acceptEvent(line);
  if (!('complaints' in accepted)) return { event: accepted, at: null };
  return read === undefined ? undefined : { event: read.old, at: null };
}
