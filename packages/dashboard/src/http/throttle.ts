export interface ThrottleLimits {
  /** Wrong tokens in a burst from one address. */
  burst: number;
  /** Time after which one more is allowed, in milliseconds. */
  perAttemptMs: number;
  /** Number of stored addresses; the least recently used one is removed first. */
  addresses: number;
}

export const THROTTLE_LIMITS: ThrottleLimits = { burst: 10, perAttemptMs: 6_000, addresses: 10_000 };

interface Sender {
  /** Remaining wrong tokens, as of `at`. */
  left: number;
  /** Monotonic time, in milliseconds. */
  at: number;
}

/** Limits the rate of wrong tokens of an address: a token bucket for each address. */
export class Throttle {
  readonly #limits: ThrottleLimits;
  readonly #elapsed: () => number;
  readonly #senders = new Map<string, Sender>();

  /** @param elapsed monotonic time in milliseconds */
  constructor(elapsed: () => number, limits: ThrottleLimits = THROTTLE_LIMITS) {
    this.#elapsed = elapsed;
    this.#limits = limits;
  }

  /** @returns seconds until a wrong token of this address is answered again; 0 if it is answered now */
  waitFor(address: string): number {
    const sender = this.#senders.get(networkOf(address));
    if (sender === undefined) return 0;
    const left = this.#leftOf(sender);
    return left >= 1 ? 0 : Math.ceil(((1 - left) * this.#limits.perAttemptMs) / 1_000);
  }

  noteWrong(address: string): void {
    const sender = this.#touch(address);
    sender.left = Math.max(0, this.#leftOf(sender) - 1);
    sender.at = this.#elapsed();
  }

  #leftOf({ left, at }: Sender): number {
    return Math.min(this.#limits.burst, left + (this.#elapsed() - at) / this.#limits.perAttemptMs);
  }

  #touch(address: string): Sender {
    const network = networkOf(address);
    const sender = this.#senders.get(network) ?? { left: this.#limits.burst, at: this.#elapsed() };
    this.#senders.delete(network);
    this.#senders.set(network, sender);
    const [oldest] = this.#senders.keys();
    if (this.#senders.size > this.#limits.addresses && oldest !== undefined) this.#senders.delete(oldest);
    return sender;
  }
}

/** One host usually owns a complete /64 of IPv6. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail = ''] = (plain.split('%', 1)[0] ?? '').split('::', 2);
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const missing = plain.includes('::') ? 8 - before.length - after.length : 0;
  return [...before, ...Array<string>(Math.max(0, missing)).fill('0'), ...after].slice(0, 4).join(':');
}
