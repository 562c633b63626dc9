import type { Capture } from '@analyzer/contracts/pages/captures';

type Subject = Pick<Capture, 'service' | 'url'>;

/** More pages are not counted at once. */
const MAX_PAGES = 1_000;

/** Counts the captures of each page that had no result, one after another; since the start of the server. */
export class CaptureFailures {
  /** By page, longest ago first. */
  readonly #counts = new Map<string, number>();

  /** @returns the number of failures in a row */
  add(subject: Subject): number {
    const page = pageOf(subject);
    const count = (this.#counts.get(page) ?? 0) + 1;
    this.#counts.delete(page);
    this.#counts.set(page, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > MAX_PAGES && oldest !== undefined) this.#counts.delete(oldest);
    return count;
  }

  end(subject: Subject): void {
    this.#counts.delete(pageOf(subject));
  }
}

function pageOf({ service, url }: Subject): string {
  return JSON.stringify([service, url]);
}
