import type { Acknowledgement } from '../store/state.ts';

/** A user's action that applies to all stores of a shared log. */
export type Action =
  | { kind: 'clear'; by: string }
  | { kind: 'acknowledge'; service: string; given: Acknowledgement | null; by: string };

/** An event as its own store has it. */
export interface SharedEvent {
  /** In its own store. */
  seq: number;
  at: number | null;
  cut: number;
  raw: Buffer;
}

/** One entry of the shared log. */
export type Entry = { instance: string } & (
  | { kind: 'event'; event: SharedEvent }
  | { kind: 'action'; seq: number; action: Action }
  /** It is of neither kind: another program wrote it. */
  | { kind: 'unknown'; seq: number }
);

/**
 * The log that several stores share: each adds its own events, and reads those of the others, in one order that is the
 * same for all. An entry is added once, however often it is sent. All methods throw if the log cannot be reached.
 */
export interface SharedLog {
  /**
   * Connects, as the only program with this name.
   *
   * @param instance the epoch of the store
   * @returns the highest number of its events in the log; 0 for none
   */
  open(instance: string): Promise<number>;
  /** Adds own events. They must be in the order of their numbers, after all that were added before. */
  add(events: readonly SharedEvent[]): Promise<void>;
  /** Adds an action. @returns its number among the own actions */
  act(action: Action): Promise<number>;
  /** @returns the cursor before the newest `most` entries */
  newest(most: number): Promise<string>;
  /**
   * Reads entries after a cursor, the own ones too.
   *
   * @param cursor empty for the start of the log; one of another log counts as the start
   */
  read(cursor: string, most: number): Promise<{ entries: Entry[]; cursor: string }>;
  close(): Promise<void>;
}
