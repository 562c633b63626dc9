import type { Message, MessageType } from './message.ts';

export type SendResult = 'sent' | { problem: string; isPermanent: boolean };

export interface SenderTimes {
  /** Waits after failed attempts, in milliseconds; the last one is repeated. */
  waitsMs: readonly number[];
  /** A message is given up after this time, in milliseconds. */
  giveUpMs: number;
  /** Least time between two messages of one type to people, in milliseconds: later services join the next one. */
  foldMs: number;
}

export const SENDER_TIMES: SenderTimes = {
  waitsMs: [1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000, 900_000],
  giveUpMs: 24 * 3_600_000,
  foldMs: 10_000,
};

/** Attempts of a message that the receiver refuses; it must not block the queue for a day. */
const PERMANENT_ATTEMPTS = 5;

interface Parts {
  queue: Message[];
  times: SenderTimes;
  /** Whether messages wait for others to join. */
  folds: boolean;
  send(message: Message): Promise<SendResult>;
  /** Called after each change of the queue. */
  save(): void;
  /** Unix time and monotonic time in milliseconds. */
  now(): number;
  elapsed(): number;
  onFailed(message: Message, problem: string): void;
}

/** Sends the messages of one queue in order, each until it is received, refused or a day old. */
export class Sender {
  readonly #parts: Parts;
  readonly #lastOfType = new Map<MessageType, number>();
  #isSending = false;
  #attempts = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  #current: Promise<void> = Promise.resolve();
  sent = 0;
  failed = 0;
  /** Why the newest attempt failed; null if it succeeded. */
  problem: string | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The newest message of the queue that others may join: it was not tried yet. */
  get joinable(): Message | undefined {
    const { queue } = this.#parts;
    const tried = this.#isSending || this.#attempts > 0 ? 1 : 0;
    return queue.length > tried ? queue.at(-1) : undefined;
  }

  /** Sends the oldest message now, unless it is being sent or waits for its next attempt. */
  wake(): void {
    if (this.#isSending || this.#closed || this.#timer !== undefined) return;
    const [message] = this.#parts.queue;
    if (message === undefined) return;
    const wait = this.#foldWait(message);
    if (wait > 0) this.#sleep(wait);
    else this.#current = this.#attempt(message);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#current;
  }

  /** Forgets the attempts after the queue was cleared. */
  reset(): void {
    this.#attempts = 0;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #foldWait({ type }: Message): number {
    const last = this.#lastOfType.get(type);
    if (!this.#parts.folds || last === undefined) return 0;
    return last + this.#parts.times.foldMs - this.#parts.elapsed();
  }

  async #attempt(message: Message): Promise<void> {
    const { queue, times, send, save, now, elapsed, onFailed } = this.#parts;
    this.#isSending = true;
    const result = await send(message).catch(
      (error: unknown): SendResult => ({ problem: String(error), isPermanent: false }),
    );
    this.#isSending = false;
    // The end of the process is not a failure of the receiver.
    if (this.#closed && result !== 'sent') return;
    this.#attempts++;
    this.problem = result === 'sent' ? null : result.problem;
    if (result === 'sent') {
      this.sent++;
      this.#lastOfType.set(message.type, elapsed());
    } else {
      const isOver =
        now() - message.at >= times.giveUpMs || (result.isPermanent && this.#attempts >= PERMANENT_ATTEMPTS);
      if (!isOver) {
        this.#sleep(times.waitsMs[Math.min(this.#attempts, times.waitsMs.length) - 1] ?? 1_000);
        return;
      }
      this.failed++;
      onFailed(message, result.problem);
    }
    this.#attempts = 0;
    // The queue may have been cleared meanwhile.
    if (queue[0] === message) queue.shift();
    save();
    this.wake();
  }

  #sleep(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.wake();
    }, ms).unref();
  }
}
