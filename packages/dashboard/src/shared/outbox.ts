import type { StoredEvent } from '../event/stored.ts';
import type { EventStore } from '../store/event-store.ts';
import { LogLines } from './log-lines.ts';

const MOST = 500;
const MAX_BYTES = 4 * 1024 * 1024;

/** The own events of a store that are not in the shared log yet: those in memory, before them those in the log only. */
export class Outbox {
  readonly #store: EventStore;
  readonly #path: string;
  #lines: LogLines | undefined;
  #read: StoredEvent[] = [];

  /** @param path of the log of the store */
  constructor(store: EventStore, path: string) {
    this.#store = store;
    this.#path = path;
  }

  /**
   * The next own events after a number, oldest first.
   *
   * @returns with `through`: no other own event up to this number is missing
   * @throws the error of the file system
   */
  async after(seq: number): Promise<{ events: StoredEvent[]; through: number }> {
    if (seq < this.#store.gapless) return this.#fromLog(seq);
    await this.#forget();
    const { newest } = this.#store;
    const own = this.#store.ring.since(seq).filter((event) => event.from === undefined && event.seq <= newest);
    const events = batchOf(own);
    return { events, through: events.length === own.length ? newest : (events.at(-1)?.seq ?? seq) };
  }

  async close(): Promise<void> {
    await this.#forget();
  }

  async #fromLog(seq: number): Promise<{ events: StoredEvent[]; through: number }> {
    // Later events are in memory, and only these are certain to be acknowledged.
    const { gapless } = this.#store;
    const isWanted = (event: StoredEvent) => event.from === undefined && event.seq > seq && event.seq <= gapless;
    this.#lines ??= new LogLines(this.#path);
    for (;;) {
      this.#read = this.#read.filter(isWanted);
      if (this.#read.length > 0) break;
      const lines = await this.#lines.next();
      if (lines === undefined) {
        await this.#forget();
        return { events: [], through: gapless };
      }
      this.#read = lines;
    }
    const events = batchOf(this.#read);
    return { events, through: events.at(-1)?.seq ?? seq };
  }

  async #forget(): Promise<void> {
    const lines = this.#lines;
    [this.#lines, this.#read] = [undefined, []];
    await lines?.close();
  }
}

function batchOf(events: readonly StoredEvent[]): StoredEvent[] {
  let bytes = 0;
  const end = events.findIndex((event, index) => {
    bytes += event.raw.length;
    return index >= MOST || (index > 0 && bytes > MAX_BYTES);
  });
  return events.slice(0, end < 0 ? undefined : end);
}
