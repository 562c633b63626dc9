import type { StoredEvent } from '../event/stored.ts';
import { addToRollup, newRollup, type Rollup, timeOf } from './rollup.ts';

/** More services than this are no services but, say, a random number in a name. */
const MOST = 1_000;

/** The rollups of all services. */
export class Services {
  #rollups = new Map<string, Rollup>();
  readonly #onForgotten: () => void;

  constructor(rollups: readonly Rollup[], onForgotten: () => void) {
    for (const rollup of rollups) this.#rollups.set(rollup.service, rollup);
    this.#onForgotten = onForgotten;
  }

  get all(): Rollup[] {
    return [...this.#rollups.values()];
  }

  find(service: string): Rollup | undefined {
    return this.#rollups.get(service);
  }

  add(event: StoredEvent): void {
    const { service } = event.facts;
    let rollup = this.#rollups.get(service);
    if (rollup === undefined) {
      if (this.#rollups.size >= MOST) this.#forgetOne();
      rollup = newRollup(service, timeOf(event));
      this.#rollups.set(service, rollup);
    }
    addToRollup(rollup, event);
  }

  clear(): void {
    this.#rollups.clear();
  }

  /** The one that was silent longest. */
  #forgetOne(): void {
    const oldest = this.all.reduce((a, b) => (b.lastSeen < a.lastSeen ? b : a));
    this.#rollups.delete(oldest.service);
    this.#onForgotten();
  }
}
