import { readFile, rename } from 'node:fs/promises';
import { isObject } from '../event/values.ts';
import { diskPort, replaceFile } from '../log/file-port.ts';
import type { Message } from './message.ts';

/** What one channel has to send, and what it knows. */
export interface ChannelState {
  /** All changes of events up to this number are queued or were sent. */
  through: number;
  /** Failing service by the last queued message → event that opened its incident; null if unknown. */
  failing: Record<string, number | null>;
  /** Services of which a message says that they are late. */
  late: string[];
  /** Oldest first. */
  queue: Message[];
}

interface Content {
  format: 1;
  channels: Record<string, ChannelState>;
}

/** The file of unsent notifications. A missing or lost file costs no notification of a service that is still failing. */
export class Outbox {
  readonly #path: string;
  readonly #onTrouble: (error: unknown) => void;
  readonly channels: Map<string, ChannelState>;
  #saving: Promise<void> = Promise.resolve();
  #isWaiting = false;

  private constructor(path: string, channels: Map<string, ChannelState>, onTrouble: (error: unknown) => void) {
    this.#path = path;
    this.channels = channels;
    this.#onTrouble = onTrouble;
  }

  /** Reads the file; an unusable one is renamed. @throws the error of the file system */
  static async open(path: string, onTrouble: (error: unknown) => void): Promise<Outbox> {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    });
    const content = text === undefined ? undefined : contentIn(text);
    if (text !== undefined && content === undefined) {
      await rename(path, `${path}.unusable`);
      onTrouble(new Error(`unusable, renamed to ${path}.unusable`));
    }
    return new Outbox(path, new Map(Object.entries(content?.channels ?? {})), onTrouble);
  }

  /** Writes the file soon: changes during a write are in the next one. @returns after the changes so far are on disk */
  save(): Promise<void> {
    if (this.#isWaiting) return this.#saving;
    this.#isWaiting = true;
    this.#saving = this.#saving.then(() => {
      this.#isWaiting = false;
      const content: Content = { format: 1, channels: Object.fromEntries(this.channels) };
      return replaceFile(diskPort, this.#path, [Buffer.from(JSON.stringify(content))]).catch(this.#onTrouble);
    });
    return this.#saving;
  }
}

function contentIn(text: string): Content | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isContent(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isContent(value: unknown): value is Content {
  return (
    isObject(value) && value.format === 1 && isObject(value.channels) && Object.values(value.channels).every(isState)
  );
}

function isState(value: unknown): value is ChannelState {
  return (
    isObject(value) &&
    Number.isSafeInteger(value.through) &&
    isObject(value.failing) &&
    Array.isArray(value.late) &&
    Array.isArray(value.queue) &&
    value.queue.every((one) => isObject(one) && typeof one.id === 'string' && Array.isArray(one.changes))
  );
}
