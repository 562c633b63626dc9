import type { Acknowledgement } from './state.ts';

/** What users change: in one store, or in all stores of a shared log. */
export interface Actions {
  /** Removes all events acknowledged before. */
  clear(by: string): Promise<void>;
  /** Sets the acknowledgement of a service by a user; undefined withdraws it. */
  acknowledge(service: string, given: Acknowledgement | undefined, by: string): Promise<void>;
}
